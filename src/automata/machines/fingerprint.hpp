// Names that depend on content alone: of texts, and of machines up to the numbering of their states.
#pragma once

#include <string>
#include <string_view>

#include "remap/automata/moore.hpp"

namespace remap {

/// The checksum of a text as 16 hexadecimal digits.
std::string fingerprint(std::string_view text);
std::string fingerprint(const MooreMachine& machine);

}  // namespace remap
