// The one random generator of the project, random words and random machines.
//
// Small, fast and the same on every platform, which the standard library's distributions are not.
#pragma once

#include <cstdint>

#include "remap/automata/moore.hpp"

namespace remap {

/// xoshiro256** seeded by splitmix64. Same seed, same numbers, everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept;
  std::uint64_t next() noexcept;
  /// Uniform in [0, bound), bound > 0, without bias.
  std::uint64_t below(std::uint64_t bound) noexcept;
  /// True with probability p.
  bool chance(double p) noexcept;
  /// Uniform in [0, 1).
  double unit() noexcept;

 private:
  std::uint64_t state_[4] = {};
};

/// A generator for one part of a run: different `stream` numbers give independent streams.
Random split_random(std::uint64_t seed, std::uint64_t stream) noexcept;

/// A word whose length is geometric, P(L = l) = (1 - stop)^(l-1) stop with l >= 1, and whose letters are uniform.
void sample_word(Random& random, double stop, std::size_t letters, Word& into);
/// The same for an alphabet, whether or not its letters are listed.
void sample_word(Random& random, double stop, const Alphabet& alphabet, Word& into);

struct RandomMachineShape {
  std::size_t states = 0;
  std::size_t letters = 0;
  std::size_t outputs = 0;
};

/// A random machine that is minimal, with all states reachable and all outputs used; letters a, b, c, … (or a0, a1, …),
/// outputs 0, 1, 2, … Throws InputError if no such machine exists (more outputs than states, or one output and several
/// states).
MooreMachine random_machine(RandomMachineShape shape, std::uint64_t seed);

}  // namespace remap
