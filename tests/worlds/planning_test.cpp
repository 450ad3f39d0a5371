#include "worlds/planning.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <queue>

#include "remap/automata/error.hpp"
#include "remap/automata/random.hpp"
#include "remap/worlds/tasks.hpp"
#include "worlds/small_worlds.hpp"

namespace remap {
namespace {

/// Fewest steps to a reward, by breadth-first search over the product.
std::size_t steps_to_reward(const Product& product) {
  std::vector<std::size_t> steps(product.size(), product.size());
  std::queue<std::pair<std::uint32_t, std::uint32_t>> open;
  const auto at = [&](std::size_t cell, std::size_t u) -> std::size_t& {
    return steps[cell * product.machine_states() + u];
  };
  at(product.start_cell(), product.initial()) = 0;
  open.emplace(product.start_cell(), product.initial());
  for (; !open.empty(); open.pop()) {
    const auto [cell, u] = open.front();
    for (std::size_t move = 0; move < 4; ++move) {
      const auto next = product.next_cell(cell, move);
      const auto& step = product.machine_step(product.label(next), u);
      if (step.reward > 0) return at(cell, u) + 1;
      if (step.to == Product::ended || at(next, step.to) < product.size()) continue;
      at(next, step.to) = at(cell, u) + 1;
      open.emplace(next, step.to);
    }
  }
  return product.size();
}

/// Mean reward per step of many episodes of an ε-greedy agent that follows `own` and is paid by `truth`.
double sampled_mean(const Product& own, const Policy& policy, const Product& truth, const EvaluationOptions& options,
                    std::uint64_t steps) {
  Random random(99);
  double sum = 0;
  std::uint64_t length = options.episode_limit;
  std::uint32_t cell = 0;
  std::uint32_t u = Product::ended;
  std::uint32_t v = Product::ended;
  for (std::uint64_t i = 0; i < steps; ++i, ++length) {
    if (u == Product::ended || v == Product::ended || length == options.episode_limit) {
      cell = own.start_cell();
      u = own.initial();
      v = truth.initial();
      length = 0;
    }
    std::vector<std::size_t> allowed;
    const bool explore = random.chance(options.epsilon);
    for (std::size_t move = 0; move < 4; ++move) {
      if (explore || (policy.at(cell, u) >> move & 1U) != 0) allowed.push_back(move);
    }
    cell = own.next_cell(cell, allowed[random.below(allowed.size())]);
    const auto& paid = truth.machine_step(truth.label(cell), v);
    sum += paid.reward;
    v = paid.to;
    u = own.machine_step(own.label(cell), u).to;
  }
  return sum / static_cast<double>(steps);
}

TEST(Planning, CorridorByHand) {
  const Product product(testing::corridor(), testing::collect(1));
  const Plan best = plan(product, 0.9);
  EXPECT_NEAR(best.values[0], 0.9 * 0.9 * 0.9, 1e-15);
  EXPECT_EQ(best.policy.at(0, 0), 1U << index(Move::right));
  const Evaluation greedy = evaluate(product, best.policy, {.epsilon = 0});
  EXPECT_DOUBLE_EQ(greedy.steps_per_episode, 4);
  EXPECT_DOUBLE_EQ(greedy.reward_per_episode, 1);
  EXPECT_DOUBLE_EQ(greedy.reward_per_step, 0.25);
  // With ε = 0.4 a step goes right with probability 0.7, left with 0.1, and stays otherwise. The expected steps h(i)
  // from cell i solve h(i) = 1 + 0.7 h(i+1) + 0.1 h(i-1) + 0.2 h(i): differences d = h(i) - h(i+1) obey d(i) = (1 + 0.1
  // d(i-1)) / 0.7.
  double d = 1 / 0.7;
  double steps = d;
  for (int i = 1; i < 4; ++i) {
    d = (1 + 0.1 * d) / 0.7;
    steps += d;
  }
  EXPECT_NEAR(evaluate(product, best.policy, {.epsilon = 0.4}).steps_per_episode, steps, 1e-9);
}

TEST(Planning, EpisodesAreCutAtTheLimit) {
  const Product product(testing::corridor(), testing::collect(1));
  Policy policy{2, std::vector<std::uint8_t>(product.size(), 1U << index(Move::left))};
  const Evaluation never = evaluate(product, policy, {.epsilon = 0, .episode_limit = 17});
  EXPECT_EQ(never.steps_per_episode, 17);
  EXPECT_EQ(never.reward_per_step, 0);
  EXPECT_EQ(evaluate(product, plan(product).policy, {.epsilon = 0, .episode_limit = 3}).reward_per_episode, 0);
  EXPECT_EQ(evaluate(product, plan(product).policy, {.epsilon = 0, .episode_limit = 4}).reward_per_episode, 1);
}

TEST(Planning, RewardsInLoopsAddUp) {
  RewardMachine machine = testing::collect(1);
  machine.terminal.clear();
  machine.transitions.push_back({State{1}, State{1}, Formula::always(), "2"});
  const Product product(testing::corridor(), machine);
  EXPECT_NEAR(plan(product, 0.5).values[1], 2 / (1 - 0.5), 1e-12);
  EXPECT_NEAR(plan(product, 0.5).values[4 * 2 + 0], 1 + 0.5 * 4, 1e-12);
}

TEST(Planning, ValuesAreTheShortestWays) {
  for (const auto& task : tasks()) {
    const Product product(world_of(task.name), task.machine);
    const Plan best = plan(product);
    const std::size_t steps = steps_to_reward(product);
    EXPECT_NEAR(best.values[product.start_cell() * product.machine_states() + product.initial()],
                std::pow(0.9, static_cast<double>(steps - 1)), 1e-12)
        << task.name;
    EXPECT_NEAR(evaluate(product, best.policy, {.epsilon = 0}).steps_per_episode, static_cast<double>(steps), 1e-9);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      EXPECT_EQ(trajectory(product, best.policy, seed).size(), steps + 1) << task.name;
    }
  }
}

TEST(Planning, EvaluationAgreesWithSampling) {
  for (const char* name : {"office/t1", "office/t3", "craft/t1", "craft/t5"}) {
    const Product product(world_of(name), find_task(name)->machine);
    const Policy policy = plan(product).policy;
    const double exact = evaluate(product, policy).reward_per_step;
    // Rewards come one at a time, at a nearly regular pace: the error of the mean is far below that of a Poisson
    // process.
    const double error = std::sqrt(exact / 400'000);
    EXPECT_NEAR(sampled_mean(product, policy, product, {}, 400'000), exact, 3 * error) << name;
  }
}

TEST(Planning, EvaluationUnderAnotherMachineAgreesWithSampling) {
  // The policy believes that mail is enough; the true task wants coffee, too, met only by exploring.
  const Product own(office_world(), find_task("office/t2")->machine);
  const Product truth(office_world(), find_task("office/t1")->machine);
  const Policy policy = plan(own).policy;
  const EvaluationOptions options{.epsilon = 0.5, .episode_limit = 300};
  const double exact = evaluate(own, policy, truth, options).reward_per_step;
  EXPECT_GT(exact, 0);
  EXPECT_LT(exact, evaluate(truth, plan(truth).policy, options).reward_per_step);
  EXPECT_NEAR(sampled_mean(own, policy, truth, options, 1'000'000), exact, 4 * std::sqrt(exact / 1'000'000));
}

TEST(Planning, Misuse) {
  const Product corridor(testing::corridor(), testing::collect(1));
  const Product office(office_world(), find_task("office/t1")->machine);
  const Policy policy = plan(corridor).policy;
  EXPECT_THROW(plan(corridor, 1), Misuse);
  EXPECT_THROW(evaluate(office, policy), Misuse);
  EXPECT_THROW(evaluate(corridor, policy, office), Misuse);
  EXPECT_THROW(evaluate(corridor, policy, {.epsilon = 2}), Misuse);
  EXPECT_THROW(evaluate(corridor, policy, {.episode_limit = 0}), Misuse);
}

}  // namespace
}  // namespace remap
