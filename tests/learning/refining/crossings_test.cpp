#include "learning/refining/crossings.hpp"

#include <gtest/gtest.h>

#include <set>

namespace remap {
namespace {

Crossings crossings_of(std::size_t states, std::size_t letters) {
  Crossings crossings(letters);
  for (std::size_t i = 0; i < states; ++i) crossings.add_state();
  return crossings;
}

TEST(Crossings, AStepCountsAsCrossedUntilItIsForgotten) {
  Crossings crossings = crossings_of(4, 3);
  Random random(1);
  const Transition taken = crossings.draw_step(State{2}, random);
  EXPECT_EQ(taken / 3, 2U);
  EXPECT_EQ(crossings.count(taken), 1U);
  crossings.forget(taken);
  EXPECT_EQ(crossings.count(taken), 0U);
}

TEST(Crossings, CountNoFurtherThanTheyCan) {
  Crossings crossings = crossings_of(1, 1);
  Random random(1);
  for (std::size_t i = 0; i < 1'000; ++i) EXPECT_EQ(crossings.draw_step(State{0}, random), 0U);
  EXPECT_EQ(crossings.count(0), 255U);
}

TEST(Crossings, StepsEvenOut) {
  Crossings crossings = crossings_of(1, 4);
  Random random(1);
  for (std::size_t i = 0; i < 100; ++i) crossings.draw_step(State{0}, random);
  for (Transition t = 0; t < 4; ++t) EXPECT_NEAR(static_cast<double>(crossings.count(t)), 25, 2) << t;
}

TEST(Crossings, ATestBeginsWhereFewHaveBeen) {
  Random random(1);
  for (const std::size_t least : {0, 3, 99}) {  // also when the way there leads around the end
    Crossings crossings = crossings_of(100, 2);
    for (std::size_t state = 0; state < 100; ++state) {
      if (state == least) continue;
      while (crossings.count(static_cast<Transition>(2 * state)) == 0 ||
             crossings.count(static_cast<Transition>(2 * state + 1)) == 0) {
        crossings.draw_step(make_id<State>(state), random);
      }
    }
    for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(crossings.draw_start(random), make_id<State>(least));
  }
}

TEST(Crossings, TestsOfALargeShapeBeginAllOverIt) {
  const Crossings crossings = crossings_of(10'000, 5);
  Random random(1);
  std::set<State> starts;
  for (std::size_t i = 0; i < 1'000; ++i) starts.insert(crossings.draw_start(random));
  EXPECT_GT(starts.size(), 900U);
}

}  // namespace
}  // namespace remap
