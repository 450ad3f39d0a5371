// Minimisation of Moore and Mealy machines.
#pragma once

#include "remap/automata/mealy.hpp"
#include "remap/automata/moore.hpp"

namespace remap {

/// The smallest machine with the same behaviour, canonical. Hopcroft's partition refinement, O(n k log n).
MooreMachine minimise(const MooreMachine& machine);

/// The same for Mealy machines. Missing steps stay missing; steps out of terminal states are dropped, so at most one of
/// these remains.
MealyMachine minimise(const MealyMachine& machine);

/// True when all states are reachable and no two behave alike.
bool is_minimal(const MooreMachine& machine);

}  // namespace remap
