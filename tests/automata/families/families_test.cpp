#include "remap/automata/families.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/reward_machine.hpp"

namespace remap {
namespace {

class Protocols : public ::testing::TestWithParam<const char*> {
 protected:
  const MooreMachine machine = *family_machine(GetParam());

  [[nodiscard]] State after(State from, std::size_t letter) const { return machine.row(from)[letter]; }
  [[nodiscard]] std::size_t letters() const { return machine.alphabet().size(); }
};

TEST_P(Protocols, AreMinimalAndOfTheSizeAskedFor) {
  EXPECT_EQ(minimise(machine), machine);
  const std::string_view text = GetParam();
  EXPECT_EQ(fmt::format("protocol:{},{},{},3", to_mealy(machine).size(), letters(), machine.outputs().size()), text);
}

TEST_P(Protocols, DependOnTheSeedAlone) {
  EXPECT_EQ(*family_machine(GetParam()), machine);
  EXPECT_NE(*family_machine(std::string(GetParam()) + "1"), machine);
}

TEST_P(Protocols, HaveASinkThatManyTransitionsLeadTo) {
  State sink = no_state;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const auto row = machine.row(make_id<State>(q));
    if (std::all_of(row.begin(), row.end(), [&](State to) { return index(to) == q; })) sink = make_id<State>(q);
  }
  ASSERT_NE(sink, no_state);
  std::size_t into = 0;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    for (const State to : machine.row(make_id<State>(q))) into += to == sink ? 1U : 0U;
  }
  EXPECT_GT(into, machine.size() * letters() / 8);
}

TEST_P(Protocols, FewLettersDoSomething) {
  std::size_t live = 0;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    std::map<Output, std::size_t> times;
    for (std::size_t a = 0; a < letters(); ++a) ++times[machine.output(after(make_id<State>(q), a))];
    for (const auto& [output, count] : times) live += index(output) >= 2 ? count : 0;
  }
  EXPECT_LT(live, 5 * machine.size());
}

TEST_P(Protocols, BeginWithALongPath) {
  std::vector<std::size_t> distance(machine.size(), machine.size());
  std::vector<State> queue{machine.initial()};
  distance[index(machine.initial())] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const State to : machine.row(queue[i])) {
      if (distance[index(to)] < machine.size()) continue;
      distance[index(to)] = distance[index(queue[i])] + 1;
      queue.push_back(to);
    }
  }
  EXPECT_GT(distance[index(queue.back())], to_mealy(machine).size() / 3);
}

INSTANTIATE_TEST_SUITE_P(Families, Protocols,
                         ::testing::Values("protocol:12,5,4,3", "protocol:40,10,8,3", "protocol:100,20,12,3"),
                         [](const auto& entry) {
                           std::string name = entry.param;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return c == ':' || c == ','; }, '_');
                           return name;
                         });

/// The length of the longest of the shortest words that tell two states apart: rounds of Moore's refinement.
std::size_t longest_distinction(const MooreMachine& machine) {
  std::vector<std::size_t> block;
  for (std::size_t q = 0; q < machine.size(); ++q) block.push_back(index(machine.output(make_id<State>(q))));
  for (std::size_t rounds = 0;; ++rounds) {
    std::map<std::vector<std::size_t>, std::size_t> blocks;
    std::vector<std::size_t> finer;
    for (std::size_t q = 0; q < machine.size(); ++q) {
      std::vector<std::size_t> key{block[q]};
      for (const State to : machine.row(make_id<State>(q))) key.push_back(block[index(to)]);
      finer.push_back(blocks.try_emplace(std::move(key), blocks.size()).first->second);
    }
    if (blocks.size() == machine.size()) return rounds + 1;
    block = std::move(finer);
  }
}

TEST(Families, ControllersHaveLettersAlikeAndLongDistinctions) {
  const MooreMachine machine = *family_machine("controller:240,18,6");
  EXPECT_EQ(minimise(machine), machine);
  EXPECT_EQ(*family_machine("controller:240,18,6,1"), machine);
  EXPECT_EQ(to_mealy(machine).size(), 240U);
  EXPECT_GE(longest_distinction(machine), 20U);
  std::size_t different = 0;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const auto row = machine.row(make_id<State>(q));
    different += row[1] == row[3] ? 0U : 1U;  // both of the first group of two
  }
  EXPECT_GT(different, 0U);
  EXPECT_LE(different, 8U);
}

TEST(Families, NumbersOutOfRangeAreRefused) {
  EXPECT_THROW(static_cast<void>(family_machine("protocol:7,5,4")), InputError);
  EXPECT_THROW(static_cast<void>(family_machine("protocol:12,2,4")), InputError);
  EXPECT_THROW(static_cast<void>(family_machine("protocol:12,5")), InputError);
  EXPECT_FALSE(family_machine("protocols:12,5,4"));
}

}  // namespace
}  // namespace remap
