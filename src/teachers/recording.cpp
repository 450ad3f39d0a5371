// Answers are looked up by their words, not by their position, so it does not matter in which order a session asks, or
// whether it is the session that asked first. A counterexample is a fact about a word: it answers every hypothesis that
// gets this word wrong, earliest fact first and each once per session, which for a session that asks as before is the
// very sequence of before. An acceptance answers only the machine that was accepted.
//
// Batches are passed to the teacher in portions, and each portion is kept before the next is asked, and as far as it
// has come already, so that a crash costs what was in flight and no more. What follows from the book is not asked, and
// what is asked together must not imply each other: a portion ends before a comparison for which that is not certain.
#include "teachers/recording.hpp"

#include <algorithm>

#include "remap/teachers/process.hpp"

namespace remap {

namespace {

constexpr std::size_t most_askings = 5;  // on a pair that is being confirmed
constexpr auto not_answered = static_cast<Preference>(UINT8_MAX);

/// Compares, and says which answers have come as soon as they have.
void compare_as_they_come(Teacher& teacher, const Comparisons& comparisons, std::span<Preference> answers,
                          const StreamingTeacher::Arrival& arrived) {
  if (auto* streaming = dynamic_cast<StreamingTeacher*>(&teacher)) {
    return streaming->compare(comparisons, answers, arrived);
  }
  const auto tell = [&] {
    std::vector<std::size_t> come;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (answers[i] != not_answered) come.push_back(i);
    }
    arrived(come);
  };
  try {
    teacher.compare(comparisons, answers);
  } catch (...) {
    tell();  // what was answered before the teacher failed has been answered
    throw;
  }
  tell();
}

}  // namespace

void RecordingTeacher::attend(const WordTree& words) {
  if (words.identity() == tree_) return;
  tree_ = words.identity();
  booked_.clear();
  if (!every_asking_) given_.clear();
  place_.clear();
}

WordId RecordingTeacher::booked(const WordTree& words, WordId word) {
  attend(words);
  if (booked_.size() < words.size()) booked_.resize(std::max(words.size(), booked_.size() * 2), no_word);
  booked_[index(empty_word)] = empty_word;
  path_.clear();
  while (booked_[index(word)] == no_word) {
    path_.push_back(word);
    word = words.parent(word);
  }
  WordId mine = booked_[index(word)];
  for (std::size_t i = path_.size(); i-- > 0;) {
    mine = book_.words().extend(mine, words.tail(path_[i]));
    booked_[index(path_[i])] = mine;
  }
  return mine;
}

void RecordingTeacher::keep(AnswerId first) {
  if (keeper_ != nullptr) keeper_->keep(book_, first);
}

void RecordingTeacher::compare(const Comparisons& comparisons, std::span<Preference> answers) {
  if (every_asking_) return look_up_each(comparisons, answers);
  const WordTree& words = comparisons.words();
  look_up(comparisons, answers);
  if (place_.size() < book_.words().size()) place_.resize(std::max(book_.words().size(), place_.size() * 2));
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    Place& place = place_[index(booked(words, comparisons[i].left))];
    const WordId right = booked(words, comparisons[i].right);
    if (answers[i] == Preference::less) place.below = right;
    if (answers[i] == Preference::greater) place.above = right;
    if (answers[i] == Preference::equal) place.equal = right;
  }
}

void RecordingTeacher::look_up(const Comparisons& comparisons, std::span<Preference> answers) {
  const WordTree& words = comparisons.words();
  missing_.clear();
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const WordId left = booked(words, comparisons[i].left);
    const WordId right = booked(words, comparisons[i].right);
    const auto known = book_.compare(left, right);
    if (known && (known != Preference::unsure || book_.questioned(left, right))) {
      answers[i] = *known;
    } else {
      missing_.push_back(i);
    }
  }
  answered_of_batch_ = comparisons.size() - missing_.size();
  now_.clear();
  const auto ask_now = [&] {
    ask(comparisons, now_, answers);
    now_.clear();
    lefts_.clear();
    rights_.clear();
  };
  lefts_.clear();
  rights_.clear();
  for (const std::size_t i : missing_) {
    const Comparison asked{booked(words, comparisons[i].left), booked(words, comparisons[i].right)};
    const bool apart = knowledge().about_left_alone(asked) && !lefts_.contains(asked.left) &&
                       !lefts_.contains(asked.right) && !rights_.contains(asked.left);
    if (!apart || now_.size() == portion_) ask_now();
    if (const auto answer = knowledge().implied(asked)) {
      answers[i] = *answer;
      ++answered_of_batch_;
      continue;
    }
    now_.push_back(i);
    if (apart) {
      lefts_.insert(asked.left);
      rights_.insert(asked.right);
    } else {
      ask_now();
    }
  }
  ask_now();
}

