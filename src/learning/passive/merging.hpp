// A small machine for large data: state merging, a heuristic.
#pragma once

#include <cstdint>

#include "learning/passive/data.hpp"

namespace remap::passive {

/// A machine that explains the data, over as many outputs as the data's order needs (or as there are, when that is
/// known); its states are numbered as `canonical` does. How small it is nobody promises. `seed` decides between merges
/// that seem equally good; 0 takes the first.
MooreMachine merge_states(const Data& data, const Alphabet& alphabet, std::uint64_t seed);

}  // namespace remap::passive
