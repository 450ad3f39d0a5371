#include "teachers/book/transcript.hpp"

namespace remap {

void TranscriptTeacher::compare(const Comparisons& comparisons, std::span<Preference> answers) {
  const WordTree& words = comparisons.words();
  std::vector<std::size_t> turns, first, again;  // per comparison: how often its pair was asked before
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const Comparison booked = words_.find(words, comparisons[i]);
    turns.push_back(askings_[AnswerBook::key(booked.left, booked.right)]++);
    if (turns[i] >= book_.answers_to(booked.left, booked.right).size()) (turns[i] == 0 ? first : again).push_back(i);
  }
  ask(comparisons, first, Purpose::question);
  ask(comparisons, again, Purpose::confirmation);
  givers_.clear();
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const Comparison booked = words_.find(words, comparisons[i]);
    const AnswerId id = book_.answers_to(booked.left, booked.right).at(turns[i]);
    const BookEntry& entry = book_.at(id);
    answers[i] = entry.left == booked.left ? entry.answer : swapped(entry.answer);
    answered_.push_back(id);
    givers_.push_back(giver_(id));
  }
}

void TranscriptTeacher::ask(const Comparisons& comparisons, std::span<const std::size_t> positions, Purpose purpose) {
  if (positions.empty()) return;
  const WordTree& words = comparisons.words();
  std::vector<Comparison> asked, booked;
  for (const std::size_t i : positions) {
    asked.push_back(comparisons[i]);
    booked.push_back(words_.find(words, comparisons[i]));
  }
  std::vector<Preference> answers(asked.size());
  asker_.compare({words, asked, purpose == Purpose::confirmation}, booked, answers, purpose);
}

std::optional<EquivalenceAnswer> TranscriptTeacher::recall(const EquivalenceQuestion& question) {
  given_.resize(book_.size() + 1, false);
  for (std::size_t i = 1; i <= book_.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    const BookEntry& entry = book_.at(id);
    if (!entry.valid || given_[i]) continue;
    if (entry.kind == BookEntry::Kind::acceptance) {
      if (book_.accepted(id) != question.machine.moore()) continue;
      given_[i] = true;
      return EquivalenceAnswer::accepted();
    }
    if (auto answer = objection(book_, id, question)) {
      given_[i] = true;
      return answer;
    }
  }
  return std::nullopt;
}

EquivalenceAnswer TranscriptTeacher::equivalence(const EquivalenceQuestion& question) {
  if (auto known = recall(question)) return *std::move(known);
  if (compare_first_) asker_.compare_letters(question.machine.alphabet(), [](const Comparison&) { return false; });
  EquivalenceAnswer answer = asker_.equivalence(question, words_);
  given_.resize(book_.size() + 1, false);
  given_[book_.size()] = true;
  if (answer.counterexample) {
    const AnswerId id = make_id<AnswerId>(book_.size());
    if (auto booked = objection(book_, id, question)) return *std::move(booked);  // as it will be recalled
  }
  return answer;
}

}  // namespace remap
