// Machines as JSON; schema in docs/formats.md.
#pragma once

#include <string>
#include <string_view>

#include "remap/formats/machine_file.hpp"

namespace remap {

/// Throws ParseError with line and column for what is not JSON, InputError with the path of the offending value for
/// what is not a machine. Does not check that a reward machine is deterministic.
AnyMachine read_json(std::string_view text);

/// One state or transition per line. Throws InputError for names that are not UTF-8.
std::string write_json(const AnyMachine& machine);

}  // namespace remap
