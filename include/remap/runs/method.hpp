// A whole method: what decides a session, and what a teacher who knows the machine is told besides.
#pragma once

#include "remap/automata/equivalence.hpp"
#include "remap/learning/options.hpp"
#include "remap/learning/question.hpp"

namespace remap {

/// Whether answers may be wrong, as those of people and language models are.
enum class TeacherErrs : std::uint8_t {
  off,
  on,
  comparisons,  // only these: what is said about a machine is right
};

struct Method : SessionOptions {
  CounterexampleOrder counterexample = CounterexampleOrder::shortest;
  FeedbackStrength feedback = FeedbackStrength::value;
  /// Which answers are asked a second time before they count.
  Confirm confirm = Confirm::off;
  /// So many rechecks per first question: old answers, picked at random, asked once more.
  double recheck = 0;
  /// Answers are evidence (teachers/erring.hpp); without it every answer counts as it was given.
  TeacherErrs teacher_errs = TeacherErrs::off;
  double error_rate = 0.05;  // of comparisons, as expected before any is answered
  double confidence = 0.99;  // the probability to be right that is aimed at
};

enum class Preset : std::uint8_t {
  best,   // the fewest questions, for this alphabet
  paper,  // the paper's own
  lstar,  // the baseline that asks for values
};

/// The method of a preset; the learner is never `LearnerKind::best`.
Method preset_method(Preset preset, const Alphabet& alphabet);

}  // namespace remap
