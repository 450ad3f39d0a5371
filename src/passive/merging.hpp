// A small machine for large data: state merging, a heuristic.
#pragma once

#include <cstdint>

#include "passive/data.hpp"

namespace remap::passive {

/// A machine that explains the data, over as many outputs as the order of the data needs (or as there are, if known);
/// its states are numbered as by `canonical`. It need not be smallest. `seed` decides between equally good merges; 0
/// takes the first.
MooreMachine merge_states(const Data& data, const Alphabet& alphabet, std::uint64_t seed);

}  // namespace remap::passive
