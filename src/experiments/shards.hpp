// A sweep cut into parts that can run on different computers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "experiments/trials.hpp"

namespace remap::experiments {

/// One of `count` parts of a sweep, from 1.
struct Shard {
  std::uint64_t number = 1;
  std::uint64_t count = 1;
};

/// What a trial is expected to cost, in microseconds of one core of 2023. Only how costs compare matters for balance;
/// how large they are, for the time that is asked of a cluster. Whole numbers, so that every computer makes the same
/// parts.
[[nodiscard]] std::uint64_t expected_cost(const LearningSetting& setting, const LearningTrial& trial);
[[nodiscard]] std::uint64_t expected_cost(const PolicySetting& setting, const PolicyTrial& trial);
/// What the first trial with a sampling teacher costs besides: the test set is drawn when a machine is wrong.
[[nodiscard]] std::uint64_t expected_setup(const LearningSetting& setting, const Subject& subject);

struct SweepPiece {
  std::size_t group = 0;  // pieces of a group share its setup when they are in the same part
  std::uint64_t cost = 0;
  std::uint64_t setup = 0;
};

struct Split {
  std::vector<std::size_t> part_of;  // per piece, from 0
  std::uint64_t largest = 0;         // cost of the most expensive part, setups included
};

/// Cuts the pieces, sorted by group, into at most `parts` runs so that the most expensive one is as cheap as such cuts
/// allow. Groups stay together as far as balance allows, so few parts pay the same setup. O(pieces · log(total cost)).
[[nodiscard]] Split split(std::span<const SweepPiece> pieces, std::size_t parts);

}  // namespace remap::experiments
