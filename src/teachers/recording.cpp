// Answers are looked up by their words, not by their position, so it does not matter in which order a session asks, or
// whether it is the session that asked first. A counterexample is a fact about a word: it answers every hypothesis that
// gets this word wrong, earliest fact first and each once per session, which for a session that asks as before is the
// very sequence of before. An acceptance answers only the machine that was accepted.
//
// Batches go on to the teacher in portions, and each portion is kept before the next is asked, so that a crash costs
// what was in flight and no more.
#include "remap/teachers/recording.hpp"

#include <algorithm>

namespace remap {

namespace {

constexpr std::size_t portion = 4096;
constexpr std::size_t most_evidence = 3000;

OutputSet allowed_by(const Feedback& feedback, Output said, std::size_t outputs) {
  if (feedback.kind == Feedback::Kind::value || feedback.kind == Feedback::Kind::among) {
    return OutputSet::only(outputs, feedback.outputs);
  }
  OutputSet allowed = OutputSet::all(outputs);
  if (feedback.kind == Feedback::Kind::none) allowed.erase(said);
  for (const Output output : feedback.outputs) allowed.erase(output);
  return allowed;
}

}  // namespace

void RecordingTeacher::restart() {
  booked_.clear();
  given_.clear();
  evidence_size_ = 0;
}

WordId RecordingTeacher::booked(const WordTree& words, WordId word) {
  if (booked_.size() < words.size()) booked_.resize(std::max(words.size(), booked_.size() * 2), no_word);
  booked_[index(empty_word)] = empty_word;
  path_.clear();
  while (booked_[index(word)] == no_word) {
    path_.push_back(word);
    word = words.parent(word);
  }
  WordId mine = booked_[index(word)];
  for (std::size_t i = path_.size(); i-- > 0;) {
    mine = book_.words().child(mine, words.last(path_[i]));
    booked_[index(path_[i])] = mine;
  }
  return mine;
}

void RecordingTeacher::keep(AnswerId first) {
  if (keeper_ != nullptr) keeper_->keep(book_, first);
}

void RecordingTeacher::compare(const WordTree& words, std::span<const Comparison> comparisons,
                               std::span<Preference> answers) {
  missing_.clear();
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const auto known = book_.compare(booked(words, comparisons[i].left), booked(words, comparisons[i].right));
    if (known) {
      answers[i] = *known;
    } else {
      missing_.push_back(i);
    }
  }
  const bool inferring = inferring_ || book_.changed();
  const std::size_t most = inferring && book_.size() < most_evidence ? 1 : portion;
  for (std::size_t begin = 0; begin < missing_.size(); begin += most) {
    const auto now = std::span(missing_).subspan(begin, std::min(most, missing_.size() - begin));
    if (most == 1) {
      const Comparison& next = comparisons[now[0]];
      if (const auto answer = infer(booked(words, next.left), booked(words, next.right))) {
        answers[now[0]] = *answer;
        continue;
      }
    }
    asked_now_.clear();
    for (const std::size_t i : now) asked_now_.push_back(comparisons[i]);
    answered_now_.resize(now.size());
    teacher_().compare(words, asked_now_, answered_now_);
    asked_ += now.size();
    const AnswerId first = next_id();
    for (std::size_t k = 0; k < now.size(); ++k) {
      answers[now[k]] = answered_now_[k];
      book_.add_comparison(booked(words, asked_now_[k].left), booked(words, asked_now_[k].right), answered_now_[k]);
    }
    keep(first);
  }
}

std::optional<Preference> RecordingTeacher::infer(WordId left, WordId right) {
  if (evidence_size_ != book_.size()) {
    evidence_ = book_.evidence();
    evidence_size_ = book_.size();
  }
  std::optional<AbsorbingRule> rule;
  if (absorbing_ != no_output) rule.emplace(AbsorbingRule{book_.words(), absorbing_});
  return implied_answer(evidence_, {left, right}, book_.outputs(), rule);
}

Preference RecordingTeacher::ask(const WordTree& words, Comparison comparison, Purpose purpose) {
  Preference answer = Preference::unsure;
  teacher_().compare(words, std::span(&comparison, 1), std::span(&answer, 1));
  ++asked_;
  const AnswerId first = next_id();
  book_.add_comparison(booked(words, comparison.left), booked(words, comparison.right), answer, purpose);
  keep(first);
  return answer;
}

void RecordingTeacher::values(const WordTree& words, std::span<const WordId> asked, std::span<Output> answers) {
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
  teacher_().values(words, unknown, answered);
  asked_ += unknown.size();
  const AnswerId first = next_id();
  for (std::size_t k = 0; k < unknown.size(); ++k) {
    answers[missing_[k]] = answered[k];
    book_.add_value(booked(words, unknown[k]), answered[k]);
  }
  keep(first);
}

std::optional<EquivalenceAnswer> RecordingTeacher::recall(const EquivalenceQuestion& question) {
  const MooreMachine& machine = question.machine;
  const auto output_of = [&](WordId word) { return machine.output_after(book_.words().spell(word)); };
  given_.resize(book_.size() + 1, false);
  bool accepted = false;
  for (std::size_t i = 1; i <= book_.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    const BookEntry& entry = book_.at(id);
    if (!entry.valid || given_[i]) continue;
    EquivalenceAnswer answer;
    if (entry.kind == BookEntry::Kind::acceptance) {
      accepted = accepted || book_.accepted(id) == machine;
      continue;
    }
    if (entry.kind == BookEntry::Kind::limits && !question.by_order) {
      const OutputSet& allowed = book_.allowed(id);
      if (allowed.contains(output_of(entry.left))) continue;
      answer.feedback.outputs = allowed.members();
      answer.feedback.kind = answer.feedback.outputs.size() == 1 ? Feedback::Kind::value : Feedback::Kind::among;
    } else if (entry.kind != BookEntry::Kind::difference || !question.by_order ||
               output_of(entry.left) != output_of(entry.right)) {
      continue;
    }
    answer.counterexample = book_.words().spell(entry.left);
    given_[i] = true;
    return answer;
  }
  if (accepted) return EquivalenceAnswer{};
  return std::nullopt;
}

EquivalenceAnswer RecordingTeacher::equivalence(const EquivalenceQuestion& question) {
  if (auto known = recall(question)) return *std::move(known);
  EquivalenceAnswer answer = teacher_().equivalence(question);
  ++asked_;
  const AnswerId id = next_id();
  if (!answer.counterexample) {
    book_.add_acceptance(question.machine);
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
  return answer;
}

}  // namespace remap