void RecordingTeacher::look_up_each(const Comparisons& comparisons, std::span<Preference> answers) {
  const WordTree& words = comparisons.words();
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const WordId left = booked(words, comparisons[i].left), right = booked(words, comparisons[i].right);
    const std::size_t before = askings_[book_.key(left, right)]++;
    const std::vector<AnswerId> known = book_.answers_to(left, right);
    if (before < known.size()) {
      const BookEntry& entry = book_.at(known[before]);
      answers[i] = entry.left == left ? entry.answer : swapped(entry.answer);
      answered_.push_back(known[before]);
      continue;
    }
    const Comparison asked = comparisons[i];
    teacher_().compare({words, std::span(&asked, 1), before > 0}, answers.subspan(i, 1));
    ++asked_;
    answered_.push_back(next_id());
    book_.add_comparison(left, right, answers[i], before > 0 ? Purpose::confirmation : Purpose::question);
    keep(answered_.back());
  }
}

void RecordingTeacher::ask(const Comparisons& comparisons, std::span<const std::size_t> positions,
                           std::span<Preference> answers) {
  const WordTree& words = comparisons.words();
  if (positions.empty()) return;
  asked_now_.clear();
  for (const std::size_t i : positions) asked_now_.push_back(comparisons[i]);
  answered_now_.assign(asked_now_.size(), not_answered);
  const auto book = [&](std::span<const std::size_t> arrived) {
    asked_ += arrived.size();
    answered_of_batch_ += arrived.size();
    const AnswerId first = next_id();
    for (const std::size_t k : arrived) {
      answers[positions[k]] = answered_now_[k];
      book_.add_comparison(booked(words, asked_now_[k].left), booked(words, asked_now_[k].right), answered_now_[k]);
    }
    keep(first);
  };
  compare_as_they_come(teacher_(), {words, asked_now_}, answered_now_, book);
}

OrderKnowledge& RecordingTeacher::knowledge() {
  if (!knowledge_ || known_revision_ != book_.revision()) {
    std::optional<AbsorbingRule> rule;
    if (absorbing_ != no_output) rule.emplace(AbsorbingRule{book_.words(), absorbing_});
    knowledge_.emplace(book_.outputs(), rule);
    known_ = 0;
    known_revision_ = book_.revision();
  }
  for (; known_ < book_.size(); ++known_) {
    if (const auto answer = book_.evidence(make_id<AnswerId>(known_ + 1))) knowledge_->add(*answer);
  }
  return *knowledge_;
}

void RecordingTeacher::ask_again(std::span<const AnswerId> answers, Purpose purpose) {
  if (answers.empty()) return;
  if (answers.size() > portion_) {
    for (; answers.size() > portion_; answers = answers.subspan(portion_)) ask_again(answers.first(portion_), purpose);
    return ask_again(answers, purpose);
  }
  asked_now_.clear();
  for (const AnswerId id : answers) {
    const BookEntry& last = book_.at(book_.latest(book_.at(id).left, book_.at(id).right));
    asked_now_.push_back({last.right, last.left});
  }
  ask_booked(purpose);
}

void RecordingTeacher::ask_anyway(const WordTree& words, std::span<const Comparison> comparisons) {
  asked_now_.clear();
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const Comparison mine{booked(words, comparisons[i].left), booked(words, comparisons[i].right)};
    if (book_.latest(mine.left, mine.right) == no_answer) asked_now_.push_back(mine);
    if (asked_now_.size() < portion_ && i + 1 < comparisons.size()) continue;
    if (!asked_now_.empty()) ask_booked(Purpose::confirmation);
    asked_now_.clear();
  }
}

void RecordingTeacher::ask_booked(Purpose purpose) {
  answered_now_.assign(asked_now_.size(), not_answered);
  const auto book = [&](std::span<const std::size_t> arrived) {
    asked_ += arrived.size();
    const AnswerId first = next_id();
    for (const std::size_t k : arrived) {
      book_.add_comparison(asked_now_[k].left, asked_now_[k].right, answered_now_[k], purpose);
    }
    keep(first);
  };
  compare_as_they_come(teacher_(), {book_.words(), asked_now_, purpose != Purpose::question}, answered_now_, book);
}

void RecordingTeacher::confirm(std::span<const AnswerId> answers) {
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

void RecordingTeacher::change(AnswerId id, Preference answer) {
  book_.change(id, answer);
  if (keeper_ != nullptr) keeper_->change(id, answer);
}

std::vector<AnswerId> RecordingTeacher::decisive(const WordTree& words, WordId word) {
  const WordId mine = booked(words, word);
  std::vector<AnswerId> result;
  if (index(mine) >= place_.size()) return result;
  const Place& place = place_[index(mine)];
  const auto add = [&](WordId partner) {
    if (partner == no_word) return;
    if (const AnswerId id = book_.latest(mine, partner); id != no_answer) result.push_back(id);
  };
  if (place.equal != no_word) {
    add(place.equal);
  } else {
    add(place.above);
    add(place.below);
  }
  return result;
}

void RecordingTeacher::values(const AskedWords& asked, std::span<Output> answers) {
  const WordTree& words = asked.words();
  std::vector<WordId> unknown;
  missing_.clear();
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (const auto known = book_.value(booked(words, asked[i]))) {
      answers[i] = *known;
    } else {
      missing_.push_back(i);
      unknown.push_back(asked[i]);
    }
  }
  if (unknown.empty()) return;
  std::vector<Output> answered(unknown.size());
  teacher_().value_teacher()->values({words, unknown}, answered);
  asked_ += unknown.size();
  const AnswerId first = next_id();
  for (std::size_t k = 0; k < unknown.size(); ++k) {
    answers[missing_[k]] = answered[k];
    book_.add_value(booked(words, unknown[k]), answered[k]);
  }
  keep(first);
}

