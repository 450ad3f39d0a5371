// xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number generators"), its four words filled by
// splitmix64.
#include "remap/base/random.hpp"

namespace remap {
namespace {

std::uint64_t splitmix(std::uint64_t& state) noexcept {
  std::uint64_t z = state += 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed) noexcept {
  for (std::uint64_t& word : state_) word = splitmix(seed);
}

Random split_random(std::uint64_t seed, std::uint64_t stream) noexcept {
  std::uint64_t mixed = splitmix(seed) + stream;
  return Random(splitmix(mixed));
}

}  // namespace remap
