// Tests of a shape where letters tell nothing about each other: random words over transitions that few tests have
// crossed. A disagreement is a counterexample, enough agreements in a row make the shape an offer.
#pragma once

#include "learning/refiner.hpp"

namespace remap {

class RandomTests {
 public:
  /// Both must outlive the tests. Before `letters_are_opaque` few tests are made.
  RandomTests(Refiner& refiner, Random& random) : refiner_(refiner), random_(random) {}

  /// Random letters are good tests: make as many as usual, times `care`.
  void letters_are_opaque(std::size_t care = 1);
  /// To be called by the guide of the refiner, for its own `test`.
  void test();

 private:
  void add(std::size_t count);

  Refiner& refiner_;
  Random& random_;
  std::size_t fewest_ = 0;
  double share_ = 0.1;
};

}  // namespace remap
