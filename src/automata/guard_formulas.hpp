// Between the diagrams of a machine and formulas: for tables, files and tasks.
#pragma once

#include <utility>
#include <vector>

#include "automata/guards.hpp"
#include "remap/automata/formula.hpp"
#include "remap/automata/moore.hpp"
#include "remap/automata/reward_machine.hpp"

namespace remap {

/// The formula of each successor of a state, lowest successor first. Minimal as long as the state depends on few
/// propositions, otherwise one cube per way through the diagram.
std::vector<std::pair<State, Formula>> formulas_of(const Guards& guards, State state);

/// `target` where the formula holds, and the old diagram elsewhere.
Guards::Diagram assign(Guards::Builder& builder, Guards::Diagram old, const Formula& formula, State target);

/// The machine with these diagrams; letters are listed if there are few propositions.
MooreMachine guarded_machine(std::vector<std::string> propositions, Outputs outputs, State initial,
                             std::vector<Output> output_of, Guards guards);

/// The same machine over these propositions: its own, and others that do not matter. The letters of the machine must be
/// all sets of its own. Throws InputError if a name occurs twice or if there are too many.
MooreMachine over_propositions(const MooreMachine& machine, std::vector<std::string> propositions);
/// A reward machine over the propositions that its formulas use alone, in the same order.
RewardMachine without_idle_propositions(const RewardMachine& machine);

/// A machine with diagrams over the propositions that matter alone, which are listed in `places`; its letters are
/// listed. Throws InputError if they are too many.
MooreMachine without_idle_propositions(const MooreMachine& machine, std::vector<std::size_t>& places);
/// A formula over these propositions as one over all of them.
Formula over_all(const Formula& formula, std::span<const std::size_t> places);

}  // namespace remap
