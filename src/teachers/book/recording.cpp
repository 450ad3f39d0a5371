// Answers are looked up by their words, not by their position, so it does not matter in which order a session asks, or
// whether it is the session that asked first. A counterexample is a fact about a word: it answers every hypothesis that
// gets this word wrong, earliest fact first and each once per session, which for a session that asks as before is the
// very sequence of before. An acceptance answers only the machine that was accepted.
//
// Batches are passed to the teacher in portions. What follows from the book is not asked, and what is asked together
// must not imply each other: a portion ends before a comparison for which that is not certain.
#include "teachers/book/recording.hpp"

#include <algorithm>

namespace remap {

void RecordingTeacher::attend(const WordTree& words) {
  if (words.identity() == session_) return;
  session_ = words.identity();
  given_.clear();
  place_.clear();
}

void RecordingTeacher::compare(const Comparisons& comparisons, std::span<Preference> answers) {
  const WordTree& words = comparisons.words();
  attend(words);
  look_up(comparisons, answers);
  if (place_.size() < book_.words().size()) place_.resize(std::max(book_.words().size(), place_.size() * 2));
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    Place& place = place_[index(words_.find(words, comparisons[i].left))];
    const WordId right = words_.find(words, comparisons[i].right);
    if (answers[i] == Preference::less) place.below = right;
    if (answers[i] == Preference::greater) place.above = right;
    if (answers[i] == Preference::equal) place.equal = right;
  }
}

void RecordingTeacher::look_up(const Comparisons& comparisons, std::span<Preference> answers) {
  const WordTree& words = comparisons.words();
  missing_.clear();
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const Comparison asked = words_.find(words, comparisons[i]);
    book_.prefetch(asked.left, asked.right);
  }
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const Comparison asked = words_.find(words, comparisons[i]);
    const auto known = book_.compare(asked.left, asked.right);
    if (known && (known != Preference::unsure || book_.questioned(asked.left, asked.right))) {
      answers[i] = *known;
    } else {
      missing_.push_back(i);
    }
  }
  answered_of_batch_ = comparisons.size() - missing_.size();
  now_.clear();
  lefts_.clear();
  rights_.clear();
  for (const std::size_t i : missing_) {
    const Comparison asked = words_.find(words, comparisons[i]);
    const bool apart = knowledge().about_left_alone(asked) && !lefts_.contains(asked.left) &&
                       !lefts_.contains(asked.right) && !rights_.contains(asked.left);
    if (!apart || now_.size() == asker_.portion()) ask_now(comparisons, answers);
    if (const auto answer = knowledge().implied(asked)) {
      answers[i] = *answer;
      ++answered_of_batch_;
      continue;
    }
    if (std::max(book_.words().length(asked.left), book_.words().length(asked.right)) > longest_) {
      asker_.leave_unasked(asked);
      answers[i] = Preference::unsure;
      ++answered_of_batch_;
      continue;
    }
    now_.push_back(i);
    if (apart) {
      lefts_.insert(asked.left);
      rights_.insert(asked.right);
    } else {
      ask_now(comparisons, answers);
    }
  }
  ask_now(comparisons, answers);
}

void RecordingTeacher::ask_now(const Comparisons& comparisons, std::span<Preference> answers) {
  const WordTree& words = comparisons.words();
  pairs_.clear();
  booked_.clear();
  for (const std::size_t i : now_) {
    pairs_.push_back(comparisons[i]);
    booked_.push_back(words_.find(words, comparisons[i]));
  }
  answers_.resize(pairs_.size());
  asker_.compare({words, pairs_}, booked_, answers_, Purpose::question);
  for (std::size_t k = 0; k < now_.size(); ++k) answers[now_[k]] = answers_[k];
  answered_of_batch_ += now_.size();
  now_.clear();
  lefts_.clear();
  rights_.clear();
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

AnswerId RecordingTeacher::latest(const WordTree& words, const Comparison& comparison) {
  const Comparison asked = words_.find(words, comparison);
  return book_.latest(asked.left, asked.right);
}

std::vector<AnswerId> RecordingTeacher::decisive(const WordTree& words, WordId word) {
  attend(words);
  const WordId mine = words_.find(words, word);
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
  attend(words);
  std::vector<WordId> unknown, booked;  // what is asked now, and the words of its values
  std::vector<WordId> told;             // those of one answer
  Word letters;
  missing_.clear();
  auto answer = answers.begin();
  for (WordId word : asked) {
    told.assign(1, asked.with_prefixes() ? empty_word : words_.find(words, word));
    if (asked.with_prefixes()) {
      words.spell(word, letters);
      for (Letter letter : letters) told.push_back(book_.words().child(told.back(), letter));
    }
    const auto known = [&](WordId mine) { return book_.value(mine).has_value(); };
    const bool answered = std::all_of(told.begin(), told.end(), known);
    if (!answered) {
      unknown.push_back(word);
      booked.insert(booked.end(), told.begin(), told.end());
    }
    for (WordId mine : told) {
      if (answered) {
        *answer = *book_.value(mine);
      } else {
        missing_.push_back(static_cast<std::size_t>(answer - answers.begin()));
      }
      ++answer;
    }
  }
  if (unknown.empty()) return;
  std::vector<Output> answered(booked.size());
  asker_.values({words, unknown, asked.with_prefixes()}, booked, answered);
  for (std::size_t k = 0; k < answered.size(); ++k) answers[missing_[k]] = answered[k];
}

std::optional<EquivalenceAnswer> RecordingTeacher::recall(const EquivalenceQuestion& question) {
  given_.resize(book_.size() + 1, false);
  bool accepted = false;
  for (std::size_t i = 1; i <= book_.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    const BookEntry& entry = book_.at(id);
    if (!entry.valid || given_[i]) continue;
    if (entry.kind == BookEntry::Kind::acceptance) {
      accepted = accepted || book_.accepted(id) == question.machine.moore();
    } else if (auto answer = objection(book_, id, question)) {
      given_[i] = true;
      return answer;
    }
  }
  if (accepted) return EquivalenceAnswer::accepted();
  return std::nullopt;
}

EquivalenceAnswer RecordingTeacher::equivalence(const EquivalenceQuestion& question) {
  attend(question.words);
  if (auto known = recall(question)) return *std::move(known);
  if (compare_first_) {
    asker_.compare_letters(question.machine.alphabet(),
                           [this](const Comparison& asked) { return knowledge().implied(asked).has_value(); });
  }
  EquivalenceAnswer answer = asker_.equivalence(question, words_);
  given_.resize(book_.size() + 1, false);
  given_[book_.size()] = answer.counterexample.has_value();
  return answer;
}

}  // namespace remap
