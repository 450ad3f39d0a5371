// Limits of the readers in this module, so that a small hostile file cannot ask for a huge machine.
#pragma once

#include <cstddef>

namespace remap {

inline constexpr std::size_t max_states = 1'000'000;
/// States times letters of a machine whose file need not list every step.
inline constexpr std::size_t max_steps = 1U << 26U;
inline constexpr std::size_t max_propositions = 64;

}  // namespace remap
