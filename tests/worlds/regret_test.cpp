#include "worlds/regret.hpp"

#include <gtest/gtest.h>

#include "remap/automata/error.hpp"
#include "remap/worlds/tasks.hpp"
#include "worlds/small_worlds.hpp"

namespace remap {
namespace {

TEST(Regret, OfTheTrueMachineIsNone) {
  for (const char* name : {"office/t3", "craft/t2"}) {
    const Product truth(world_of(name), find_task(name)->machine);
    const Regret planned = planned_regret(truth, truth);
    EXPECT_GT(planned.reference, 0) << name;
    EXPECT_EQ(planned.papers(), 0) << name;
    EXPECT_EQ(planned.truth(), 0) << name;
    EXPECT_EQ(learned_regret(truth, truth, {.steps = 20'000}, 2).papers(), 0) << name;
  }
}

TEST(Regret, OfAnEquivalentMachineIsNone) {
  const Product truth(craft_world(), find_task("craft/t8")->machine);
  const RewardMachine again = to_reward_machine(task_machine(*find_task("craft/t8")));
  const Regret regret = planned_regret(truth, Product(craft_world(), again));
  EXPECT_NEAR(regret.papers(), 0, 1e-15);
  EXPECT_NEAR(regret.truth(), 0, 1e-15);
}

TEST(Regret, AMachineThatPaysTooEarlyGainsInThePapersSenseOnly) {
  // The truth asks for the goal twice; the learned machine is content with once and stops.
  const World world = testing::corridor();
  const Regret regret =
      planned_regret(Product(world, testing::collect(2)), Product(world, testing::collect(1)), {.epsilon = 0});
  EXPECT_DOUBLE_EQ(regret.reference, 0.2);
  EXPECT_DOUBLE_EQ(regret.learned_own, 0.25);
  EXPECT_DOUBLE_EQ(regret.learned_truth, 0);
  EXPECT_LT(regret.papers(), 0);
  EXPECT_GT(regret.truth(), 0);
}

TEST(Regret, OfLearnedPoliciesComesCloseToThePlanned) {
  const Product truth(office_world(), find_task("office/t1")->machine);
  const Product learned(office_world(), find_task("office/t2")->machine);
  const Regret planned = planned_regret(truth, learned);
  const Regret measured = learned_regret(truth, learned, {.steps = 200'000}, 3);
  EXPECT_NEAR(measured.reference, planned.reference, 0.05 * planned.reference);
  EXPECT_NEAR(measured.learned_own, planned.learned_own, 0.05 * planned.reference);
  EXPECT_NEAR(measured.learned_truth, planned.learned_truth, 0.05 * planned.reference);
}

TEST(Regret, IsTheMeanOverConsecutiveSeeds) {
  const Product truth(office_world(), find_task("office/t1")->machine);
  const Product learned(office_world(), find_task("office/t2")->machine);
  const auto regret = [&](std::uint64_t seed, std::uint64_t seeds) {
    return learned_regret(truth, learned, {.steps = 5'000, .seed = seed}, seeds);
  };
  const Regret one = regret(7, 1), two = regret(8, 1), both = regret(7, 2);
  EXPECT_NE(one.reference, two.reference);
  EXPECT_DOUBLE_EQ(both.reference, (one.reference + two.reference) / 2);
  EXPECT_DOUBLE_EQ(both.learned_own, (one.learned_own + two.learned_own) / 2);
  EXPECT_DOUBLE_EQ(both.learned_truth, (one.learned_truth + two.learned_truth) / 2);
}

TEST(Regret, NeedsASeed) {
  const Product product(testing::corridor(), testing::collect(1));
  EXPECT_THROW(learned_regret(product, product, {}, 0), Misuse);
}

}  // namespace
}  // namespace remap
