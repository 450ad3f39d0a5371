// The files that a session depends on besides its log: is each still what it was when the session began?
#pragma once

#include <string>

#include "remap/formats/session_head.hpp"

namespace remap::cli {

/// The first word of a shell command that is the name of a file here: a program that is given by its path, or a script.
/// Empty when there is none. What comes after it may be files that the program writes.
std::string file_in_command(const std::string& command);

/// Keeps a fingerprint of a file, as a JSON object named `files`; of nothing when the name is empty.
void add_file_print(Settings& teacher, const std::string& file);

/// Throws InputError when a file of which there is a fingerprint has other content now. One that is gone is missed by
/// whoever needs it.
void check_file_prints(const Settings& teacher);

}  // namespace remap::cli
