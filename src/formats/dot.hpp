// Machines as graphviz DOT: ours, which keeps everything, and the dialects of other automata libraries.
//
// What we write carries the order of letters and outputs, and the propositions, as graph attributes (remap_type,
// remap_letters, remap_outputs, remap_propositions), which graphviz ignores. Conventions in docs/formats.md.
#pragma once

#include <string>
#include <string_view>

#include "remap/formats/any_machine.hpp"

namespace remap {

/// Throws ParseError. A missing output, a missing transition of a Moore machine, two transitions for one letter, or a
/// missing initial state is an error, never a default. Does not check that a reward machine is deterministic.
AnyMachine read_dot(std::string_view text);

/// One edge per letter (or formula), so that `read_dot` gives the same machine back. For people, see picture.hpp.
std::string write_dot(const AnyMachine& machine);

}  // namespace remap
