#include "worlds/regret.hpp"

#include "remap/automata/error.hpp"

namespace remap {

Regret planned_regret(const Product& truth, const Product& learned, const EvaluationOptions& options, double discount) {
  const Policy true_policy = plan(truth, discount).policy;
  const Policy learned_policy = plan(learned, discount).policy;
  return {.reference = evaluate(truth, true_policy, options).reward_per_step,
          .learned_own = evaluate(learned, learned_policy, options).reward_per_step,
          .learned_truth = evaluate(learned, learned_policy, truth, options).reward_per_step};
}

Regret learned_regret(const Product& truth, const Product& learned, const CrmOptions& options, std::uint64_t seeds) {
  if (seeds == 0) throw Misuse("learned_regret", "seeds is 0, expected at least 1");
  const EvaluationOptions evaluation{.epsilon = options.epsilon, .episode_limit = options.episode_limit};
  const double weight = 1.0 / static_cast<double>(seeds);
  Regret regret;
  for (std::uint64_t i = 0; i < seeds; ++i) {
    CrmOptions seeded = options;
    seeded.seed = options.seed + i;
    regret.reference += weight * crm(truth, seeded).mean_reward;
    const CrmResult result = crm(learned, seeded);
    regret.learned_own += weight * result.mean_reward;
    regret.learned_truth += weight * evaluate(learned, result.policy, truth, evaluation).reward_per_step;
  }
  return regret;
}

}  // namespace remap
