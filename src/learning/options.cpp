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

LearnerKind SessionOptions::learner_for(const Alphabet& alphabet) const noexcept {
  if (learner != LearnerKind::best) return learner;
  return alphabet.propositional() ? LearnerKind::tour : LearnerKind::tree;
}

}  // namespace remap
