#include "remap/automata/moore.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>

#include "remap/automata/error.hpp"
#include "support/machines.hpp"

namespace remap {
namespace {

MooreMachine renumbered(const MooreMachine& machine, Random& random) {
  std::vector<std::size_t> to(machine.size());
  std::iota(to.begin(), to.end(), std::size_t{0});
  for (std::size_t i = to.size(); i > 1; --i) std::swap(to[i - 1], to[random.below(i)]);
  std::vector<Output> output_of(machine.size());
  std::vector<State> next(machine.size() * machine.letters());
  for (std::size_t q = 0; q < machine.size(); ++q) {
    output_of[to[q]] = machine.output(make_id<State>(q));
    for (std::size_t a = 0; a < machine.letters(); ++a) {
      next[to[q] * machine.letters() + a] =
          make_id<State>(to[index(machine.next(make_id<State>(q), make_id<Letter>(a)))]);
    }
  }
  return {machine.alphabet(), machine.outputs(), make_id<State>(to[index(machine.initial())]), std::move(output_of),
          std::move(next)};
}

TEST(MooreMachine, Runs) {
  const MooreMachine machine(testing::letters({"a", "b"}), testing::outputs({"0", "1"}), State{0},
                             {Output{0}, Output{1}}, {State{0}, State{1}, State{1}, State{0}});
  const Word word{Letter{1}, Letter{0}};
  EXPECT_EQ(machine.run(State{0}, word), State{1});
  EXPECT_EQ(machine.output_after(word), Output{1});
  EXPECT_EQ(machine.output_after({}), Output{0});
}

TEST(MooreMachine, RefusesWhatDoesNotFit) {
  const auto a = testing::letters({"a"});
  const auto o = testing::outputs({"0"});
  EXPECT_THROW(MooreMachine(a, o, State{0}, {}, std::vector<State>{}), Misuse);
  EXPECT_THROW(MooreMachine(a, o, State{1}, {Output{0}}, {State{0}}), Misuse);
  EXPECT_THROW(MooreMachine(a, o, State{0}, {Output{1}}, {State{0}}), Misuse);
  EXPECT_THROW(MooreMachine(a, o, State{0}, {Output{0}}, {State{1}}), Misuse);
  EXPECT_THROW(MooreMachine(a, o, State{0}, {Output{0}}, {State{0}, State{0}}), Misuse);
}

RC_GTEST_PROP(MooreMachine, CanonicalForgetsTheNumbering, (std::uint64_t seed)) {
  Random random(seed);
  const MooreMachine machine = testing::any_machine(random, 8);
  const MooreMachine other = renumbered(machine, random);
  RC_ASSERT(canonical(machine) == canonical(other));
  RC_ASSERT(canonical(canonical(machine)) == canonical(machine));
  RC_ASSERT(isomorphic(machine, other));
  for (const Word& word : testing::words_up_to(5, 2)) {
    RC_ASSERT(canonical(machine).output_after(word) == machine.output_after(word));
  }
}

TEST(RestrictLetters, MatchesSetsByTheirPropositions) {
  const auto wide = Alphabet::power_set({"a", "b"});  // {} {a} {b} {a,b}
  const MooreMachine machine(wide, testing::outputs({"0", "1", "2", "3"}), State{0},
                             {Output{0}, Output{1}, Output{2}, Output{3}},
                             {State{0}, State{1}, State{2}, State{3}, State{0}, State{1}, State{2}, State{3}, State{0},
                              State{1}, State{2}, State{3}, State{0}, State{1}, State{2}, State{3}});
  const auto narrow = Alphabet::power_set({"b", "a"});  // {} {b} {a} {b,a}
  const MooreMachine swapped = restrict_letters(machine, narrow);
  EXPECT_EQ(swapped.next(State{0}, Letter{1}), State{2});
  EXPECT_EQ(swapped.next(State{0}, Letter{3}), State{3});
  const auto one = Alphabet::at_most_one({"b"});
  EXPECT_EQ(restrict_letters(machine, one).next(State{3}, Letter{1}), State{2});
  const auto unknown = Alphabet::at_most_one({"c"});
  EXPECT_THROW(restrict_letters(machine, unknown), InputError);
}

TEST(RestrictLetters, MatchesPlainLettersByName) {
  const MooreMachine machine(testing::letters({"a", "b"}), testing::outputs({"0", "1"}), State{0},
                             {Output{0}, Output{1}}, {State{0}, State{1}, State{1}, State{0}});
  EXPECT_EQ(restrict_letters(machine, testing::letters({"b"})).next(State{0}, Letter{0}), State{1});
  EXPECT_THROW(restrict_letters(machine, testing::letters({"c"})), InputError);
}

}  // namespace
}  // namespace remap
