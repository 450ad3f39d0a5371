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

}  // namespace remap
