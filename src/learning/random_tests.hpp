// Tests of a shape if letters are unrelated to each other: random words over rarely crossed transitions. A disagreement
// is a counterexample; after enough agreements in a row the shape is offered.
#pragma once

#include "learning/state_tests/random_walks.hpp"

namespace remap {

class RandomTests {
 public:
  /// Both must outlive the tests. Few tests are made until `letters_are_opaque` is called.
  RandomTests(Refiner& refiner, Random& random)
      : refiner_(refiner), walks_(refiner, random, no_limit, RandomWalks::Words::all) {}

  /// Random letters are good tests: make the usual number, times `care`.
  void letters_are_opaque(std::size_t care = 1);
  /// To be called by the guide of the refiner, for its own `test`.
  void test();

 private:
  Refiner& refiner_;
  RandomWalks walks_;
  std::size_t fewest_ = 0;
  double share_ = 0.1;
};

}  // namespace remap
