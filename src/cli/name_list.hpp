// Lists of names on the command line.
#pragma once

#include <string>
#include <vector>

namespace remap::cli {

/// "a,b,c", or a JSON list for names that contain commas. Throws InputError.
std::vector<std::string> parse_names(const char* option, const std::string& text);

/// The same for letters, where "abc" without a comma is three letters of one character each.
std::vector<std::string> parse_letters(const std::string& text);

}  // namespace remap::cli
