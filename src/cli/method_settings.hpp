// A method as names and values, for the first line of a session log, and back.
#pragma once

#include "cli/method.hpp"
#include "remap/formats/session_log.hpp"

namespace remap::cli {

Settings method_settings(const Method& method, const std::optional<Outputs>& outputs);

/// Throws InputError for a setting that this version does not know.
Method method_of(const Settings& settings, const std::optional<Outputs>& outputs);

/// The value of a setting; empty when it is not there.
std::string setting(const Settings& settings, std::string_view name);

}  // namespace remap::cli
