// The machines a file can hold, and the conversions between them that readers and writers need.
#pragma once

#include <variant>

#include "remap/automata/mealy.hpp"
#include "remap/automata/moore.hpp"
#include "remap/automata/reward_machine.hpp"

namespace remap {

using AnyMachine = std::variant<MooreMachine, MealyMachine, RewardMachine>;

/// The Moore machine that a machine stands for; a Moore machine stands for itself.
MooreMachine as_moore(const AnyMachine& machine);

/// The reward machine that a machine stands for: it gives every word the same output. Throws InputError when there is
/// none, because letters are not sets of propositions, an output is not a number, or the empty word does not give 0.
RewardMachine as_reward_machine(const AnyMachine& machine);

}  // namespace remap
