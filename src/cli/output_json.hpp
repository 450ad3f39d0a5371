// Outputs in JSON: numbers as numbers, other names as strings, as in machine files.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "remap/automata/outputs.hpp"

namespace remap::cli {

inline nlohmann::ordered_json output_json(const std::string& name) {
  const auto number = parse_number(name);
  if (!number) return name;
  if (std::abs(*number) < 1e15 && *number == std::trunc(*number)) return static_cast<std::int64_t>(*number);
  return *number;
}

}  // namespace remap::cli
