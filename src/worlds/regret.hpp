// Regret: how much less per step an agent earns because its reward machine was learned rather than given.
//
// There are two senses. The REMAP paper compares what each policy earns under *its own* machine, so a wrong machine
// that pays too much has negative regret. The true regret compares what both policies earn under the *true* machine.
// They agree (both are 0) when the learned machine is right.
#pragma once

#include <cstdint>

#include "worlds/crm.hpp"
#include "worlds/planning.hpp"

namespace remap {

struct Regret {
  double reference = 0;      // per step: the true machine's policy under the true machine
  double learned_own = 0;    // per step: the learned machine's policy under the learned machine
  double learned_truth = 0;  // per step: the learned machine's policy under the true machine
  [[nodiscard]] double papers() const noexcept { return reference - learned_own; }
  [[nodiscard]] double truth() const noexcept { return reference - learned_truth; }
};

/// Of the planner's policies, without sampling: exact up to rounding.
Regret planned_regret(const Product& truth, const Product& learned, const EvaluationOptions& options = {},
                      double discount = 0.9);

/// Of policies learned by CRM, means over the seeds options.seed, options.seed + 1, … `reference` and `learned_own` are
/// measured while learning, as the paper does; `learned_truth` is the exact value of the final policies under the same
/// exploration.
Regret learned_regret(const Product& truth, const Product& learned, const CrmOptions& options, std::uint64_t seeds);

}  // namespace remap
