// How often the teacher errs in which way, counted by what labels say.
#pragma once

#include <array>
#include <span>

#include "belief/inference/belief.hpp"

namespace remap::belief {

/// Answers of one annotator, and how many of them were wrong.
struct Counts {
  enum Nearness : std::size_t { equal, near, far };
  std::array<double, 3> all{}, wrong{}, missed{}, reversed{};
  // A few answers of either kind are there from the beginning, so that no share is extreme.
  double to_longer = 2, to_shorter = 2, to_first = 2, to_second = 2;
  double again = 0.5, otherwise = 1.5;
};

/// Adds the answers about a pair to the counts of those who gave them, as if the first word exceeded the second by so
/// many levels; `doubt`: the chance that it does not; `share`: how much they count.
void count(const Pair& pair, int steps, double doubt, double share, std::span<const ErrorModel> models,
           std::span<Counts> counts);

ErrorRates estimate(const Counts& counts, const BeliefOptions& options);

}  // namespace remap::belief
