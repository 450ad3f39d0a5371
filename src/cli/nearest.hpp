// "Did you mean …?"
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logic/letters/shown.hpp"

namespace remap::cli {

/// The names with the smallest edit distance from `name`, nearest first, at most `count`; names that differ in more
/// than half of the longer one's characters are excluded.
std::vector<std::string> nearest(std::string_view name, std::span<const std::string> names, std::size_t count = 3);

}  // namespace remap::cli
