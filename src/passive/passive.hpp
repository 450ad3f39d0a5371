// Learning without questions: a smallest machine that explains given comparisons, and what they leave open.
//
// For small machines the result is proved smallest (exact.hpp); for large data it is what state merging finds
// (merging.hpp), and the result says so.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "passive/data.hpp"

namespace remap::passive {

struct Options {
  /// The limit on solver steps per question (Z3's `rlimit`); with 0 there is only state merging.
  std::uint64_t solver_steps = 100'000'000;
  /// The solver is not tried on larger problems: words and their prefixes times the square of the states.
  std::uint64_t largest_problem = 400'000;
  /// How often state merging is run, each time with different choices among equals.
  std::size_t merges = 8;
  /// The number of machines that are examined to find what the data leaves open.
  std::size_t machines = 32;
};

/// The number of words of a length that have the same class in all machines of the smallest size.
struct OpenLength {
  std::size_t length = 0;
  std::uint64_t words = 0;
  std::uint64_t forced = 0;
};

/// A comparison whose answer the data leaves open.
struct OpenQuestion {
  Word left, right;
  /// The number of examined machines that say less, equal and greater.
  std::array<std::size_t, 3> votes{};
};

struct Result {
  /// Over the outputs if they are known and all of them are needed, otherwise over ranks.
  MooreMachine machine;
  /// No machine with fewer states explains the data: proved.
  std::size_t at_least = 1;
  [[nodiscard]] bool smallest() const noexcept { return machine.size() == at_least; }
  std::size_t machines = 1;             // that explain the data and were examined
  bool all_machines = false;            // there are no others of that size
  std::vector<OpenLength> open;         // empty if not proved smallest
  std::vector<OpenQuestion> questions;  // the ten most informative ones, the best first
};

/// Throws Contradiction or TooFewOutputs if the comparisons cannot all hold.
Result learn(const Alphabet& alphabet, const std::optional<Outputs>& outputs,
             std::span<const KnownComparison> comparisons, const Options& options = {});

/// The ten comparisons that best distinguish these machines, chosen greedily: each separates the most pairs of
/// machines. Fewer if the machines agree on all words examined.
std::vector<OpenQuestion> best_questions(std::span<const MooreMachine> machines, std::size_t count = 10);

}  // namespace remap::passive
