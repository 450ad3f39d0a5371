// Mealy machines learned as such.
#include <gtest/gtest.h>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/random.hpp"
#include "remap/automata/reward_machine.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

/// A controller: in each state a few letters lead on, and all others to one error state.
MealyMachine controller(std::size_t states, std::size_t letters, std::uint64_t seed) {
  constexpr std::size_t outputs = 6;  // of which the first is that of errors
  Random random(seed);
  std::vector<std::string> names, values;
  for (std::size_t a = 0; a < letters; ++a) names.push_back("a" + std::to_string(a));
  for (std::size_t v = 0; v < outputs; ++v) values.push_back(std::to_string(v));
  const State sink = make_id<State>(states);
  std::vector<MealyMachine::Step> steps((states + 1) * letters, {sink, Output{0}});
  const auto lead = [&](std::size_t from, std::size_t to) {
    steps[from * letters + random.below(letters)] = {make_id<State>(to),
                                                     make_id<Output>(1 + random.below(outputs - 1))};
  };
  for (std::size_t q = 1; q < states; ++q) lead(random.below(q), q);
  for (std::size_t q = 0; q < states; ++q) lead(q, random.below(states));
  return minimise({Alphabet::plain(std::move(names)), Outputs(std::move(values)), State{0},
                   std::vector<bool>(states + 1, false), std::move(steps)});
}

Learned learned(const MooreMachine& hidden, MachineKind kind, LearnerKind learner = LearnerKind::tree) {
  SessionOptions options;
  options.machine = kind;
  options.equivalence_cost = 300;
  options.learner = learner;
  MachineTeacher teacher(hidden);
  return learn(teacher, hidden.alphabet(), hidden.outputs(), options);
}

TEST(Mealy, AControllerTakesLessThanItsMooreMachine) {
  const MealyMachine hidden = controller(150, 30, 1);
  const MooreMachine moore = to_moore(hidden, Output{0});
  const Learned as_mealy = learned(moore, MachineKind::mealy);
  const Learned as_moore = learned(moore, MachineKind::moore);
  EXPECT_EQ(*as_mealy.machine.mealy(), hidden);
  EXPECT_EQ(as_moore.machine.mealy(), nullptr);
  EXPECT_LT(3 * hidden.size(), 2 * moore.size());
  EXPECT_LT(4 * as_mealy.counts.comparisons, 3 * as_moore.counts.comparisons);
}

TEST(Mealy, TheEmptyWordHasAnOutputOfItsOwn) {
  const MealyMachine hidden = controller(5, 3, 2);
  for (const Output empty : {Output{0}, Output{3}, Output{5}}) {
    const MooreMachine moore = to_moore(hidden, empty);
    const Hypothesis machine = learned(moore, MachineKind::mealy).machine;
    EXPECT_EQ(*machine.mealy(), hidden);
    EXPECT_EQ(machine.output_after({}), empty);
    EXPECT_EQ(machine.moore(), moore);
  }
}

TEST(Mealy, LearnersOfMooreMachinesGiveThemToo) {
  const MooreMachine hidden = random_machine({10, 3, 3}, 4);
  for (const LearnerKind learner : {LearnerKind::table, LearnerKind::tree, LearnerKind::tour}) {
    EXPECT_EQ(*learned(hidden, MachineKind::mealy, learner).machine.mealy(), to_mealy(hidden));
  }
}

TEST(Mealy, HypothesesWithOtherNamesAndEquality) {
  const Hypothesis one(controller(5, 3, 2), Output{0});
  EXPECT_EQ(one, Hypothesis(controller(5, 3, 2), Output{0}));
  EXPECT_NE(one, Hypothesis(controller(5, 3, 2), Output{1}));
  EXPECT_NE(one, Hypothesis(one.moore()));
  const Outputs names({"a", "b", "c", "d", "e", "f"});
  const Hypothesis renamed = one.with_outputs(names);
  EXPECT_EQ(renamed.outputs(), names);
  const Word word{Letter{1}, Letter{2}};
  EXPECT_EQ(renamed.output_after(word), one.output_after(word));
}

}  // namespace
}  // namespace remap
