// Outputs and words in JSON. Outputs: numbers as numbers, other names as strings, as in machine files.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "remap/automata/alphabet.hpp"
#include "remap/automata/outputs.hpp"

namespace remap::cli {

inline nlohmann::ordered_json output_json(const std::string& name) {
  const auto number = parse_number(name);
  if (!number) return name;
  if (std::abs(*number) < 1e15 && *number == std::trunc(*number)) return static_cast<std::int64_t>(*number);
  return *number;
}

/// The names of its letters.
inline nlohmann::ordered_json word_json(const Alphabet& alphabet, const Word& word) {
  auto letters = nlohmann::ordered_json::array();
  for (const Letter letter : word) letters.push_back(alphabet.name(letter));
  return letters;
}

}  // namespace remap::cli