std::optional<EquivalenceAnswer> RecordingTeacher::objection(AnswerId id, const EquivalenceQuestion& question) const {
  const BookEntry& entry = book_.at(id);
  const auto output_of = [&](WordId word) { return question.machine.output_after(book_.words().spell(word)); };
  EquivalenceAnswer answer;
  if (entry.kind == BookEntry::Kind::limits && !question.by_order) {
    const OutputSet& allowed = book_.allowed(id);
    if (allowed.contains(output_of(entry.left))) return std::nullopt;
    answer.feedback.outputs = allowed.members();
    answer.feedback.kind = answer.feedback.outputs.size() == 1 ? Feedback::Kind::value : Feedback::Kind::among;
  } else if (entry.kind != BookEntry::Kind::difference || !question.by_order ||
             output_of(entry.left) != output_of(entry.right)) {
    return std::nullopt;
  }
  answer.counterexample = book_.words().spell(entry.left);
  return answer;
}

std::optional<EquivalenceAnswer> RecordingTeacher::recall(const EquivalenceQuestion& question) {
  given_.resize(book_.size() + 1, false);
  bool accepted = false;
  for (std::size_t i = 1; i <= book_.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    const BookEntry& entry = book_.at(id);
    if (!entry.valid || given_[i]) continue;
    if (entry.kind == BookEntry::Kind::acceptance) {
      accepted = accepted || book_.accepted(id) == question.machine;
    } else if (auto answer = objection(id, question)) {
      given_[i] = true;
      return answer;
    }
  }
  if (accepted) return EquivalenceAnswer{};
  return std::nullopt;
}

// A run that doubts verdicts continues after an acceptance, so verdicts count in the order they were given.
std::optional<EquivalenceAnswer> RecordingTeacher::recall_next(const EquivalenceQuestion& question) {
  given_.resize(book_.size() + 1, false);
  for (std::size_t i = 1; i <= book_.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    const BookEntry& entry = book_.at(id);
    if (!entry.valid || given_[i]) continue;
    std::optional<EquivalenceAnswer> answer;
    if (entry.kind == BookEntry::Kind::acceptance) {
      if (book_.accepted(id) == question.machine) answer.emplace();
    } else {
      answer = objection(id, question);
    }
    if (!answer) continue;
    given_[i] = true;
    return answer;
  }
  return std::nullopt;
}

void RecordingTeacher::compare_letters(std::size_t letters) {
  const auto differ = [](const std::optional<Preference>& answer) {
    return answer == Preference::less || answer == Preference::greater;
  };
  for (std::size_t i = 1; i <= book_.size(); ++i) {
    const BookEntry& entry = book_.at(make_id<AnswerId>(i));
    if (entry.kind == BookEntry::Kind::comparison && entry.valid && differ(entry.answer)) return;
  }
  for (std::size_t a = 0; a < letters; ++a) {
    const Letter letter = make_id<Letter>(a);
    const Comparison asked{book_.words().extend(empty_word, std::span(&letter, 1)), empty_word};
    if (!book_.compare(asked.left, asked.right) && !knowledge().implied(asked)) {
      asked_now_.assign(1, asked);
      ask_booked(Purpose::question);
    }
    if (differ(book_.compare(asked.left, asked.right))) return;
  }
}

EquivalenceAnswer RecordingTeacher::equivalence(const EquivalenceQuestion& question) {
  if (!every_asking_) attend(question.words);
  if (auto known = every_asking_ ? recall_next(question) : recall(question)) return *std::move(known);
  if (compare_first_) compare_letters(question.machine.letters());
  EquivalenceAnswer answer = teacher_().equivalence(question);
  ++asked_;
  const AnswerId id = next_id();
  if (!answer.counterexample) {
    book_.add_acceptance(question.machine);
    given_.resize(book_.size() + 1, false);
    given_[book_.size()] = every_asking_;
  } else {
    const WordId word = book_.words().insert(*answer.counterexample);
    const State reached = question.machine.run(question.machine.initial(), *answer.counterexample);
    if (question.by_order) {
      book_.add_difference(word, booked(question.words, question.representative[index(reached)]));
    } else {
      book_.add_limits(word, allowed_by(answer.feedback, question.machine.output(reached), book_.outputs()));
    }
    given_.resize(book_.size() + 1, false);
    given_[book_.size()] = true;
  }
  keep(id);
  if (every_asking_ && answer.counterexample) {
    if (auto booked_answer = objection(id, question)) return *std::move(booked_answer);  // as it will be recalled
  }
  return answer;
}

}  // namespace remap
