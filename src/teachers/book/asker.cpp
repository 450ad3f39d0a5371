// Each portion of a batch is kept before the next is asked, and as far as it has come already, so that a crash costs
// what was in flight and no more.
#include "teachers/book/asker.hpp"

#include <algorithm>
#include <numeric>

#include "learning/words/answer_check.hpp"
#include "remap/teachers/process.hpp"

namespace remap {

namespace {

constexpr std::size_t most_askings = 5;  // on a pair that is being confirmed

/// Compares, and says which answers have come as soon as they have. Others than the four do not come.
void compare_as_they_come(Teacher& teacher, const Comparisons& comparisons, std::span<Preference> answers,
                          const StreamingTeacher::Arrival& arrived) {
  std::vector<bool> told(answers.size(), false);
  const auto tell = [&](std::span<const std::size_t> positions) {
    std::vector<std::size_t> come;
    for (const std::size_t i : positions) {
      if (i >= answers.size() || told[i] || !is_answer(answers[i])) continue;
      if (std::find(come.begin(), come.end(), i) == come.end()) come.push_back(i);
    }
    if (!come.empty()) arrived(come);
    for (const std::size_t i : come) told[i] = true;  // what could not be stored comes again
  };
  std::vector<std::size_t> all(answers.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  auto* const streaming = dynamic_cast<StreamingTeacher*>(&teacher);
  try {
    streaming != nullptr ? streaming->compare(comparisons, answers, tell) : teacher.compare(comparisons, answers);
  } catch (...) {
    if (streaming == nullptr) tell(all);  // what was answered before the teacher failed has been answered
    throw;
  }
  tell(all);
}

}  // namespace

void keep_or_remove(AnswerKeeper* keeper, AnswerBook& book, AnswerId first) {
  if (keeper == nullptr) return;
  try {
    keeper->keep(book, first);
  } catch (...) {
    book.remove_from(first);
    throw;
  }
}

void Asker::compare(const Comparisons& asked, std::span<const Comparison> booked, std::span<Preference> answers,
                    Purpose purpose) {
  if (booked.empty()) return;
  std::fill(answers.begin(), answers.end(), no_preference);
  compare_as_they_come(teacher_(), asked, answers, [&](std::span<const std::size_t> arrived) {
    const AnswerId first = next_id();
    for (const std::size_t k : arrived) book_.add_comparison(booked[k].left, booked[k].right, answers[k], purpose);
    keep(first);
    asked_ += arrived.size();
  });
  check_answers("Teacher::compare", letters(), asked, answers);
}

void Asker::compare(std::span<const Comparison> booked, Purpose purpose) {
  answers_.resize(booked.size());
  compare({book_.words(), booked, purpose != Purpose::question}, booked, answers_, purpose);
}

void Asker::leave_unasked(const Comparison& booked) {
  if (book_.latest(booked.left, booked.right) != no_answer) return;
  keep(book_.add_comparison(booked.left, booked.right, Preference::unsure, Purpose::unasked));
}

void Asker::values(const AskedWords& asked, std::span<const WordId> booked, std::span<Output> answers) {
  std::fill(answers.begin(), answers.end(), no_output);
  teacher_().value_teacher()->values(asked, answers);
  check_values("ValueTeacher::values", letters(), asked, answers, book_.outputs());
  asked_ += asked.size();
  const AnswerId first = next_id();
  for (std::size_t k = 0; k < booked.size(); ++k) {
    if (book_.value(booked[k]) != answers[k]) book_.add_value(booked[k], answers[k]);
  }
  keep(first);
}

EquivalenceAnswer Asker::equivalence(const EquivalenceQuestion& question, BookedWords& words) {
  EquivalenceAnswer answer;
  const auto arrived = [&](const EquivalenceAnswer& given) {
    check_verdict("Teacher::equivalence", question, given);
    enter(given, question, words);
    answer = given;
  };
  Teacher& teacher = teacher_();
  if (auto* judge = dynamic_cast<PresentJudge*>(&teacher)) {
    judge->judge(question, arrived);
  } else {
    arrived(teacher.equivalence(question));
  }
  return answer;
}

void Asker::enter(const EquivalenceAnswer& answer, const EquivalenceQuestion& question, BookedWords& words) {
  const AnswerId id = next_id();
  if (!answer.counterexample) {
    book_.add_acceptance(question.machine.moore());
  } else {
    const WordId word = book_.words().insert(*answer.counterexample);
    if (question.by_order) {
      book_.add_difference(word, words.find(question.words, question.same_class(*answer.counterexample)));
    } else {
      const Output said = question.machine.output_after(*answer.counterexample);
      book_.add_limits(word, allowed_by(answer.feedback, said, book_.outputs()));
    }
  }
  keep(id);
  ++asked_;
}

void Asker::compare_letters(const Alphabet& alphabet, const std::function<bool(const Comparison&)>& known) {
  const auto differ = [](const std::optional<Preference>& answer) {
    return answer == Preference::less || answer == Preference::greater;
  };
  for (std::size_t i = 1; i <= book_.size(); ++i) {
    const BookEntry& entry = book_.at(make_id<AnswerId>(i));
    if (entry.kind == BookEntry::Kind::comparison && entry.valid && differ(entry.answer)) return;
  }
  for (const Letter letter : alphabet.simple_letters()) {
    const Comparison asked{book_.words().extend(empty_word, std::span(&letter, 1)), empty_word};
    if (!book_.compare(asked.left, asked.right) && !known(asked)) compare(std::span(&asked, 1), Purpose::question);
    if (differ(book_.compare(asked.left, asked.right))) return;
  }
}

void Asker::ask_again(std::span<const AnswerId> answers, Purpose purpose) {
  while (!answers.empty()) {
    const auto now = answers.first(std::min(portion_, answers.size()));
    answers = answers.subspan(now.size());
    pairs_.clear();
    for (const AnswerId id : now) {
      const BookEntry& last = book_.at(book_.latest(book_.at(id).left, book_.at(id).right));
      pairs_.push_back({last.right, last.left});
    }
    compare(pairs_, purpose);
  }
}

void Asker::ask_anyway(std::span<const Comparison> booked) {
  pairs_.clear();
  for (std::size_t i = 0; i < booked.size(); ++i) {
    if (book_.latest(booked[i].left, booked[i].right) == no_answer) pairs_.push_back(booked[i]);
    if (pairs_.size() < portion_ && i + 1 < booked.size()) continue;
    compare(pairs_, Purpose::confirmation);
    pairs_.clear();
  }
}

void Asker::confirm(std::span<const AnswerId> answers) {
  std::vector<AnswerId> open(answers.begin(), answers.end());
  for (;;) {
    std::erase_if(open, [&](AnswerId id) {
      const BookEntry& entry = book_.at(id);
      return book_.settled(entry.left, entry.right) || !book_.questioned(entry.left, entry.right) ||
             book_.votes(entry.left, entry.right).all >= most_askings;
    });
    if (open.empty()) return;
    ask_again(open, Purpose::confirmation);
  }
}

void Asker::change(AnswerId id, Preference answer) {
  book_.check_change(id);
  if (keeper_ != nullptr) keeper_->change(id, answer);
  book_.change(id, answer);
}

std::optional<EquivalenceAnswer> objection(const AnswerBook& book, AnswerId id, const EquivalenceQuestion& question) {
  const BookEntry& entry = book.at(id);
  const auto output_of = [&](WordId word) { return question.machine.output_after(book.words().spell(word)); };
  EquivalenceAnswer answer;
  if (entry.kind == BookEntry::Kind::limits && !question.by_order) {
    const OutputSet& allowed = book.allowed(id);
    if (allowed.contains(output_of(entry.left))) return std::nullopt;
    answer.feedback.outputs = allowed.members();
    const std::size_t count = answer.feedback.outputs.size();
    // Nothing is allowed where the only output there is was called wrong.
    answer.feedback.kind = count == 0   ? Feedback::Kind::none
                           : count == 1 ? Feedback::Kind::value
                                        : Feedback::Kind::among;
  } else if (entry.kind != BookEntry::Kind::difference || !question.by_order ||
             output_of(entry.left) != output_of(entry.right)) {
    return std::nullopt;
  }
  answer.counterexample = book.words().spell(entry.left);
  return answer;
}

}  // namespace remap
