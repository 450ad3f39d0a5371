// Learning when nobody can be asked: a smallest machine that explains given comparisons, and what they leave open.
//
// For small machines the result is proved smallest (exact.hpp); for large data it is what state merging finds
// (merging.hpp), and the result says so.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "learning/passive/data.hpp"

namespace remap::passive {

struct Options {
  /// How many steps of the solver one question may take (Z3's `rlimit`); with 0 only states are merged.
  std::uint64_t solver_steps = 100'000'000;
  /// The solver is not tried on larger problems: words and their beginnings times the square of the states.
  std::uint64_t largest_problem = 400'000;
  /// How often states are merged, each time with other choices among equals.
  std::size_t merges = 8;
  /// So many machines that explain the data are looked at to find out what is open.
  std::size_t machines = 32;
};

/// How many words of a length have a class that is the same in all machines of the smallest size.
struct OpenLength {
  std::size_t length = 0;
  std::uint64_t words = 0;
  std::uint64_t forced = 0;
};

/// A comparison whose answer the data leaves open.
struct OpenQuestion {
  Word left, right;
  /// Of the machines looked at, how many say less, equal and greater.
  std::array<std::size_t, 3> votes{};
};

struct Result {
  /// Over the outputs when they are known and all of them are needed, otherwise over ranks.
  MooreMachine machine;
  /// No machine with fewer states explains the data: proved.
  std::size_t at_least = 1;
  [[nodiscard]] bool smallest() const noexcept { return machine.size() == at_least; }
  std::size_t machines = 1;             // that explain the data and were looked at
  bool all_machines = false;            // there are no others of that size
  std::vector<OpenLength> open;         // empty when it was not proved smallest
  std::vector<OpenQuestion> questions;  // the ten that tell most, the best first
};

/// Throws Contradiction or TooFewOutputs when the comparisons cannot all hold.
Result learn(const Alphabet& alphabet, const std::optional<Outputs>& outputs,
             std::span<const KnownComparison> comparisons, const Options& options = {});

/// The ten comparisons that would tell most about which of these machines is right: each time the one that leaves the
/// fewest pairs of machines together. Fewer when the machines agree on all words that are looked at.
std::vector<OpenQuestion> best_questions(std::span<const MooreMachine> machines, std::size_t count = 10);

}  // namespace remap::passive
