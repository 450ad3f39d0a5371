// A complete method: the options of a session, and how a teacher that knows the machine answers.
#pragma once

#include "remap/automata/equivalence.hpp"
#include "remap/learning/options.hpp"
#include "remap/learning/question.hpp"

namespace remap {

/// Whether answers may be wrong, as those of people and language models are.
enum class TeacherErrs : std::uint8_t {
  off,
  on,
  comparisons,  // only comparisons may be wrong: verdicts on machines are correct
};

struct Method : SessionOptions {
  CounterexampleOrder counterexample = CounterexampleOrder::shortest;
  FeedbackStrength feedback = FeedbackStrength::value;
  /// Which questions are asked a second time before their answers count.
  Confirm confirm = Confirm::off;
  /// The number of rechecks per new question: earlier questions, picked at random, are asked once more.
  double recheck = 0;
  /// If on, answers are treated as evidence (teachers/erring.hpp); otherwise every answer counts as given.
  TeacherErrs teacher_errs = TeacherErrs::off;
  double error_rate = 0.05;  // of comparisons, as expected before the first answer
  double confidence = 0.99;  // the required probability that the machine is correct
};

enum class Preset : std::uint8_t {
  best,   // the fewest questions, for this alphabet
  paper,  // the method of the paper
  lstar,  // the baseline that asks for values
};

/// The method of a preset; its learner is never `LearnerKind::best`. If the teacher errs, a comparison has to be
/// repeated several times before it counts, so the best method makes fewer of them before an equivalence question.
Method preset_method(Preset preset, const Alphabet& alphabet, TeacherErrs errs = TeacherErrs::off);

}  // namespace remap
