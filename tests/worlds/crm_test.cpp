#include "worlds/crm.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "remap/automata/error.hpp"
#include "remap/automata/random.hpp"
#include "remap/worlds/tasks.hpp"
#include "worlds/planning.hpp"
#include "worlds/small_worlds.hpp"

namespace remap {
namespace {

constexpr Counterfactuals all_kinds[] = {Counterfactuals::none, Counterfactuals::reachable,
                                         Counterfactuals::consistent};

/// The same learning, written as it is described: one experience after the other, greatest values searched for each
/// time.
CrmResult plain_crm(const Product& product, const CrmOptions& options) {
  const std::size_t states = product.machine_states();
  std::vector<std::array<float, 4>> values(product.size());
  for (auto& entry : values) entry.fill(options.initial_value);
  const auto greatest = [&](std::size_t cell, std::size_t u) {
    const auto& entry = values[cell * states + u];
    return *std::max_element(entry.begin(), entry.end());
  };
  const auto greedy = [&](std::size_t cell, std::size_t u) {
    std::vector<std::size_t> best;
    for (std::size_t move = 0; move < 4; ++move) {
      if (values[cell * states + u][move] == greatest(cell, u)) best.push_back(move);
    }
    return best;
  };
  const auto learn = [&](std::size_t cell, std::size_t move, std::size_t u) {
    const std::size_t next = product.next_cell(cell, move);
    const auto& step = product.machine_step(product.label(next), u);
    float target = static_cast<float>(step.reward);
    if (step.to != Product::ended) target += options.discount * greatest(next, step.to);
    float& value = values[cell * states + u][move];
    value += options.learning_rate * (target - value);
  };

  Random random(options.seed);
  CrmResult result;
  double sum = 0;
  std::size_t cell = 0;
  std::size_t u = 0;
  std::uint64_t length = 0;
  std::set<std::size_t> current;
  bool fresh = true;
  for (; result.steps < options.steps; ++result.steps) {
    if (fresh) {
      ++result.episodes;
      cell = product.start_cell();
      u = product.initial();
      length = 0;
      current.clear();
      for (std::size_t v = 0; v < states; ++v) {
        if (!product.terminal(v)) current.insert(v);
      }
    }
    const std::uint64_t number = random.next();
    auto allowed = greedy(cell, u);
    if (static_cast<double>(number >> 32) < options.epsilon * 4294967296.0 - 0.5) allowed = {0, 1, 2, 3};
    const std::size_t move = allowed[(number & 0xffffffffU) * 12 / 4294967296U % allowed.size()];
    const std::size_t label = product.label(product.next_cell(cell, move));
    if (options.counterfactuals == Counterfactuals::none) {
      learn(cell, move, u);
    } else {
      for (const std::size_t v : current) learn(cell, move, v);
    }
    std::set<std::size_t> reached;
    for (std::size_t v = 0; v < states; ++v) {
      if (options.counterfactuals == Counterfactuals::consistent && !current.contains(v)) continue;
      if (product.machine_step(label, v).to != Product::ended) reached.insert(product.machine_step(label, v).to);
    }
    current = reached;
    const auto& step = product.machine_step(label, u);
    if (result.steps >= options.steps / 2) sum += step.reward;
    cell = product.next_cell(cell, move);
    u = step.to;
    fresh = u == Product::ended || ++length == options.episode_limit;
  }
  result.mean_reward = sum / static_cast<double>(options.steps - options.steps / 2);
  result.policy = {states, std::vector<std::uint8_t>(product.size())};
  for (std::size_t c = 0; c < product.cells(); ++c) {
    for (std::size_t v = 0; v < states; ++v) {
      for (const std::size_t move : greedy(c, v)) {
        result.policy.moves[c * states + v] |= static_cast<std::uint8_t>(1U << move);
      }
    }
  }
  return result;
}

void expect_same(const CrmResult& fast, const CrmResult& plain, const std::string& what) {
  EXPECT_EQ(fast.mean_reward, plain.mean_reward) << what;
  EXPECT_EQ(fast.episodes, plain.episodes) << what;
  EXPECT_EQ(fast.steps, plain.steps) << what;
  EXPECT_TRUE(fast.policy == plain.policy) << what;
}

TEST(Crm, DoesExactlyWhatIsDescribed) {
  for (const auto& task : tasks()) {
    const Product product(world_of(task.name), task.machine);
    for (const auto kind : all_kinds) {
      const CrmOptions options{.steps = 20'001, .seed = 7, .counterfactuals = kind};
      expect_same(crm(product, options), plain_crm(product, options), task.name);
    }
  }
}

TEST(Crm, DoesExactlyWhatIsDescribedOnAnyMachine) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Product product(craft_world(), testing::random_reward_machine(2 + seed % 9, seed));
    for (const auto kind : all_kinds) {
      const CrmOptions options{.steps = 3'000, .seed = seed, .counterfactuals = kind, .episode_limit = 100};
      expect_same(crm(product, options), plain_crm(product, options), std::to_string(seed));
    }
  }
}

TEST(Crm, SameSeedSameResultOtherSeedOther) {
  const Product product(office_world(), find_task("office/t3")->machine);
  const auto first = crm(product, {.steps = 50'000, .seed = 1});
  expect_same(crm(product, {.steps = 50'000, .seed = 1}), first, "seed 1");
  EXPECT_NE(crm(product, {.steps = 50'000, .seed = 2}).episodes, first.episodes);
}

TEST(Crm, FindsTheShortestWay) {
  const Product product(testing::corridor(), testing::collect(1));
  const auto result = crm(product, {.steps = 20'000, .seed = 3});
  EXPECT_NEAR(result.mean_reward, evaluate(product, plan(product).policy).reward_per_step, 0.01);
  EXPECT_EQ(trajectory(product, result.policy).size(), 5U);
}

TEST(Crm, EarnsWhatThePlannersPolicyEarns) {
  // After the paper's number of steps. Three seeds leave a standard error of up to 0.4 % in OfficeWorld; in CraftWorld
  // some states are still overrated, which costs about 0.5 %.
  for (const auto& task : tasks()) {
    const Product product(world_of(task.name), task.machine);
    const double exact = evaluate(product, plan(product).policy).reward_per_step;
    double mean = 0;
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      mean += crm(product, {.steps = paper_steps(task.world), .seed = seed}).mean_reward / 3;
    }
    EXPECT_NEAR(mean / exact, 1, 0.015) << task.name;
  }
}

TEST(Crm, CounterfactualsHelp) {
  const Product product(office_world(), find_task("office/t4")->machine);
  CrmOptions options{.steps = 30'000, .seed = 5};
  const double with = crm(product, options).mean_reward;
  options.counterfactuals = Counterfactuals::none;
  EXPECT_GT(with, crm(product, options).mean_reward);
}

TEST(Crm, EpisodesAreCut) {
  const Product product(testing::corridor(), testing::collect(100));
  EXPECT_EQ(crm(product, {.steps = 1'000, .episode_limit = 10}).episodes, 100U);
  EXPECT_EQ(crm(product, {.steps = 1'001, .episode_limit = 10}).episodes, 101U);
}

TEST(Crm, NoStepsEarnNothing) {
  const Product product(testing::corridor(), testing::collect(1));
  const auto result = crm(product, {.steps = 0});
  EXPECT_EQ(result.mean_reward, 0);
  EXPECT_EQ(result.episodes, 0U);
  EXPECT_EQ(result.policy.at(0, 0), 0b1111U);
}

TEST(Crm, RefusesOptionsOutOfRange) {
  const Product product(testing::corridor(), testing::collect(1));
  EXPECT_THROW(crm(product, {.learning_rate = 0}), Misuse);
  EXPECT_THROW(crm(product, {.discount = 1.5F}), Misuse);
  EXPECT_THROW(crm(product, {.epsilon = -0.1}), Misuse);
  EXPECT_THROW(crm(product, {.epsilon = std::numeric_limits<double>::quiet_NaN()}), Misuse);
  EXPECT_THROW(crm(product, {.episode_limit = 0}), Misuse);
}

TEST(Crm, TheMeanIsThatOfTheLastHalfOfTheSteps) {
  // One cell, on which the goal lies: every step earns 1 and ends the episode.
  const World cell("cell", 1, 1, {0, 0}, {{"a", "goal", {{0, 0}}}});
  const Product product(cell, testing::collect(1));
  for (const std::uint64_t steps : {1, 2, 3, 10}) {
    const CrmResult result = crm(product, {.steps = steps});
    EXPECT_DOUBLE_EQ(result.mean_reward, 1) << steps;
    EXPECT_EQ(result.episodes, steps);
  }
}

}  // namespace
}  // namespace remap
