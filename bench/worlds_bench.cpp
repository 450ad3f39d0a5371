// How fast agents learn and plan: environment steps per second of CRM, and the time of exact planning and evaluation.
#include <benchmark/benchmark.h>

#include "remap/worlds/tasks.hpp"
#include "worlds/crm.hpp"
#include "worlds/planning.hpp"

namespace remap {
namespace {

Product product_of(const char* task) { return {world_of(task), find_task(task)->machine}; }

void learn(benchmark::State& state, const char* task, Counterfactuals counterfactuals) {
  const Product product = product_of(task);
  CrmOptions options{.steps = paper_steps(world_named(task)), .counterfactuals = counterfactuals};
  for (auto _ : state) {
    benchmark::DoNotOptimize(crm(product, options).mean_reward);
    ++options.seed;
  }
  state.counters["steps/s"] =
      benchmark::Counter(static_cast<double>(state.iterations() * options.steps), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(learn, craft_t10, "craft/t10", Counterfactuals::reachable)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(learn, craft_t10_consistent, "craft/t10", Counterfactuals::consistent)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(learn, craft_t10_plain, "craft/t10", Counterfactuals::none)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(learn, craft_t1, "craft/t1", Counterfactuals::reachable)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(learn, office_t4, "office/t4", Counterfactuals::reachable)->Unit(benchmark::kMillisecond);

void plan_exactly(benchmark::State& state) {
  const Product product = product_of("craft/t10");
  for (auto _ : state) benchmark::DoNotOptimize(plan(product).values.data());
}
BENCHMARK(plan_exactly)->Unit(benchmark::kMillisecond);

void evaluate_exactly(benchmark::State& state) {
  const Product product = product_of("craft/t10");
  const Policy policy = plan(product).policy;
  for (auto _ : state) benchmark::DoNotOptimize(evaluate(product, policy).reward_per_step);
}
BENCHMARK(evaluate_exactly)->Unit(benchmark::kMillisecond);

/// The worst case: a policy that never ends an episode, so that all 1000 steps count.
void evaluate_endless(benchmark::State& state) {
  const Product product = product_of("craft/t10");
  const Policy policy{product.machine_states(), std::vector<std::uint8_t>(product.size(), 0b0001)};
  for (auto _ : state) benchmark::DoNotOptimize(evaluate(product, policy).reward_per_step);
}
BENCHMARK(evaluate_endless)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace remap
