// A machine with other outputs after a few words.
#pragma once

#include <span>
#include <utility>

#include "remap/automata/moore.hpp"

namespace remap {

/// The smallest machine that gives these words these outputs and all other words those of the machine.
MooreMachine corrected(const MooreMachine& machine, std::span<const std::pair<Word, Output>> words);

}  // namespace remap
