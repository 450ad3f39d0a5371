#include "logic/letters/numbers.hpp"

#include <fmt/format.h>

#include <charconv>

#include "remap/automata/error.hpp"
#include "remap/automata/outputs.hpp"

namespace remap {

std::uint64_t parse_whole(std::string_view what, std::string_view text, std::uint64_t low, std::uint64_t high) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || number < low || number > high) {
    const bool too_large = error == std::errc::result_out_of_range;
    const std::string range =
        high == UINT64_MAX && !too_large ? fmt::format("of {} or more", low) : fmt::format("from {} to {}", low, high);
    throw InputError(fmt::format("{} must be a whole number {}, not '{}'", what, range, text));
  }
  return number;
}

double parse_fraction(std::string_view what, std::string_view text) {
  const auto number = parse_number(text);
  if (!number || !(*number > 0 && *number < 1)) {
    throw InputError(fmt::format("{} must be a number above 0 and below 1, not '{}'", what, text));
  }
  return *number;
}

}  // namespace remap
