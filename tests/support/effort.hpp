// How much a randomised test does: under sanitizers, where everything is some ten times slower, a tenth; in the nightly
// tests, more than in between.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace remap::test {

constexpr std::size_t effort(std::size_t full) {
#ifdef REMAP_SANITIZED
  return std::max<std::size_t>(1, full / 10);
#else
  return full;
#endif
}

// `./test --nightly` sets REMAP_NIGHTLY.
inline bool nightly() { return std::getenv("REMAP_NIGHTLY") != nullptr; }

}  // namespace remap::test
