#include "learning/testing/state_tests.hpp"

#include <gtest/gtest.h>

#include <map>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/families.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

constexpr Letter a{0}, b{1};

TEST(WeightedDraw, DrawsByWeight) {
  WeightedDraw draw;
  for (const double weight : {1.0, 2.0, 0.5, 4.0, 3.0}) draw.add(weight);
  draw.set(3, 0.5);
  EXPECT_DOUBLE_EQ(draw.total(), 7);
  Random random(1);
  std::map<std::size_t, std::size_t> times;
  for (std::size_t i = 0; i < 7'000; ++i) ++times[draw.draw(random)];
  const std::vector<double> expected{1'000, 2'000, 500, 500, 3'000};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(static_cast<double>(times[i]), expected[i], 150) << i;
}

TEST(SplittingSuffixes, WhatHasSplitStatesIsDrawnMoreOften) {
  SplittingSuffixes suffixes(2);
  EXPECT_TRUE(suffixes.empty());
  const Word useful{a, b}, useless{b, b, a};
  suffixes.counterexample(useless);  // its ends: b a, a
  suffixes.split(useful, useful);
  for (std::size_t i = 0; i < 30; ++i) suffixes.split(useful, Word{a});
  Random random(1);
  std::size_t drawn = 0, first = 0;
  for (std::size_t i = 0; i < 1'000; ++i) {
    Word letters;
    suffixes.spell(suffixes.draw(random), letters);
    if (letters == useful) ++drawn;
    if (suffixes.draw_letter(random) == a) ++first;
  }
  EXPECT_GT(drawn, 900U);
  EXPECT_GT(first, 800U);
}

TEST(SplittingSuffixes, TestsThatFindNothingLowerTheWeight) {
  SplittingSuffixes suffixes(2);
  suffixes.split(Word{a}, Word{a});
  suffixes.split(Word{b}, Word{b});
  Random random(1);
  for (std::size_t i = 0; i < 100; ++i) suffixes.tested(Suffix{0}, false);
  std::size_t drawn = 0;
  for (std::size_t i = 0; i < 1'000; ++i) drawn += suffixes.draw(random) == Suffix{0} ? 1U : 0U;
  EXPECT_LT(drawn, 200U);
}

struct Counted {
  double comparisons = 0, questions = 0;
  std::size_t longest = 0;  // letters of a word in a comparison
};

SessionOptions at_price(double price) {
  SessionOptions options;
  options.equivalence_cost = price;
  return options;
}

/// The mean of three seeds, each of which must find the machine.
Counted learn_thrice(const MooreMachine& hidden, SessionOptions options = at_price(300)) {
  constexpr std::size_t seeds = 3;
  Counted counted;
  for (std::size_t seed = 1; seed <= seeds; ++seed) {
    options.seed = seed;
    MachineTeacher teacher(hidden);
    Session session(hidden.alphabet(), hidden.outputs(), options);
    drive(session, teacher, [&] {
      const Request& request = session.next();
      for (std::size_t i = 0; i < request.comparisons.size(); ++i) {
        counted.longest = std::max(counted.longest, request.comparisons.left(i).size());
      }
      return true;
    });
    EXPECT_FALSE(find_counterexample(session.machine(), hidden));
    counted.comparisons += static_cast<double>(session.counts().comparisons) / seeds;
    counted.questions += static_cast<double>(session.counts().equivalence_questions) / seeds;
  }
  return counted;
}

TEST(StateTests, MemoryIsTestedWhereWalksFindNothing) {
  const Counted grid = learn_thrice(*family_machine("grid:10,10"));
  EXPECT_LE(grid.questions, 8);
  EXPECT_LE(grid.comparisons, 4'000);
}

TEST(StateTests, WhatCountsIsTestedByEverLongerWords) {
  const Counted counter = learn_thrice(*family_machine("counter:100"));
  EXPECT_LE(counter.questions, 10);
  EXPECT_LE(counter.comparisons, 8'000);
}

TEST(StateTests, RandomMachinesAreTestedByWalks) {
  const Counted random = learn_thrice(random_machine({1'000, 5, 4}, 1));
  EXPECT_LE(random.questions, 3);
  EXPECT_LE(random.comparisons, 39'400);
}

TEST(StateTests, ThePriceDecidesHowLongToTest) {
  const Counted few = learn_thrice(*family_machine("protocol:30,8,6"), at_price(1)),
                many = learn_thrice(*family_machine("protocol:30,8,6"), at_price(1'000));
  EXPECT_GT(few.questions, many.questions + 5);
  EXPECT_LT(few.comparisons, many.comparisons);
}

TEST(StateTests, NoTestIsLongerThanAllowed) {
  const MooreMachine hidden = random_machine({40, 3, 3}, 1);
  SessionOptions options = at_price(300);
  EXPECT_GT(learn_thrice(hidden, options).longest, 25U);
  options.longest_test = 6;
  EXPECT_LE(learn_thrice(hidden, options).longest, 12U);  // words that are sifted may be longer
}

}  // namespace
}  // namespace remap
