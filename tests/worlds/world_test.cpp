#include "worlds/world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <queue>

#include "remap/automata/error.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap {
namespace {

std::vector<int> distances(const World& world, Cell from) {
  std::vector<int> steps(world.cells(), -1);
  std::queue<Cell> open;
  steps[index(from)] = 0;
  for (open.push(from); !open.empty(); open.pop()) {
    for (const Move move : all_moves) {
      const Cell next = world.next(open.front(), move);
      if (steps[index(next)] >= 0) continue;
      steps[index(next)] = steps[index(open.front())] + 1;
      open.push(next);
    }
  }
  return steps;
}

/// OfficeWorld is described with x to the right and y upwards.
Cell office_cell(std::size_t x, std::size_t y) { return office_world().cell({8 - y, x}); }

TEST(World, MovesAreMutual) {
  for (const World* world : {&office_world(), &craft_world()}) {
    for (std::size_t i = 0; i < world->cells(); ++i) {
      for (const Move move : all_moves) {
        const Cell next = world->next(make_id<Cell>(i), move);
        if (next == make_id<Cell>(i)) continue;
        EXPECT_EQ(world->next(next, make_id<Move>((index(move) + 2) % 4)), make_id<Cell>(i));
      }
    }
  }
}

TEST(World, OfficeHasTwelveRoomsWithTheDoorsOfTheBenchmark) {
  const World& world = office_world();
  EXPECT_EQ(world.cells(), 108U);
  EXPECT_EQ(world.start(), office_cell(2, 1));
  EXPECT_EQ(world.next(office_cell(2, 1), Move::up), office_cell(2, 2));
  for (const std::size_t x : {2, 5, 8}) {
    for (std::size_t y = 0; y < 9; ++y) {
      EXPECT_EQ(!world.blocked(office_cell(x, y), Move::right), y == 1 || y == 7) << x << ' ' << y;
    }
  }
  for (std::size_t x = 0; x < 12; ++x) {
    EXPECT_EQ(!world.blocked(office_cell(x, 5), Move::up), x == 1 || x == 4 || x == 7 || x == 10) << x;
    EXPECT_EQ(!world.blocked(office_cell(x, 2), Move::up), x == 1 || x == 10) << x;
  }
  const auto steps = distances(world, world.start());
  EXPECT_TRUE(std::all_of(steps.begin(), steps.end(), [](int n) { return n >= 0; }));
}

TEST(World, CraftIsAnOpenSquareInsideAWall) {
  const World& world = craft_world();
  EXPECT_EQ(world.place(world.start()), (Place{20, 20}));
  const auto steps = distances(world, world.start());
  EXPECT_EQ(std::count_if(steps.begin(), steps.end(), [](int n) { return n >= 0; }), 39 * 39);
  for (std::size_t i = 0; i < world.cells(); ++i) {
    const auto [row, column] = world.place(make_id<Cell>(i));
    const bool wall = row == 0 || column == 0 || row == 40 || column == 40;
    EXPECT_EQ(world.solid(make_id<Cell>(i)), wall);
    if (!wall) {
      EXPECT_EQ(steps[i], std::abs(static_cast<int>(row) - 20) + std::abs(static_cast<int>(column) - 20));
    }
  }
}

TEST(World, ACellCarriesAtMostOneObject) {
  const std::map<std::string, std::size_t> office = {{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1},
                                                     {"e", 1}, {"f", 2}, {"g", 1}, {"n", 6}};
  const std::map<std::string, std::size_t> craft = {{"a", 5}, {"b", 2}, {"c", 2}, {"d", 5},
                                                    {"e", 2}, {"f", 5}, {"g", 2}, {"h", 2}};
  for (const World* world : {&office_world(), &craft_world()}) {
    std::map<std::string, std::size_t> count;
    for (std::size_t i = 0; i < world->cells(); ++i) {
      const PropositionSet label = world->label(make_id<Cell>(i));
      EXPECT_EQ(label & (label - 1), 0U);
      if (label != 0) ++count[world->objects()[static_cast<std::size_t>(std::countr_zero(label))].proposition];
    }
    EXPECT_EQ(count, world == &office_world() ? office : craft);
  }
  EXPECT_EQ(office_world().label(office_cell(3, 6)), 1U << 5);
  EXPECT_EQ(office_world().label(office_cell(7, 4)), 1U << 4);
  EXPECT_EQ(craft_world().label(craft_world().cell({16, 10})), 1U << 7);
}

TEST(World, IsFoundByTask) {
  for (const auto& task : tasks()) EXPECT_EQ(world_of(task.name).name(), task.name.substr(0, task.name.find('/')));
  EXPECT_EQ(&world_of("craft"), &craft_world());
  EXPECT_THROW(world_of("kitchen/t1"), InputError);
  EXPECT_THROW(world_of(""), InputError);
}

TEST(World, RefusesWhatLiesOutside) {
  EXPECT_THROW(World("w", 2, 2, {2, 0}, {}), Misuse);
  EXPECT_THROW(World("w", 2, 2, {0, 0}, {{"a", "a", {{0, 5}}}}), Misuse);
  World world("w", 2, 2, {0, 0}, {});
  EXPECT_THROW(world.make_solid({0, 0}), Misuse);
  EXPECT_THROW(world.make_solid({0, 2}), Misuse);
  EXPECT_THROW(world.add_wall({7, 0}, Move::up), Misuse);
}

}  // namespace
}  // namespace remap
