// Lines of a session log as JSON values, and back; see session_log.hpp.
#pragma once

#include <string>
#include <string_view>

#include "formats/session_log.hpp"

namespace remap {

/// Reads a whole log; complaints name `file` and the line.
LoggedSession parse_session(std::string_view text, const std::string& file);

/// The first line, with its line break. Throws InputError for names that are not UTF-8.
std::string head_line(const SessionHead& head);

/// A name as a JSON string. Throws InputError when it is not UTF-8.
std::string json_string(const std::string& name);

}  // namespace remap
