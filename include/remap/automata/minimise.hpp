// Minimisation of Moore machines.
#pragma once

#include "remap/automata/moore.hpp"

namespace remap {

/// The smallest machine with the same behaviour, canonical. Hopcroft's partition refinement, O(n k log n).
MooreMachine minimise(const MooreMachine& machine);

/// True when all states are reachable and no two behave alike.
bool is_minimal(const MooreMachine& machine);

}  // namespace remap
