#include "remap/learning/options.hpp"

namespace remap {

SessionOptions SessionOptions::paper() {
  SessionOptions options;
  options.learner = LearnerKind::table;
  options.ranker = RankerKind::quicksort;
  options.guess = Guess::lowest;
  return options;
}

SessionOptions SessionOptions::lstar() {
  SessionOptions options = paper();
  options.learner = LearnerKind::lstar;
  return options;
}

// An answer has to be repeated several times before it counts, so fewer are asked before an equivalence question; and
// each word is believed to have a label of its own, which comparisons of two tests with each other do not give.
SessionOptions SessionOptions::erring() {
  SessionOptions options;
  options.effort = Effort::economy;
  options.pairs = false;
  return options;
}

double equivalence_cost_of(Effort effort) noexcept {
  switch (effort) {
    case Effort::full:
      return 340;
    case Effort::economy:
      return 33;
    case Effort::lazy:
      break;
  }
  return 0;
}

LearnerKind SessionOptions::learner_for(const Alphabet& alphabet) const noexcept {
  if (learner != LearnerKind::best) return learner;
  return alphabet.propositional() ? LearnerKind::tour : LearnerKind::tree;
}

}  // namespace remap
