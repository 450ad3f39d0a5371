// What every fuzz target promises: whatever can be read can be written and read back to the same bytes, and nothing but
// InputError is thrown for bad input.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "remap/automata/error.hpp"
#include "remap/formats/machine_file.hpp"

namespace remap::fuzz {

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

inline void require_same(const std::string& first, const std::string& second) {
  if (first != second) fail("written, read and written again is different:\n" + first + "\n---\n" + second);
}

/// Whether writing lists so many steps that a round trip takes seconds: a formula over 16 propositions stands for
/// thousands.
inline bool lists_many_steps(const AnyMachine& machine) {
  constexpr std::size_t many = 1U << 15U;
  const auto listed = [](std::size_t states, const Alphabet& alphabet) {
    return alphabet.listed() ? states * alphabet.size() : states;
  };
  if (const auto* moore = std::get_if<MooreMachine>(&machine)) return listed(moore->size(), moore->alphabet()) > many;
  if (const auto* mealy = std::get_if<MealyMachine>(&machine)) return listed(mealy->size(), mealy->alphabet()) > many;
  return false;
}

/// Reads the input; what could be read is checked, and then nothing may be refused any more.
int run(const std::uint8_t* data, std::size_t size, auto read, auto check) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const auto value = read(text);
    try {
      check(value);
    } catch (const InputError& error) {
      fail(std::string("what was read cannot be written and read back: ") + error.what());
    }
  } catch (const InputError&) {
  }
  return 0;
}

}  // namespace remap::fuzz
