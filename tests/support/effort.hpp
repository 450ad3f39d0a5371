// How much a randomised test does: under sanitizers, where everything is some ten times slower, a tenth.
#pragma once

#include <algorithm>
#include <cstddef>

namespace remap::test {

constexpr std::size_t effort(std::size_t full) {
#ifdef REMAP_SANITIZED
  return std::max<std::size_t>(1, full / 10);
#else
  return full;
#endif
}

}  // namespace remap::test
