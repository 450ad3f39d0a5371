// The machines a file can hold, and the conversions between them that readers and writers need.
#pragma once

#include <variant>

#include "remap/automata/mealy.hpp"
#include "remap/automata/moore.hpp"
#include "remap/automata/reward_machine.hpp"
#include "remap/learning/hypothesis.hpp"

namespace remap {

using AnyMachine = std::variant<MooreMachine, MealyMachine, RewardMachine>;

/// A hypothesis as the machine that it is.
AnyMachine as_learned(const Hypothesis& hypothesis);

/// The Moore machine equivalent to a machine; a Moore machine is returned unchanged.
MooreMachine as_moore(const AnyMachine& machine);

/// The equivalent reward machine: it gives every word the same output. Throws InputError if there is none, because
/// letters are not sets of propositions, an output is not a number, or the output of the empty word is not 0.
RewardMachine as_reward_machine(const AnyMachine& machine);

}  // namespace remap
