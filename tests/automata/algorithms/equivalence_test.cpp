#include "remap/automata/equivalence.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "remap/automata/error.hpp"
#include "support/machines.hpp"

namespace remap {
namespace {

std::optional<Word> first_difference(const MooreMachine& a, const MooreMachine& b, std::size_t length) {
  for (const Word& word : testing::words_up_to(length, a.letters())) {
    if (a.output_after(word) != b.output_after(word)) return word;
  }
  return std::nullopt;
}

RC_GTEST_PROP(FindCounterexample, IsShortestAsByBruteForce, (std::uint64_t seed)) {
  Random random(seed);
  const MooreMachine a = testing::any_machine(random, 5);
  const MooreMachine b = random.chance(0.2) ? minimise(a) : testing::any_machine(random, 5);
  const auto expected = first_difference(a, b, 10);  // n + m letters always suffice
  const auto found = find_counterexample(a, b, CounterexampleOrder::shortest);
  RC_ASSERT(found.has_value() == expected.has_value());
  if (found) {
    RC_ASSERT(found->size() == expected->size());
    RC_ASSERT(a.output_after(*found) != b.output_after(*found));
  }
  const auto deep = find_counterexample(a, b, CounterexampleOrder::depth_first);
  RC_ASSERT(deep.has_value() == expected.has_value());
  if (deep) RC_ASSERT(a.output_after(*deep) != b.output_after(*deep));
}

/// Two cycles of one letter that differ at one place only, far away.
MooreMachine cycle(std::size_t length, std::size_t marked) {
  std::vector<State> next;
  std::vector<Output> output_of(length, Output{0});
  for (std::size_t q = 0; q < length; ++q) next.push_back(make_id<State>((q + 1) % length));
  output_of[marked] = Output{1};
  return {testing::letters({"a"}), testing::outputs({"0", "1"}), State{0}, output_of, next};
}

TEST(FindCounterexample, FindsDistantDifferences) {
  EXPECT_EQ(find_counterexample(cycle(7, 6), cycle(5, 4))->size(), 4U);
  EXPECT_EQ(find_counterexample(cycle(50, 49), cycle(50, 48))->size(), 48U);
  EXPECT_EQ(find_counterexample(cycle(50, 49), cycle(50, 49)), std::nullopt);
}

TEST(FindCounterexample, DepthFirstFollowsThePairMetLast) {
  // From state 0, a leads to 1 and b to 2; one more a shows the difference from 1, two more from 2.
  const auto machine = [](std::size_t last) {
    return MooreMachine(
        testing::letters({"a", "b"}), testing::outputs({"0", "1"}), State{0},
        {Output{0}, Output{0}, Output{0}, Output{0}, make_id<Output>(last)},
        {State{1}, State{2}, State{4}, State{1}, State{3}, State{2}, State{4}, State{3}, State{4}, State{4}});
  };
  const Word aa{Letter{0}, Letter{0}};
  const Word baa{Letter{1}, Letter{0}, Letter{0}};
  EXPECT_EQ(find_counterexample(machine(0), machine(1), CounterexampleOrder::depth_first), baa);
  EXPECT_EQ(find_counterexample(machine(0), machine(1), CounterexampleOrder::shortest), aa);
}

TEST(FindCounterexample, ManyLettersStayApart) {
  constexpr std::size_t letters = 70'000;
  std::vector<std::string> names;
  for (std::size_t a = 0; a < letters; ++a) names.push_back(std::to_string(a));
  const Alphabet alphabet = testing::letters(names);
  const auto machine = [&](std::size_t marked) {
    std::vector<State> next(letters, State{0});
    next.resize(2 * letters, State{1});
    next[marked] = State{1};
    return MooreMachine(alphabet, testing::outputs({"0", "1"}), State{0}, {Output{0}, Output{1}}, next);
  };
  const MooreMachine none(alphabet, testing::outputs({"0", "1"}), State{0}, {Output{0}},
                          std::vector<State>(letters, State{0}));
  for (const std::size_t marked : {std::size_t{65'536}, letters - 1}) {
    const Word expected{make_id<Letter>(marked)};
    EXPECT_EQ(find_counterexample(machine(marked), none), expected);
    EXPECT_EQ(format_word(alphabet, expected), names[marked]);
    EXPECT_EQ(parse_word(alphabet, names[marked]), expected);
    EXPECT_EQ(find_counterexample(machine(marked), machine(marked - 65'500))->front(),
              make_id<Letter>(marked - 65'500));
  }
}

TEST(FindCounterexample, MatchesOutputsByName) {
  const auto one_state = [](std::vector<std::string> names, std::size_t output) {
    return MooreMachine(testing::letters({"a"}), testing::outputs(std::move(names)), State{0},
                        {make_id<Output>(output)}, {State{0}});
  };
  EXPECT_EQ(find_counterexample(one_state({"0", "1"}, 1), one_state({"1.0", "2"}, 0)), std::nullopt);
  EXPECT_EQ(find_counterexample(one_state({"0", "1"}, 0), one_state({"x", "y"}, 0)), Word{});
}

TEST(FindCounterexample, RefusesDifferentAlphabetsAndWrongLabels) {
  const MooreMachine a = cycle(3, 1);
  const MooreMachine b(testing::letters({"b"}), testing::outputs({"0", "1"}), State{0}, {Output{0}}, {State{0}});
  EXPECT_THROW(find_counterexample(a, b), InputError);
  const std::vector<Output> labels(2);
  EXPECT_THROW(find_counterexample(a, labels, a, labels, CounterexampleOrder::shortest), Misuse);
}

RC_GTEST_PROP(Disagreement, AgreesWithCountingWords, (std::uint64_t seed)) {
  Random random(seed);
  const MooreMachine a = testing::any_machine(random, 4);
  const MooreMachine b = testing::any_machine(random, 4);
  const double p = 0.7;
  constexpr std::size_t longest = 11;
  double expected = 0;
  for (const Word& word : testing::words_up_to(longest, 2)) {
    if (word.empty() || a.output_after(word) == b.output_after(word)) continue;
    const double length = static_cast<double>(word.size());
    expected += std::pow(1 - p, length - 1) * p * std::pow(0.5, length);
  }
  RC_ASSERT(std::abs(disagreement(a, b, p) - expected) <= std::pow(1 - p, longest) + 1e-12);
}

TEST(Disagreement, KnownValues) {
  // Differ on words of even length; the odd ones weigh 1 / (2 - p).
  EXPECT_NEAR(disagreement(cycle(2, 1), cycle(1, 0), 0.2), 1 - 1 / 1.8, 1e-11);
  EXPECT_EQ(disagreement(cycle(2, 1), cycle(2, 1), 0.2), 0);
  EXPECT_EQ(disagreement(cycle(2, 1), cycle(1, 0), 1), 0);
  EXPECT_THROW(disagreement(cycle(1, 0), cycle(1, 0), 0), InputError);
  EXPECT_THROW(disagreement(cycle(1, 0), cycle(1, 0), std::nan("")), InputError);
}

}  // namespace
}  // namespace remap
