#include "worlds/product.hpp"

#include <gtest/gtest.h>

#include "remap/automata/error.hpp"
#include "remap/worlds/tasks.hpp"
#include "worlds/small_worlds.hpp"

namespace remap {
namespace {

std::string message_of(const World& world, const RewardMachine& machine) {
  try {
    Product(world, machine);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Product, StepsLikeWorldAndMachine) {
  for (const auto& task : tasks()) {
    const World& world = world_of(task.name);
    const Product product(world, task.machine);
    ASSERT_EQ(product.size(), world.cells() * task.machine.states);
    EXPECT_EQ(product.start_cell(), index(world.start()));
    EXPECT_EQ(product.initial(), index(task.machine.initial));
    EXPECT_LE(product.labels(), task.machine.propositions.size() + 1);
    for (std::size_t cell = 0; cell < world.cells(); ++cell) {
      PropositionSet set = 0;
      for (std::size_t bit = 0; bit < world.objects().size(); ++bit) {
        for (std::size_t i = 0; i < task.machine.propositions.size(); ++i) {
          const bool same = world.objects()[bit].proposition == task.machine.propositions[i];
          if (same && (world.label(make_id<Cell>(cell)) >> bit & 1U) != 0) set |= PropositionSet{1} << i;
        }
      }
      for (std::size_t move = 0; move < 4; ++move) {
        EXPECT_EQ(product.next_cell(cell, move), index(world.next(make_id<Cell>(cell), make_id<Move>(move))));
      }
      for (std::size_t u = 0; u < task.machine.states; ++u) {
        Product::MachineStep expected;
        for (const auto& [from, to, formula, reward] : task.machine.transitions) {
          if (index(from) != u || !formula.holds(set)) continue;
          const bool over = task.machine.is_terminal(to);
          expected = {over ? Product::ended : static_cast<std::uint32_t>(index(to)), *parse_number(reward)};
        }
        EXPECT_EQ(product.machine_step(product.label(cell), u), expected) << task.name << ' ' << cell << ' ' << u;
      }
    }
  }
}

TEST(Product, NondeterminismThatCannotHappenIsNoMatter) {
  for (const auto& task : original_tasks()) {
    EXPECT_NO_THROW(Product(craft_world(), task.machine)) << task.name;
  }
}

TEST(Product, RefusesNondeterminismThatHappens) {
  RewardMachine machine = testing::collect(2);
  machine.transitions.push_back({State{0}, State{2}, parse_formula("a", machine.propositions), "1"});
  EXPECT_NE(message_of(testing::corridor(), machine), "");
}

TEST(Product, NamesThePropositionTheWorldLacks) {
  EXPECT_EQ(message_of(office_world(), find_task("craft/t10")->machine),
            "the reward machine's proposition 'h' is not an object of the office world, expected some of a, b, c, d, "
            "e, f, g, n");
}

TEST(Product, NamesTheRewardThatIsNoNumber) {
  EXPECT_NE(message_of(testing::corridor(), testing::collect(1, "good")).find("'good'"), std::string::npos);
}

TEST(Product, TheRewardHaltEarnsNothing) {
  const RewardMachine machine = testing::collect(1, "HALT");
  const Product product(testing::corridor(), machine);
  EXPECT_EQ(product.machine_step(product.label(4), 0), (Product::MachineStep{Product::ended, 0}));
}

TEST(Product, AMachineThatBeginsAtItsEndEndsAtTheFirstStep) {
  RewardMachine machine = testing::collect(1);
  machine.initial = State{1};
  const Product product(testing::corridor(), machine);
  EXPECT_EQ(product.machine_step(product.label(0), product.initial()).to, Product::ended);
  EXPECT_EQ(product.machine_step(product.label(4), product.initial()).reward, 0);
}

}  // namespace
}  // namespace remap
