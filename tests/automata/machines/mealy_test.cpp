#include "remap/automata/mealy.hpp"

#include <gtest/gtest.h>

#include "remap/automata/error.hpp"
#include "support/machines.hpp"

namespace remap {
namespace {

MealyMachine machine(std::vector<bool> terminal, std::vector<MealyMachine::Step> steps) {
  return {testing::letters({"a", "b"}), testing::outputs({"0", "1"}), State{0}, std::move(terminal), std::move(steps)};
}

TEST(MealyMachine, RefusesWhatDoesNotFit) {
  EXPECT_THROW(machine({}, {}), Misuse);
  EXPECT_THROW(machine({false}, {{}}), Misuse);
  EXPECT_THROW(machine({false}, {{}, {State{1}, Output{0}}}), Misuse);
  EXPECT_THROW(machine({false}, {{}, {State{0}, Output{2}}}), Misuse);
  EXPECT_THROW(machine({false}, {{}, {State{0}, no_output}}), Misuse);
  EXPECT_THROW(machine({false}, {{}, {no_state, Output{0}}}), Misuse);
}

TEST(Complete, UsesATerminalStateThatIsThere) {
  const MealyMachine partial = machine({false, true}, {{State{1}, Output{1}}, {}, {}, {}});
  EXPECT_FALSE(partial.complete());
  const MealyMachine whole = complete(partial, Output{0});
  EXPECT_TRUE(whole.complete());
  EXPECT_EQ(whole.size(), 2U);
  EXPECT_EQ(whole.step(State{0}, Letter{0}), (MealyMachine::Step{State{1}, Output{1}}));
  EXPECT_EQ(whole.step(State{0}, Letter{1}), (MealyMachine::Step{State{1}, Output{0}}));
  EXPECT_EQ(complete(whole, Output{0}), whole);
}

TEST(Complete, AddsATerminalStateWhenThereIsNone) {
  const MealyMachine whole = complete(machine({false}, {{State{0}, Output{1}}, {}}), Output{0});
  EXPECT_EQ(whole.size(), 2U);
  EXPECT_TRUE(whole.terminal(State{1}));
  EXPECT_EQ(whole.step(State{0}, Letter{1}), (MealyMachine::Step{State{1}, Output{0}}));
  EXPECT_THROW(complete(whole, Output{2}), Misuse);
}

}  // namespace
}  // namespace remap
