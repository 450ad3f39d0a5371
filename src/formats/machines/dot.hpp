// Machines as Graphviz DOT: our own dialect, which is lossless, and those of other automata libraries.
//
// Files that we write store the order of letters and outputs, and the propositions, in graph attributes (remap_type,
// remap_letters, remap_outputs, remap_propositions), which Graphviz ignores. Conventions in docs/formats.md.
#pragma once

#include <string>
#include <string_view>

#include "remap/formats/machine_file.hpp"

namespace remap {

/// Throws ParseError. A missing output, a missing transition of a Moore machine, two transitions for one letter, or a
/// missing initial state is an error, never a default. Does not check that a reward machine is deterministic.
AnyMachine read_dot(std::string_view text);

/// One edge per letter (or formula), so that `read_dot` returns the same machine. For people, see picture.hpp.
std::string write_dot(const AnyMachine& machine);

}  // namespace remap
