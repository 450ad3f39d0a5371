// Checks that the files that a session depends on, besides its log, have not changed since it began.
#pragma once

#include <string>

#include "remap/formats/session_head.hpp"

namespace remap::cli {

/// The first word of a shell command that names an existing file: a program given by its path, or a script. Empty if
/// there is none. Later words may be files that the program writes.
std::string file_in_command(const std::string& command);

/// Stores a fingerprint of a file in a JSON object named `files`; does nothing if the name is empty.
void add_file_print(Settings& teacher, const std::string& file);

/// Throws InputError if a file with a fingerprint has changed. Missing files are reported when they are needed.
void check_file_prints(const Settings& teacher);

}  // namespace remap::cli
