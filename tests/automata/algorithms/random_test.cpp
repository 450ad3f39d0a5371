#include "remap/automata/random.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"

namespace remap {
namespace {

void expect_good(const RandomMachineShape& shape, std::uint64_t seed) {
  const MooreMachine machine = random_machine(shape, seed);
  EXPECT_EQ(machine.size(), shape.states);
  EXPECT_EQ(machine.letters(), shape.letters);
  EXPECT_EQ(machine.outputs().size(), shape.outputs);
  EXPECT_TRUE(is_minimal(machine));
  EXPECT_EQ(canonical(machine), machine);
  std::set<Output> used;
  for (std::size_t q = 0; q < machine.size(); ++q) used.insert(machine.output(make_id<State>(q)));
  EXPECT_EQ(used.size(), shape.outputs);
}

TEST(RandomMachine, EveryFeasibleShape) {
  for (std::size_t states = 1; states <= 60; ++states) {
    for (const std::size_t letters : {1, 2, 3, 8}) {
      for (std::size_t outputs = 1; outputs <= states; outputs += 1 + outputs / 4) {
        if (outputs > 1 || states == 1) expect_good({states, letters, outputs}, states * 1000 + outputs);
      }
      expect_good({states, letters, states}, 5);
    }
  }
}

TEST(RandomMachine, LargeOnes) {
  expect_good({20000, 10, 3}, 1);
  expect_good({100000, 1, 2}, 1);
  expect_good({100000, 2, 100000}, 1);
}

TEST(RandomMachine, SeedDecides) {
  EXPECT_EQ(random_machine({20, 3, 4}, 7), random_machine({20, 3, 4}, 7));
  EXPECT_NE(random_machine({20, 3, 4}, 7), random_machine({20, 3, 4}, 8));
}

TEST(RandomMachine, RefusesImpossibleShapes) {
  EXPECT_THROW(random_machine({0, 1, 1}, 0), InputError);
  EXPECT_THROW(random_machine({1, 0, 1}, 0), InputError);
  EXPECT_THROW(random_machine({2, 1, 0}, 0), InputError);
  EXPECT_THROW(random_machine({2, 1, 1}, 0), InputError);
  EXPECT_THROW(random_machine({2, 1, 3}, 0), InputError);
  EXPECT_THROW(random_machine({std::size_t{1} << 40, 2, 3}, 0), InputError);
}

TEST(Random, TheSameNumbersEverywhere) {
  Random random(42);
  EXPECT_EQ(random.next(), 1546998764402558742U);
  EXPECT_EQ(random.next(), 6990951692964543102U);
}

TEST(Random, BelowIsUniform) {
  Random random(1);
  std::vector<int> count(5);
  for (int i = 0; i < 50000; ++i) ++count.at(random.below(5));
  for (const int c : count) EXPECT_NEAR(c, 10000, 500);
  EXPECT_EQ(random.below(1), 0U);
}

TEST(Random, UnitAndChance) {
  Random random(2);
  double sum = 0;
  int hits = 0;
  for (int i = 0; i < 50000; ++i) {
    const double u = random.unit();
    ASSERT_TRUE(u >= 0 && u < 1);
    sum += u;
    hits += random.chance(0.3) ? 1 : 0;
  }
  EXPECT_NEAR(sum / 50000, 0.5, 0.01);
  EXPECT_NEAR(hits / 50000.0, 0.3, 0.01);
}

TEST(Random, StreamsDiffer) {
  std::set<std::uint64_t> first;
  for (std::uint64_t stream = 0; stream < 100; ++stream) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Random random = split_random(seed, stream);
      for (int i = 0; i < 4; ++i) first.insert(random.next());
    }
  }
  EXPECT_EQ(first.size(), 4000U);
}

}  // namespace
}  // namespace remap
