// Q-learning with counterfactual experiences for reward machines (CRM).
#pragma once

#include <cstdint>

#include "worlds/product.hpp"

namespace remap {

/// Which machine states learn from a step: the one the agent is in, and others. In an episode's first step, all of
/// them.
enum class Counterfactuals : std::uint8_t {
  none,        // only the one the agent is in: plain Q-learning on the product
  reachable,   // those that the last label leads to from some state, as the CRM toolbox does
  consistent,  // those that the labels of the episode so far lead to from some state: fewer, so learning is slower
};

struct CrmOptions {
  std::uint64_t steps = 200'000;
  std::uint64_t seed = 0;
  Counterfactuals counterfactuals = Counterfactuals::reachable;
  float learning_rate = 0.5F;
  float discount = 0.9F;
  float initial_value = 2.0F;
  double epsilon = 0.1;
  std::uint64_t episode_limit = 1000;
};

struct CrmResult {
  double mean_reward = 0;  // per step, over the last half of the steps
  std::uint64_t steps = 0;
  std::uint64_t episodes = 0;  // begun
  Policy policy;               // greedy, all moves of greatest value
};

/// The paper's numbers of steps: 2·10^5 in OfficeWorld, 2·10^6 in CraftWorld.
std::uint64_t paper_steps(WorldName world);

/// Learns while acting ε-greedily, ties broken at random. Throws Misuse if an option is out of range.
CrmResult crm(const Product& product, const CrmOptions& options);

}  // namespace remap
