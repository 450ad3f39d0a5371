// What a reader says about a malformed text.
#pragma once

#include <string>

#include "remap/automata/error.hpp"

namespace remap::testing {

/// The message of the InputError that `read` throws, or "no error".
std::string message_of(auto read) {
  try {
    read();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace remap::testing
