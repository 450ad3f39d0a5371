// The header of a session log: everything about the run that is known before the first answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "remap/automata/alphabet.hpp"
#include "remap/automata/outputs.hpp"

namespace remap {

/// Names and values, in a fixed order.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// The value of a setting; empty if there is none of that name.
std::string setting(const Settings& settings, std::string_view name);

struct SessionHead {
  std::string version;  // of the program that began the session
  Alphabet alphabet;
  std::optional<Outputs> outputs = std::nullopt;  // empty if only the order is learned
  Settings settings = {};                         // the method: see runs/settings.hpp
  Settings teacher = {};                          // who answers, as described by the program that asks
};

}  // namespace remap
