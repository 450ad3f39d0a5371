// Learning from teachers who err as people and language models do.
//
// Every answer is evidence, and what counts is what all answers together make most likely; no answer contradicts
// another, and no contradiction is ever an end. The session asks as it always does and is answered from the most likely
// labels of words; the teacher is asked until these are likely enough. When a label that was used changes, another
// session is begun from the labels, and nobody is asked again what was asked before. Errors may come back whenever the
// same pair is asked: a word is then compared with other words of a class.
//
// How the teacher errs is learned on the way. The result says how likely it is to be right.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "remap/learning/session.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap {

/// Who says whether a machine is right.
enum class Verdicts : std::uint8_t {
  trusted,  // the teacher, who is never wrong about it, nor about the values of counterexamples
  doubted,  // the teacher, who overlooks wrong lines and may name wrong values: comparisons have the last word
  unasked,  // nobody: comparisons alone
};

struct ErringOptions {
  double error_rate = 0.05;  // of comparisons, as expected before any is answered
  Verdicts verdicts = Verdicts::doubted;
  /// Unless verdicts are trusted: comparisons go on until the machine is right with this probability.
  double confidence = 0.99;
  double stop = 0.2;  // of the distribution from which words are drawn, for the confidence in a single word
  /// A run asks no more than this; 0: many times what a perfect teacher would be asked.
  std::uint64_t most_comparisons = 0;
  std::uint64_t seed = 1;
};

/// Estimated shares of answers. "Near" are neighbouring values in the order, "far" all others.
struct TeacherErrors {
  double overall = 0;
  double told_apart = 0;                       // of pairs of equal words
  double missed_near = 0, missed_far = 0;      // different words called equal
  double reversed_near = 0, reversed_far = 0;  // the wrong way round
  double to_longer = 0.5, to_first = 0.5;      // of errors that prefer a word
  double persistence = 0;                      // of errors: those that come back when the pair is asked again
};

/// An answer that is more likely wrong than right.
struct DoubtfulAnswer {
  std::uint64_t number = 0;  // of the comparison, from 1; in a durable run, of the answer
  Word left, right;          // as they were asked
  Preference answer = Preference::unsure;
  Preference likely = Preference::unsure;  // what it should have been
  double chance = 0;                       // that it is wrong
};

struct ErringResult {
  explicit ErringResult(MooreMachine learned) : machine(std::move(learned)) {}

  MooreMachine machine;
  double confidence = 0;          // that the machine is exactly right
  double confidence_in_word = 0;  // that it is right about a word drawn at random
  double ten_more = 0;            // the confidence that ten more comparisons would give, if they bear it out
  TeacherErrors errors;
  std::vector<DoubtfulAnswer> doubtful;  // the most likely wrong first
  /// Values that could not be told apart by comparisons, because the teacher mostly calls near ones equal.
  std::vector<std::vector<Output>> merged;
  std::uint64_t comparisons = 0, unsure = 0, equivalence_questions = 0;
  std::uint64_t restarts = 0;
  bool gave_up = false;  // too much was asked; the machine is the last one that there was
};

/// Makes and drives sessions until one comes to its end. `make` is called for each of them; it must always make the
/// same, with `ValuationKind::direct` or z3 and any learner, and not `by_comparisons`. With `Verdicts::unasked` the
/// session is `by_order`, or values are guessed.
ErringResult learn_from_erring(Teacher& teacher, const std::function<std::unique_ptr<Session>()>& make,
                               const ErringOptions& options);

}  // namespace remap
