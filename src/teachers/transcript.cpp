#include "teachers/transcript.hpp"

namespace remap {

void TranscriptTeacher::compare(const Comparisons& comparisons, std::span<Preference> answers) {
  const WordTree& words = comparisons.words();
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const Comparison asked = comparisons[i], booked = words_.find(words, asked);
    const std::size_t before = askings_[AnswerBook::key(booked.left, booked.right)]++;
    const std::vector<AnswerId> known = book_.answers_to(booked.left, booked.right);
    if (before < known.size()) {
      const BookEntry& entry = book_.at(known[before]);
      answers[i] = entry.left == booked.left ? entry.answer : swapped(entry.answer);
      answered_.push_back(known[before]);
      continue;
    }
    asker_.compare({words, std::span(&asked, 1), before > 0}, std::span(&booked, 1), answers.subspan(i, 1),
                   before > 0 ? Purpose::confirmation : Purpose::question);
    answered_.push_back(make_id<AnswerId>(book_.size()));
  }
}

std::optional<EquivalenceAnswer> TranscriptTeacher::recall(const EquivalenceQuestion& question) {
  given_.resize(book_.size() + 1, false);
  for (std::size_t i = 1; i <= book_.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    const BookEntry& entry = book_.at(id);
    if (!entry.valid || given_[i]) continue;
    std::optional<EquivalenceAnswer> answer;
    if (entry.kind == BookEntry::Kind::acceptance) {
      if (book_.accepted(id) == question.machine) answer.emplace();
    } else {
      answer = objection(book_, id, question);
    }
    if (!answer) continue;
    given_[i] = true;
    return answer;
  }
  return std::nullopt;
}

EquivalenceAnswer TranscriptTeacher::equivalence(const EquivalenceQuestion& question) {
  if (auto known = recall(question)) return *std::move(known);
  if (compare_first_) asker_.compare_letters(question.machine.letters(), [](const Comparison&) { return false; });
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
