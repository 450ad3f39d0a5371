// Numbers typed by a user. Each function throws an InputError that says what the number is for, what was expected and
// what was given.
#pragma once

#include <cstdint>
#include <string_view>

namespace remap {

/// A whole number from `low` to `high`.
std::uint64_t parse_whole(std::string_view what, std::string_view text, std::uint64_t low = 0,
                          std::uint64_t high = UINT64_MAX);
/// A number above 0 and below 1.
double parse_fraction(std::string_view what, std::string_view text);

}  // namespace remap
