#include "remap/worlds/tasks.hpp"

#include <gtest/gtest.h>

#include <map>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"
#include "worlds/world.hpp"

namespace remap {
namespace {

Word word_of(const MooreMachine& machine, const std::vector<std::string>& letters) {
  Word word;
  for (const auto& letter : letters) word.push_back(machine.alphabet().find(letter));
  return word;
}

std::string output_after(const std::string& task, const std::vector<std::string>& letters) {
  const auto machine = task_machine(*find_task(task));
  return machine.outputs().name(machine.output_after(word_of(machine, letters)));
}

TEST(Tasks, AreTheFourteenOfThePaperInOrder) {
  std::vector<std::string> names;
  for (const auto& task : tasks()) names.push_back(task.name);
  EXPECT_EQ(names, (std::vector<std::string>{"office/t1", "office/t2", "office/t3", "office/t4", "craft/t1", "craft/t2",
                                             "craft/t3", "craft/t4", "craft/t5", "craft/t6", "craft/t7", "craft/t8",
                                             "craft/t9", "craft/t10"}));
}

TEST(Tasks, KnowTheirWorldAndNumber) {
  std::map<WorldName, std::size_t> count;
  for (const auto& task : tasks()) {
    EXPECT_EQ(task.number, ++count[task.world]) << task.name;
    EXPECT_EQ(world_of(task.world).name() + "/t" + std::to_string(task.number), task.name);
    EXPECT_EQ(task.world, world_named(task.name));
    EXPECT_FALSE(task.original);
    EXPECT_EQ(task.repaired, find_task(task.name + "/original") != nullptr) << task.name;
  }
  EXPECT_EQ(count, (std::map<WorldName, std::size_t>{{WorldName::office, 4}, {WorldName::craft, 10}}));
  for (const auto& task : original_tasks()) {
    EXPECT_TRUE(task.original && !task.repaired && task.world == WorldName::craft) << task.name;
    EXPECT_GE(task.number, 5U);
  }
}

TEST(Tasks, HaveTheMinimalSizesOfThePaper) {
  const std::map<std::string, std::size_t> states = {
      {"office/t1", 5}, {"office/t2", 5}, {"office/t3", 7}, {"office/t4", 7}, {"craft/t1", 4},
      {"craft/t2", 4},  {"craft/t3", 4},  {"craft/t4", 4},  {"craft/t5", 7},  {"craft/t6", 10},
      {"craft/t7", 10}, {"craft/t8", 7},  {"craft/t9", 8},  {"craft/t10", 11}};
  for (const auto& task : tasks()) {
    const auto machine = task_machine(task);
    EXPECT_EQ(machine.size(), states.at(task.name)) << task.name;
    EXPECT_TRUE(is_minimal(machine)) << task.name;
    EXPECT_EQ(machine.letters(), std::size_t{1} << task.machine.propositions.size()) << task.name;
    EXPECT_EQ(machine.outputs().names(), (std::vector<std::string>{"HALT", "0", "1"})) << task.name;
  }
}

TEST(Tasks, KeepTheAuthorsOrderOfLetters) {
  const std::map<std::string, std::string> orders = {
      {"office/t1", "fgn"}, {"office/t2", "egn"}, {"office/t3", "efgn"}, {"office/t4", "abcdn"}, {"craft/t1", "ab"},
      {"craft/t2", "ac"},   {"craft/t3", "de"},   {"craft/t4", "db"},    {"craft/t5", "afe"},    {"craft/t6", "abcd"},
      {"craft/t7", "abcf"}, {"craft/t8", "acf"},  {"craft/t9", "aefg"},  {"craft/t10", "abcfh"}};
  for (const auto& task : tasks()) {
    std::string order;
    for (const auto& proposition : task.machine.propositions) order += proposition;
    EXPECT_EQ(order, orders.at(task.name)) << task.name;
  }
  EXPECT_EQ(task_machine(*find_task("craft/t5")).alphabet().names(),
            (std::vector<std::string>{"{}", "{a}", "{f}", "{e}", "{a,f}", "{a,e}", "{f,e}", "{a,f,e}"}));
}

TEST(Tasks, DeterministicFormsGainOneStatePerRepairedChoice) {
  const std::map<std::string, std::size_t> gained = {{"craft/t5", 1}, {"craft/t6", 2}, {"craft/t7", 2},
                                                     {"craft/t8", 1}, {"craft/t9", 1}, {"craft/t10", 2}};
  ASSERT_EQ(original_tasks().size(), gained.size());
  for (const auto& [name, states] : gained) {
    const Task* original = find_task(name + "/original");
    ASSERT_NE(original, nullptr) << name;
    EXPECT_EQ(find_task(name)->machine.states, original->machine.states + states) << name;
    EXPECT_NO_THROW(check_deterministic(find_task(name)->machine)) << name;
    EXPECT_THROW(check_deterministic(original->machine), InputError) << name;
    EXPECT_THROW(task_machine(*original), InputError) << name;
  }
}

TEST(Tasks, RewardWhatTheirTitleSays) {
  EXPECT_EQ(output_after("office/t1", {}), "0");
  EXPECT_EQ(output_after("office/t1", {"{f}", "{}", "{g}"}), "1");
  EXPECT_EQ(output_after("office/t1", {"{g}", "{f}"}), "0");
  EXPECT_EQ(output_after("office/t1", {"{n}"}), "0");
  EXPECT_EQ(output_after("office/t1", {"{n}", "{f}"}), "HALT");
  EXPECT_EQ(output_after("office/t3", {"{f}", "{e}", "{g}"}), "1");
  EXPECT_EQ(output_after("office/t3", {"{e,f}", "{f}", "{g}"}), "1");
  EXPECT_EQ(output_after("office/t4", {"{a}", "{b}", "{c}", "{d}"}), "1");
  EXPECT_EQ(output_after("office/t4", {"{a}", "{b}", "{c}", "{d}", "{}"}), "HALT");
  EXPECT_EQ(output_after("craft/t6", {"{d}", "{a}", "{b}", "{c}"}), "1");
  EXPECT_EQ(output_after("craft/t7", {"{a}", "{c}", "{f}", "{b}"}), "1");
  EXPECT_EQ(output_after("craft/t10", {"{f}", "{a}", "{c}", "{b}", "{h}"}), "1");
  EXPECT_EQ(output_after("craft/t10", {"{f}", "{a}", "{b}", "{c}", "{h}"}), "0");
}

TEST(Tasks, BothThingsAtOnceWaitForOneMore) {
  // The paper's repair: {a,f} leads to a state that still waits for a or f.
  EXPECT_EQ(output_after("craft/t5", {"{a,f}", "{e}"}), "0");
  EXPECT_EQ(output_after("craft/t5", {"{a,f}", "{}", "{f}", "{e}"}), "1");
  EXPECT_EQ(output_after("craft/t10", {"{a,f}", "{a}", "{c}", "{b}", "{h}"}), "1");
}

TEST(Tasks, UnknownNamesAreNotFound) {
  EXPECT_EQ(find_task("craft/t11"), nullptr);
  EXPECT_EQ(find_task("craft/t1/original"), nullptr);
  EXPECT_EQ(find_task(""), nullptr);
}

}  // namespace
}  // namespace remap
