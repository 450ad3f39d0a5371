// "Did you mean …?"
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "automata/shown.hpp"

namespace remap::cli {

/// The names that differ from `name` by the fewest changed characters, nearest first, at most `count`; none of those
/// that differ by more than half of the longer one's characters.
std::vector<std::string> nearest(std::string_view name, std::span<const std::string> names, std::size_t count = 3);

}  // namespace remap::cli
