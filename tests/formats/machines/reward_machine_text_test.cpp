#include "formats/machines/reward_machine_text.hpp"

#include <gtest/gtest.h>

#include "formats/expect.hpp"

namespace remap {
namespace {

using testing::message_of;

std::string text_complaint(const std::string& text) {
  return message_of([&] { read_reward_machine_text(text); });
}

// A transition line after the two head lines: the third line.
std::string complaint_about(const std::string& line) { return text_complaint("0\n[2]\n" + line); }

constexpr const char* coffee =
    "0 # initial state\n"
    "[2] # terminal states\n"
    "(0,0,'!f&!n',ConstantRewardFunction(0))\n"
    "(0,1,'f&!n',ConstantRewardFunction(0))\n"
    "(1,1,'!g&!n',ConstantRewardFunction(0))\n"
    "(1,2,'g&!n',ConstantRewardFunction(1))\n";

TEST(RewardMachineText, ReadsWhatTheBenchmarksWrite) {
  const RewardMachine machine = read_reward_machine_text(coffee);
  EXPECT_EQ(machine.propositions, (std::vector<std::string>{"f", "g", "n"}));
  EXPECT_EQ(machine.states, 3U);
  EXPECT_EQ(machine.initial, State{0});
  EXPECT_EQ(machine.terminal, std::vector<State>{State{2}});
  ASSERT_EQ(machine.transitions.size(), 4U);
  EXPECT_EQ(machine.transitions[3].formula.text(machine.propositions), "g&!n");
  EXPECT_EQ(machine.transitions[3].reward, "1");
  EXPECT_EQ(write_reward_machine_text(machine), coffee);
}

TEST(RewardMachineText, BlanksCommentsAndQuotesAreFree) {
  const RewardMachine machine = read_reward_machine_text(
      "\xEF\xBB\xBF# a task\r\n\r\n  0\t# start\r\n\r\n [ 2 , 1 ]\r\n# and now\r\n"
      " ( 0 , 1 , \" ( a | b ) & !c \" , ConstantRewardFunction ( -0.50 ) ) # last\r\n");
  EXPECT_EQ(machine.terminal, (std::vector<State>{State{1}, State{2}}));
  EXPECT_EQ(write_reward_machine_text(machine),
            "0 # initial state\n[1,2] # terminal states\n(0,1,'a&!c|b&!c',ConstantRewardFunction(-0.5))\n");
}

TEST(RewardMachineText, NoTerminalStatesAndNoFinalNewline) {
  const RewardMachine machine = read_reward_machine_text("1\n[]\n(1,0,'True',ConstantRewardFunction(1e-3))");
  EXPECT_TRUE(machine.terminal.empty());
  EXPECT_TRUE(machine.propositions.empty());
  EXPECT_EQ(machine.transitions[0].reward, "0.001");
}

TEST(RewardMachineText, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(text_complaint(""),
            "line 1, column 1: expected the number of the initial state, found the end of the file");
  EXPECT_EQ(text_complaint("x"), "line 1, column 1: expected the number of the initial state, found 'x'");
  EXPECT_EQ(text_complaint("0 1"), "line 1, column 3: expected the end of the line after the initial state, found '1'");
  EXPECT_EQ(
      text_complaint("0\n"),
      "line 2, column 1: expected the list of terminal states in brackets, such as [2], found the end of the file");
  EXPECT_EQ(text_complaint("0\n[1 2]"),
            "line 2, column 4: expected ',' or ']' in the list of terminal states, found '2'");
  EXPECT_EQ(text_complaint("0\n[1"),
            "line 2, column 3: expected ',' or ']' in the list of terminal states, found the end of the file");
  EXPECT_EQ(text_complaint("0\n[1,1]"), "line 2, column 4: terminal state 1 is listed twice");
  EXPECT_EQ(text_complaint("99999999999999999999\n[]"),
            "line 1, column 1: this state number is too large, expected one below 1000000");
  EXPECT_EQ(complaint_about("0,1"),
            "line 3, column 1: expected a transition such as (0,1,'a&!b',ConstantRewardFunction(1)), found '0'");
  EXPECT_EQ(complaint_about("(0,-1"),
            "line 3, column 4: expected the number of the state the transition reaches, found '-'");
  EXPECT_EQ(complaint_about("(0,1,a"), "line 3, column 6: expected a formula in quotes, found 'a'");
  EXPECT_EQ(complaint_about("(0,1,'a\n"), "line 3, column 6: the quote of this formula is not closed in its line");
  EXPECT_EQ(complaint_about("(0,1,'a'"), "line 3, column 9: expected ',' after the formula, found the end of the file");
  EXPECT_EQ(complaint_about("(0,1,'a',RewardControl())"),
            "line 3, column 10: the reward function RewardControl is not supported, expected "
            "ConstantRewardFunction(NUMBER)");
  EXPECT_EQ(complaint_about("(0,1,'a',1)"),
            "line 3, column 10: the reward function 1 is not supported, expected ConstantRewardFunction(NUMBER)");
  EXPECT_EQ(complaint_about("(0,1,'a',)"),
            "line 3, column 10: expected a reward such as ConstantRewardFunction(1), found ')'");
  EXPECT_EQ(complaint_about(""),
            "line 3, column 1: this text holds no transition of a state that is not terminal, expected at least one");
  EXPECT_EQ(complaint_about("(0,1,'a',ConstantRewardFunction())"),
            "line 3, column 33: expected a number as reward, found ')'");
  EXPECT_EQ(complaint_about("(0,1,'a',ConstantRewardFunction(1e999))"),
            "line 3, column 33: the reward '1e999' is not a number");
  EXPECT_EQ(complaint_about("(0,1,'a',ConstantRewardFunction(1.2.3))"),
            "line 3, column 33: the reward '1.2.3' is not a number");
  EXPECT_EQ(complaint_about("(0,1,'a',ConstantRewardFunction(1)"),
            "line 3, column 35: expected ')' at the end of the transition, found the end of the file");
  EXPECT_EQ(complaint_about("(0,1,'a',ConstantRewardFunction(1)) ü"),
            "line 3, column 37: expected the end of the line after the transition, found 'ü'");
}

TEST(RewardMachineText, PlacesErrorsInsideFormulas) {
  EXPECT_EQ(complaint_about("(0,1,'a&',ConstantRewardFunction(1))").substr(0, 19), "line 3, column 9: e");
  EXPECT_EQ(complaint_about("(0,1,'a$b',ConstantRewardFunction(1))").substr(0, 19), "line 3, column 8: e");
}

TEST(RewardMachineText, RefusesTwoLinesForOnePairOfStates) {
  EXPECT_EQ(
      complaint_about("(0,1,'a',ConstantRewardFunction(1))\n\n(0,1,'b',ConstantRewardFunction(1))"),
      "line 5, column 1: a second transition from state 0 to state 1, the first is in line 3: the tools that share "
      "this format keep only the last, so join the two formulas with |");
}

std::vector<std::string> warnings_of(const std::string& text, RewardMachine* machine = nullptr) {
  std::vector<std::string> warnings;
  RewardMachine read =
      read_reward_machine_text(text, [&](const ParseError& warning) { warnings.emplace_back(warning.what()); });
  if (machine != nullptr) *machine = std::move(read);
  return warnings;
}

TEST(RewardMachineText, TransitionsOutOfATerminalStateAreIgnoredWithAWarning) {
  RewardMachine machine;
  const auto warnings =
      warnings_of("0\n[1]\n(0,1,'a',ConstantRewardFunction(1))\n(1,0,'b',ConstantRewardFunction(2))\n", &machine);
  EXPECT_EQ(warnings, std::vector<std::string>{"line 4, column 1: state 1 is terminal, so this transition is ignored"});
  EXPECT_EQ(machine.transitions.size(), 1U);
  EXPECT_TRUE(warnings_of(coffee).empty());
}

TEST(RewardMachineText, TwoTransitionsIntoTerminalStatesAreReadWithAWarning) {
  RewardMachine machine;
  const auto warnings =
      warnings_of("0\n[1,2]\n(0,1,'a',ConstantRewardFunction(1))\n(0,2,'!a',ConstantRewardFunction(5))\n", &machine);
  EXPECT_EQ(warnings, std::vector<std::string>{
                          "line 4, column 1: a second transition from state 0 into a terminal state, the first "
                          "is in line 3: the tools that share this format keep only the last"});
  EXPECT_EQ(machine.transitions.size(), 2U);
  EXPECT_EQ(message_of([&] { write_reward_machine_text(machine); }),
            "state 0 goes to a terminal state with reward 1 and with reward 5, but reward machine text allows only one "
            "transition per pair of states, and all terminal states count as one; use JSON or DOT");
  machine.transitions[1].reward = "1";
  EXPECT_NE(write_reward_machine_text(machine).find("\n(0,1,'!a|a',ConstantRewardFunction(1))\n"), std::string::npos)
      << write_reward_machine_text(machine);
}

TEST(RewardMachineText, AnEndWithoutRewardIsLeftOutBesideOneWithReward) {
  const std::string head = "0 # initial state\n[1,2] # terminal states\n";
  const RewardMachine machine =
      read_reward_machine_text(head + "(0,1,'a',ConstantRewardFunction(0))\n(0,2,'!a&b',ConstantRewardFunction(5))\n");
  EXPECT_EQ(write_reward_machine_text(machine), head + "(0,2,'!a&b',ConstantRewardFunction(5))\n");
  const RewardMachine other =
      read_reward_machine_text(head + "(0,2,'!a&b',ConstantRewardFunction(5))\n(0,1,'a',ConstantRewardFunction(0))\n");
  EXPECT_EQ(write_reward_machine_text(other), head + "(0,2,'!a&b',ConstantRewardFunction(5))\n");
  const RewardMachine alone = read_reward_machine_text(head + "(0,1,'a',ConstantRewardFunction(0))\n");
  EXPECT_EQ(write_reward_machine_text(alone), head + "(0,1,'a',ConstantRewardFunction(0))\n");
}

TEST(RewardMachineText, RefusesToWriteAMachineWithoutTransitions) {
  const RewardMachine machine{{"a"}, 1, State{0}, {State{0}}, {}};
  EXPECT_EQ(message_of([&] { write_reward_machine_text(machine); }),
            "a reward machine without transitions cannot be told from a truncated file");
}

TEST(RewardMachineText, RefusesToWriteWhatItCannotSay) {
  RewardMachine machine = read_reward_machine_text(coffee);
  machine.transitions.push_back({State{0}, State{1}, Formula::always(), "2"});
  EXPECT_EQ(
      message_of([&] { write_reward_machine_text(machine); }),
      "state 0 goes to state 1 with reward 0 and with reward 2, but reward machine text allows only one transition "
      "per pair of states");
  machine.transitions.back().reward = "high";
  EXPECT_EQ(message_of([&] { write_reward_machine_text(machine); }),
            "the reward 'high' from state 0 to state 1 cannot be written as reward machine text, expected a number");
  machine.transitions.back().reward = "0";
  machine.propositions[0] = "café";
  EXPECT_NE(message_of([&] { write_reward_machine_text(machine); }).find("the proposition 'café'"), std::string::npos);
}

TEST(RewardMachineText, MergesTransitionsOfOnePairAndReward) {
  RewardMachine machine = read_reward_machine_text("0\n[]\n(0,0,'a&b',ConstantRewardFunction(0))");
  machine.transitions.push_back({State{0}, State{0}, parse_formula("!a", machine.propositions), "0.0"});
  const std::string text = write_reward_machine_text(machine);
  const RewardMachine back = read_reward_machine_text(text);
  ASSERT_EQ(back.transitions.size(), 1U);
  EXPECT_EQ(back.transitions[0].formula, parse_formula("a&b|!a", machine.propositions));
}

TEST(RewardMachineText, WritesTheOrderThatItWillRead) {
  RewardMachine machine;
  machine.propositions = {"z", "unused", "a"};
  machine.states = 2;
  machine.transitions.push_back({State{0}, State{1}, parse_formula("z&!a", machine.propositions), "1.0"});
  EXPECT_EQ(write_reward_machine_text(machine),
            "0 # initial state\n[] # terminal states\n(0,1,'!a&z',ConstantRewardFunction(1))\n");
}

}  // namespace
}  // namespace remap
