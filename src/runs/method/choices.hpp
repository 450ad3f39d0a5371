// Enumerations that people choose from, one table each: value, name, one line of help. Names, help texts and messages
// come from the tables.
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "logic/letters/shown.hpp"
#include "remap/automata/error.hpp"
#include "remap/runs/settings.hpp"

namespace remap {

template <class Value>
struct Choice {
  Value value;
  std::string_view name;
  std::string_view help;
};

/// The table of an enumeration: specialise it.
template <class Value>
inline constexpr std::array<Choice<Value>, 0> choices{};

/// The table contains every value of the enumeration that a run can have.
template <class Value>
std::string_view choice_name(Value value) {
  for (const auto& choice : choices<Value>) {
    if (choice.value == value) return choice.name;
  }
  throw Misuse("choice_name", fmt::format("no choice has the number {}", static_cast<int>(value)));
}

template <class Value>
std::vector<SettingChoice> choice_list() {
  std::vector<SettingChoice> list;
  for (const auto& choice : choices<Value>) list.push_back({choice.name, choice.help});
  return list;
}

/// Throws an InputError that lists the choices.
template <class Value>
Value parse_choice(std::string_view option, std::string_view text) {
  std::vector<std::string> names;
  for (const auto& choice : choices<Value>) {
    if (choice.name == text) return choice.value;
    names.emplace_back(choice.name);
  }
  throw InputError(fmt::format("{} cannot be '{}', expected {}", option, text, joined(names, "or")));
}

}  // namespace remap
