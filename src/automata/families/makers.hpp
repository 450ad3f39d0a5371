// One function per family of machines, with its numbers in the order of its parameters, and what they have in common.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "remap/automata/moore.hpp"

namespace remap::family_makers {

using Numbers = std::vector<std::uint64_t>;

// Letters are sets of propositions (propositional.cpp).
MooreMachine collect(const Numbers& n);
MooreMachine relevant(const Numbers& n);
MooreMachine guards(const Numbers& n);
MooreMachine conjunction(const Numbers& n);
MooreMachine parity(const Numbers& n);
MooreMachine priority(const Numbers& n);
MooreMachine unstructured(const Numbers& n);
// Opaque letters: classical hard or easy cases (classical.cpp).
MooreMachine chain(const Numbers& n);
MooreMachine lock(const Numbers& n);
MooreMachine counter(const Numbers& n);
MooreMachine permutation(const Numbers& n);
MooreMachine grid(const Numbers& n);
// Opaque letters: what real systems are like (systems.cpp).
MooreMachine protocol(const Numbers& n);
MooreMachine controller(const Numbers& n);

/// The prefix with a number behind it, from 0 on.
std::vector<std::string> named(std::string_view prefix, std::size_t count);

}  // namespace remap::family_makers
