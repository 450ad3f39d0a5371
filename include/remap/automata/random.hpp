// Random words and random machines.
#pragma once

#include "remap/automata/moore.hpp"
#include "remap/base/random.hpp"

namespace remap {

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
