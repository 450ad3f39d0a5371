// Exact planning and exact evaluation on the product of a world and a reward machine: the reference for what is
// learned.
#pragma once

#include <cstdint>
#include <vector>

#include "worlds/product.hpp"

namespace remap {

struct Plan {
  std::vector<double> values;  // the greatest discounted return from each pair of a cell and a machine state
  Policy policy;               // all moves that attain it
};

/// Value iteration. `discount` must be below 1; throws Misuse otherwise.
Plan plan(const Product& product, double discount = 0.9);

struct EvaluationOptions {
  double epsilon = 0.1;  // probability of a uniformly random move instead of the policy's
  std::uint64_t episode_limit = 1000;
};

struct Evaluation {
  double reward_per_step = 0;     // in the long run, episode after episode
  double reward_per_episode = 0;  // expected
  double steps_per_episode = 0;   // expected
};

/// What a policy earns in the product it was made for. Computed from the distribution over states after each step,
/// without sampling; the long-run mean is reward per episode / steps per episode (renewal theorem). Exact up to
/// rounding and to the rest of an episode once it has ended with probability at least 1 - 1e-15.
Evaluation evaluate(const Product& product, const Policy& policy, const EvaluationOptions& options = {});

/// What a policy made for one machine earns under another in the same world: moves are chosen by following `own`,
/// rewards are paid by `truth`. The episode ends when either machine ends: an agent stops when its own machine ends.
Evaluation evaluate(const Product& own, const Policy& policy, const Product& truth,
                    const EvaluationOptions& options = {});

/// The cells of one episode from start to end, without exploration; the seed decides between moves of equal value.
std::vector<Cell> trajectory(const Product& product, const Policy& policy, std::uint64_t seed = 0,
                             std::uint64_t episode_limit = 1000);

}  // namespace remap
