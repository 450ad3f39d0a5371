// What the readers of this room accept at most, so that a small hostile file cannot ask for a huge machine.
#pragma once

#include <cstddef>

namespace remap {

inline constexpr std::size_t max_states = 1'000'000;
/// States times letters of a machine whose file need not spell each step out.
inline constexpr std::size_t max_steps = 1U << 26U;
inline constexpr std::size_t max_propositions = 64;

}  // namespace remap
