// The choices of commands that are no settings of a method, one table each: value, name, one line of help.
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "cli/nearest.hpp"
#include "remap/automata/error.hpp"

namespace remap::cli {

template <class Value>
struct Choice {
  Value value;
  std::string_view name;
  std::string_view help;
};

enum class NoiseKind : std::uint8_t { transient, persistent };
enum class Form : std::uint8_t { moore, mealy, reward };

template <class Value>
inline constexpr std::array<Choice<Value>, 0> choices{};

template <>
inline constexpr auto choices<NoiseKind> = std::to_array<Choice<NoiseKind>>({
    {NoiseKind::transient, "transient", "every asking is drawn anew"},
    {NoiseKind::persistent, "persistent", "the same pair of words always gets the same answer"},
});
template <>
inline constexpr auto choices<Form> = std::to_array<Choice<Form>>({
    {Form::moore, "moore", "an output per state"},
    {Form::mealy, "mealy", "an output per transition"},
    {Form::reward, "reward", "formulas and rewards; needs letters that are sets of propositions"},
});

/// The name of a value; every value of the enumeration that a run can have is in its table.
template <class Value>
std::string_view name_of(Value value) {
  for (const auto& choice : choices<Value>) {
    if (choice.value == value) return choice.name;
  }
  throw Misuse("name_of", fmt::format("no choice has the number {}", static_cast<int>(value)));
}

/// Throws InputError that lists the choices.
template <class Value>
Value parse_choice(std::string_view option, std::string_view text) {
  std::vector<std::string> names;
  for (const auto& choice : choices<Value>) {
    if (choice.name == text) return choice.value;
    names.emplace_back(choice.name);
  }
  throw InputError(fmt::format("{} cannot be '{}', expected {}", option, text, joined(names, "or")));
}

/// "a|b|c", as help texts show it.
template <class Value>
std::string choice_names() {
  std::string text;
  for (const auto& choice : choices<Value>) text += (text.empty() ? "" : "|") + std::string(choice.name);
  return text;
}

/// The title and one line per choice.
template <class Value>
std::string choice_help(std::string_view title) {
  std::string text(title);
  for (const auto& choice : choices<Value>) text += fmt::format("\n  {:<11} {}", choice.name, choice.help);
  return text;
}

}  // namespace remap::cli
