// Between the diagrams of a machine and formulas: for tables, files and tasks.
#pragma once

#include <utility>
#include <vector>

#include "logic/guards/guards.hpp"
#include "remap/automata/formula.hpp"
#include "remap/automata/mealy.hpp"
#include "remap/automata/moore.hpp"

namespace remap {

/// The formula of each successor of a state, lowest successor first. Minimal as long as the state depends on few
/// propositions, otherwise irredundant. Throws InputError if a formula would be too large.
std::vector<std::pair<State, Formula>> formulas_of(const Guards& guards, State state);

/// `target` where the formula holds, and the old diagram elsewhere.
Guards::Diagram assign(Guards::Builder& builder, Guards::Diagram old, const Formula& formula, State target);

/// The machine with these diagrams; letters are listed if there are few propositions.
MooreMachine guarded_machine(std::vector<std::string> propositions, Outputs outputs, State initial,
                             std::vector<Output> output_of, Guards guards);
MealyMachine guarded_machine(std::vector<std::string> propositions, Outputs outputs, State initial,
                             std::vector<bool> terminal, std::vector<MealyMachine::Step> steps, const Guards& guards);

}  // namespace remap
