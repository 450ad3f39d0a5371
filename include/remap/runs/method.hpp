// A whole method: what decides a session, and what a teacher who knows the machine is told besides.
#pragma once

#include "remap/automata/equivalence.hpp"
#include "remap/learning/options.hpp"
#include "remap/learning/question.hpp"

namespace remap {

struct Method : SessionOptions {
  CounterexampleOrder counterexample = CounterexampleOrder::shortest;
  FeedbackStrength feedback = FeedbackStrength::value;
  /// Which answers are asked a second time before they count.
  Confirm confirm = Confirm::off;
  /// So many rechecks per first question: old answers, picked at random, asked once more.
  double recheck = 0;
};

enum class Preset : std::uint8_t {
  best,   // the fewest questions, for this alphabet
  paper,  // the paper's own
  lstar,  // the baseline that asks for values
};

/// The method of a preset; the learner is never `LearnerKind::best`.
Method preset_method(Preset preset, const Alphabet& alphabet);

}  // namespace remap
