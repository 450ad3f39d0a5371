// Rewards are names; names that read as the same number are the same reward.
#pragma once

#include <string>

#include "remap/automata/outputs.hpp"

namespace remap {

inline bool same_reward(const std::string& a, const std::string& b) {
  if (a == b) return true;
  const auto number_a = parse_number(a);
  return number_a.has_value() && number_a == parse_number(b);
}

/// Whether outputs are those of a reward machine: HALT, and numbers besides.
inline bool are_rewards(const Outputs& outputs) {
  if (outputs.find(halt_name) == no_output) return false;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Output output = make_id<Output>(i);
    if (!outputs.number(output) && outputs.name(output) != halt_name) return false;
  }
  return true;
}

}  // namespace remap
