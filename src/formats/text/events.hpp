// Which sets of propositions occur as letters, as the command and studies name them.
#pragma once

#include <string>
#include <vector>

#include "remap/automata/alphabet.hpp"

namespace remap {

/// `events` is any (all sets), one (at most one proposition at a time), at-most:M, or the name of a file with a set per
/// line; blank lines and those that begin with # are skipped. Throws InputError that begins with `option`, or with the
/// file and line.
Alphabet letters_of_events(std::vector<std::string> propositions, const std::string& events, const std::string& option);

}  // namespace remap
