#include "learning/random_tests.hpp"

#include <algorithm>

namespace remap {

namespace {
// Agreements in a row before the shape is offered: so many, and so many more per state. Where letters are sets of
// propositions a random letter says little, so fewer are spent there: a tenth per state.
constexpr std::size_t fewest_tests = 5;
constexpr double test_share = 0.15;
}  // namespace

void RandomTests::letters_are_opaque(std::size_t care) {
  fewest_ = care * fewest_tests;
  share_ = static_cast<double>(care) * test_share;
}

void RandomTests::test() {
  if (!refiner_.tests_passed()) return;
  const std::size_t states = refiner_.tree().states();
  const std::size_t enough = fewest_ + static_cast<std::size_t>(share_ * static_cast<double>(states));
  if (refiner_.agreements() >= enough) return refiner_.offer();
  walks_.add(std::min(enough - refiner_.agreements(), refiner_.most_at_once()), refiner_.agreements());
}

}  // namespace remap
