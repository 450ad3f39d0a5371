// The SHA-256 of a text, as 64 hexadecimal digits.
#pragma once

#include <string>
#include <string_view>

namespace remap {

/// Throws InputError if the part of the tool that computes it is not installed.
std::string sha256(std::string_view text);

}  // namespace remap
