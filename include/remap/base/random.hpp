// The one random generator of the project.
//
// Small, fast and the same on every platform, which the standard library's distributions are not.
#pragma once

#include <bit>
#include <cstdint>

namespace remap {

/// xoshiro256** seeded by splitmix64. Same seed, same numbers, everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept;
  std::uint64_t next() noexcept {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }
  /// Uniform in [0, bound), bound > 0, without bias: as many bits as the bound needs, drawn again if they are too
  /// large.
  std::uint64_t below(std::uint64_t bound) noexcept {
    if (bound <= 1) return 0;
    const int shift = std::countl_zero(bound - 1);
    std::uint64_t drawn = next() >> shift;
    while (drawn >= bound) drawn = next() >> shift;
    return drawn;
  }
  /// True with probability p.
  bool chance(double p) noexcept { return unit() < p; }
  /// Uniform in [0, 1).
  double unit() noexcept { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  std::uint64_t state_[4] = {};
};

/// A generator for one part of a run: different `stream` numbers give independent streams.
Random split_random(std::uint64_t seed, std::uint64_t stream) noexcept;

}  // namespace remap
