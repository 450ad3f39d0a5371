// A reliability diagram: how often runs that state a confidence are right.
#pragma once

#include <string>
#include <vector>

namespace remap::cli {

struct StatedRun {
  double confidence;
  bool right;
};

struct ReliabilityBin {
  double low, high;
  std::size_t runs = 0, right = 0;
  double stated = 0;  // the mean
};

/// Stated confidence below 0.5, from 0.5, 0.8, 0.9, 0.95, 0.99 and 0.999; bins without runs are omitted.
std::vector<ReliabilityBin> reliability(const std::vector<StatedRun>& runs);

/// Both axes show the distance of a probability from 1 on a logarithmic scale. Whiskers: 95 % (Wilson).
std::string reliability_svg(const std::vector<ReliabilityBin>& bins);

}  // namespace remap::cli
