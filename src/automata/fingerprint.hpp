// Names that depend on content alone: of texts, and of machines up to the numbering of their states.
#pragma once

#include <string>
#include <string_view>

#include "remap/automata/moore.hpp"

namespace remap {

/// 16 hexadecimal digits that stand for a text: its checksum.
std::string fingerprint(std::string_view text);
std::string fingerprint(const MooreMachine& machine);

}  // namespace remap
