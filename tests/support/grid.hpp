// A grid of random machines that every learner must get right.
#pragma once

#include <memory>

#include "remap/automata/random.hpp"

namespace remap::test {

/// Machine number `i` of the grid: 2 to 60 states, 1 to 8 letters, 1 to 8 outputs, as far as such machines exist.
inline std::shared_ptr<const MooreMachine> grid_machine(std::uint64_t i, std::size_t most_states = 60) {
  Random random = split_random(2024, i);
  RandomMachineShape shape;
  shape.states = 1 + random.below(most_states);
  shape.letters = 1 + random.below(8);
  const std::size_t fewest = shape.states == 1 ? 1 : 2;
  shape.outputs = fewest + random.below(std::min<std::size_t>(8, shape.states) - fewest + 1);
  return std::make_shared<const MooreMachine>(random_machine(shape, i));
}

}  // namespace remap::test
