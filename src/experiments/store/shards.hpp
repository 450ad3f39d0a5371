// Splits a sweep into parts that can run on different computers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "experiments/trials/trials.hpp"

namespace remap::experiments {

/// One of `count` parts of a sweep, from 1.
struct Shard {
  std::uint64_t number = 1;
  std::uint64_t count = 1;
};

/// The expected cost of a trial, in microseconds on one core of 2023. Balance depends only on relative costs, the time
/// requested from a cluster on their magnitude. Integers, so that every computer makes the same parts.
[[nodiscard]] std::uint64_t expected_cost(const LearningSetting& setting, const LearningTrial& trial);
[[nodiscard]] std::uint64_t expected_cost(const PolicySetting& setting, const PolicyTrial& trial);
/// The additional cost of the first trial with a sampling teacher: the test set is drawn when a machine is wrong.
[[nodiscard]] std::uint64_t expected_setup(const LearningSetting& setting, const Subject& subject);

struct SweepPiece {
  std::size_t group = 0;  // pieces of a group share its setup if they are in the same part
  std::uint64_t cost = 0;
  std::uint64_t setup = 0;
};

struct Split {
  std::vector<std::size_t> part_of;  // per piece, from 0
  std::uint64_t largest = 0;         // cost of the most expensive part, setups included
};

/// Cuts the pieces, sorted by group, into at most `parts` runs, minimising the cost of the most expensive one. Groups
/// stay together as far as balance allows, so few parts pay the same setup. O(pieces · log(total cost)).
[[nodiscard]] Split split(std::span<const SweepPiece> pieces, std::size_t parts);

}  // namespace remap::experiments
