// What every fuzz target promises: whatever can be read can be written and read back to the same bytes, and nothing but
// InputError is thrown for bad input.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "remap/automata/error.hpp"

namespace remap::fuzz {

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

inline void require_same(const std::string& first, const std::string& second) {
  if (first != second) fail("written, read and written again is different:\n" + first + "\n---\n" + second);
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
