// A learned machine as it is played in a world: its restriction to the labels of the world.
#pragma once

#include <string>

#include "remap/automata/reward_machine.hpp"
#include "worlds/world.hpp"

namespace remap::experiments {

/// Two machines with the same text give the same rewards for every walk through the world.
struct PlayMachine {
  std::string text;  // one line per state: its output, then the successors by each label
  RewardMachine machine;
};

/// In worlds where at most one object is in a cell: the machine over these letters only, HALT made final, minimal and
/// canonical. Entering a state with output HALT ends the episode with reward 0; a state that only leads there is
/// terminal. Throws InputError when the alphabet is not propositional.
PlayMachine play_machine(const MooreMachine& machine);
/// From a text made by `play_machine`.
RewardMachine parse_play_text(const std::string& text);

}  // namespace remap::experiments
