#include "remap/automata/reward_machine.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/tasks.hpp"

namespace remap {
namespace {

using testing::reward_machine;

std::vector<std::string> texts(const RewardMachine& machine) {
  std::vector<std::string> lines;
  for (const RewardTransition& t : machine.transitions) {
    lines.push_back(
        fmt::format("{} {} {} {}", index(t.from), index(t.to), t.formula.text(machine.propositions), t.reward));
  }
  return lines;
}

TEST(Determinise, GivesEveryTaskItsKnownNumberOfStates) {
  for (const testing::Task& task : testing::tasks()) {
    const RewardMachine result = determinise(task.machine);
    EXPECT_EQ(result.states, task.machine.states + task.added_states) << task.name;
    if (task.added_states == 0) {
      EXPECT_EQ(result, task.machine) << task.name;
    } else {
      EXPECT_THROW(check_deterministic(task.machine), InputError) << task.name;
    }
    EXPECT_NO_THROW(check_deterministic(result)) << task.name;
    EXPECT_EQ(determinise(result), result) << task.name;
  }
}

TEST(Determinise, FollowsTheRuleOfThePaper) {
  const auto all = testing::tasks();
  const std::vector<std::string> expected{"0 0 !a&!f 0", "0 2 !a&f 0", "0 3 a&!f 0", "2 2 !a 0",
                                          "2 4 a 0",     "3 3 !f 0",   "3 4 f 0",    "4 1 e 1",
                                          "4 4 !e 0",    "0 5 a&f 0",  "5 4 a|f 0",  "5 5 !a&!f 0"};
  EXPECT_EQ(texts(determinise(all[8].machine)), expected);
}

TEST(Determinise, ComparesFormulasByMeaning) {
  const RewardMachine machine =
      reward_machine({"a", "b"}, {3}, "0 1 a, 0 2 b, 1 3 b&a|b&!a 1, 2 3 !(!a) 1.0, 1 1 !b, 2 2 !a, 0 0 !a&!b");
  EXPECT_EQ(determinise(machine).states, 5U);
}

TEST(Determinise, RefusesOtherNondeterminism) {
  EXPECT_THROW(determinise(reward_machine({"a", "b"}, {}, "0 1 a, 0 2 b, 1 1 True, 2 2 True")), InputError);
  EXPECT_THROW(determinise(reward_machine({"a", "b"}, {3}, "0 1 a, 0 2 b, 1 3 b 1, 2 3 a 2")), InputError);
  const char* apart = "0 1 a, 0 2 b, 1 3 b 1, 2 4 a 1, 3 3 True, 4 4 True 1";  // the two orders end in different states
  EXPECT_THROW(determinise(reward_machine({"a", "b"}, {}, apart)), InputError);
  const char* three = "0 1 a, 0 2 b, 0 3 c, 1 4 b, 2 4 a, 1 4 c, 3 4 a, 2 4 c, 3 4 b";
  EXPECT_THROW(determinise(reward_machine({"a", "b", "c"}, {4}, three)), InputError);
}

TEST(Determinise, BothOrdersMustEarnAlike) {
  const auto accepted = [](const char* transitions) {
    try {
      return determinise(reward_machine({"a", "b"}, {3}, transitions)).states == 5;
    } catch (const InputError&) {
      return false;
    }
  };
  EXPECT_TRUE(accepted("0 1 a 1, 0 2 b 1.0, 1 3 b 2, 2 3 a 2, 1 1 !b, 2 2 !a"));
  EXPECT_FALSE(accepted("0 1 a 1, 0 2 b 3, 1 3 b 2, 2 3 a 2, 1 1 !b, 2 2 !a"));
  EXPECT_FALSE(accepted("0 1 a 1, 0 2 b 1, 1 3 b 2, 2 3 a 3, 1 1 !b, 2 2 !a"));
}

TEST(Determinise, TheNewStatePaysWhatTheStepsPay) {
  const RewardMachine result =
      determinise(reward_machine({"a", "b"}, {3}, "0 1 a 1, 0 2 b 1, 1 3 b 2, 2 3 a 2, 1 1 !b, 2 2 !a"));
  const std::vector<std::string> lines = texts(result);
  const std::vector<std::string> added(lines.end() - 3, lines.end());
  EXPECT_EQ(added, (std::vector<std::string>{"0 4 a&b 1", "4 3 a|b 2", "4 4 !a&!b 0"}));
}

TEST(CheckDeterministic, NamesStateFormulasAndLetter) {
  try {
    check_deterministic(reward_machine({"a", "b", "c"}, {}, "0 0 !a, 0 1 a, 1 0 a&!c, 1 1 b 2"));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "state 1 is nondeterministic: letter {a,b} satisfies both 'a&!c' (to state 0, reward 0) and 'b' (to state "
        "1, reward 2)");
  }
}

TEST(CheckDeterministic, OverlapWithoutDisagreementIsFine) {
  EXPECT_NO_THROW(check_deterministic(reward_machine({"a", "b"}, {}, "0 0 a 1, 0 0 b 1.0")));
  EXPECT_THROW(check_deterministic(reward_machine({"a", "b"}, {}, "0 0 a 1, 0 0 b 2")), InputError);
}

}  // namespace
}  // namespace remap
