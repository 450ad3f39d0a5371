// Machines on the command line: the letters that occur, what is undefined, and files in other tools' dialects.
#include <fmt/format.h>

#include "cli/program.hpp"

namespace remap::test {
namespace {

class Sources : public Program {
 protected:
  void file(const std::string& name, const std::string& text) const { write_file(folder() / name, text); }
  void expect_refused(const std::vector<std::string>& arguments, const std::string& part) const {
    const Said said = remap(arguments);
    EXPECT_EQ(said.code, 2) << said.out;
    EXPECT_NE(said.err.find(part), std::string::npos) << said.err;
  }
};

TEST_F(Sources, ManyPropositionsOneAtATime) {
  std::string text = "0\n[20]\n";
  for (int i = 0; i < 20; ++i) text += fmt::format("({},{},'p{}',ConstantRewardFunction({}))\n", i, i + 1, i, i / 19);
  file("many.txt", text);
  EXPECT_NE(output_of({"learn", "many.txt"}).find("over all sets of 20 propositions"), std::string::npos);
  EXPECT_EQ(output_of({"eval", "many.txt", "p0", "{p1}", "{}", "--events", "one"}), "{p0}  0\n{p1}  0\n{}    0\n");
  EXPECT_NE(output_of({"learn", "many.txt", "--events", "one"}).find("over 21 letters"), std::string::npos);
  file("sets", "{}\np0\np1&p0\n");
  EXPECT_NE(output_of({"learn", "many.txt", "--events", "sets"}).find("over 3 letters"), std::string::npos);
  EXPECT_NE(output_of({"learn", "many.txt", "--events", "at-most:1"}).find("over 21 letters"), std::string::npos);
  expect_refused({"learn", "many.txt", "--events", "at-most:9"}, "too many sets of at most 9 of 20 propositions");
}

TEST_F(Sources, ATaskAmongManyPropositions) {
  const std::string learned = output_of({"learn", "craft/t5+50", "--output", "learned.json"});
  EXPECT_NE(learned.find("over all sets of 53 propositions"), std::string::npos) << learned;
  EXPECT_NE(learned.find("Correct"), std::string::npos) << learned;
  EXPECT_EQ(output_of({"equal", "craft/t5+50", "learned.json"}), "equal\n");
  output_of({"convert", "learned.json", "again.json"});
  EXPECT_EQ(read_file(folder() / "again.json"), read_file(folder() / "learned.json"));
  expect_refused({"learn", "craft/t5+50", "--learner", "tree"}, "needs a list of all letters");
  expect_refused({"learn", "craft/t5+90"}, "the number after +");
}

TEST_F(Sources, OnlyLettersThatOccurMustBeDeterministic) {
  file("either.txt", "0\n[1,2]\n(0,1,'a',ConstantRewardFunction(1))\n(0,0,'b',ConstantRewardFunction(0))\n");
  expect_refused({"learn", "either.txt"}, "either.txt: state 0 is nondeterministic: letter {a,b} satisfies both");
  expect_refused({"learn", "either.txt"}, "--events one");
  expect_refused({"eval", "either.txt", "{a}"}, "--determinise");
  EXPECT_EQ(output_of({"eval", "either.txt", "{b} {a}", "--events", "one"}), "{b} {a}  1\n");
  EXPECT_NE(output_of({"learn", "either.txt", "--events", "one"}).find("Correct"), std::string::npos);
  expect_refused({"show", "either.txt", "--events", "one"}, "--events has no effect without --as");
  EXPECT_NE(output_of({"show", "either.txt", "--events", "one", "--as", "moore"}).find("Moore machine"),
            std::string::npos);
}

constexpr const char* partial =
    "digraph { __start0 -> s0; s0 -> s1 [label=\"a/x\"]; s0 -> s0 [label=\"b/y\"]; s1 -> s0 [label=\"b/x\"] }";

TEST_F(Sources, MissingTransitions) {
  file("partial.dot", partial);
  EXPECT_EQ(output_of({"eval", "partial.dot", "ε", "ab", "aa", "aab"}), "ε    0\nab   x\naa   0\naab  HALT\n");
  EXPECT_EQ(output_of({"eval", "partial.dot", "ε", "ab", "aa", "aab", "--undefined", "y"}),
            "ε    y\nab   x\naa   y\naab  y\n");
  expect_refused({"eval", "partial.dot", "ε", "--undefined", "error"},
                 "partial.dot: state 1 has no transition for the letter 'a', expected one for each letter");
  EXPECT_NE(output_of({"learn", "partial.dot", "--undefined", "none", "--output", "learned.json"}).find("Correct"),
            std::string::npos);
  EXPECT_EQ(output_of({"equal", "partial.dot", "learned.json", "--undefined", "none"}), "equal\n");
  const std::string session = output_of({"learn", "partial.dot", "--undefined", "none", "--session", "s.jsonl"});
  EXPECT_NE(output_of({"replay", "s.jsonl"}), "");
}

TEST_F(Sources, ConvertGivesTheMinimalMealyMachine) {
  file("double.dot",
       "digraph { __start0 -> s0; s0 -> s1 [label=\"a/x\"]; s1 -> s0 [label=\"a/x\"]; s0 -> s0 [label=\"b/y\"]; "
       "s1 -> s1 [label=\"b/y\"] }");
  output_of({"convert", "double.dot", "single.json", "--as", "mealy"});
  EXPECT_EQ(read_file(folder() / "single.json").find("\"next\""),
            read_file(folder() / "single.json").rfind("\"next\""));
}

TEST_F(Sources, WarningsDoNotStopAnything) {
  file("ends.txt", "0\n[1]\n(0,1,'a',ConstantRewardFunction(1))\n(1,0,'a',ConstantRewardFunction(1))\n");
  for (const char* command : {"show", "learn"}) {
    const Said said = remap({command, "ends.txt"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(said.err, "remap: warning: ends.txt:4:1: state 1 is terminal, so this transition is ignored\n");
  }
}

TEST_F(Sources, ALearnedMachineWithoutHaltIsWrittenWithoutTerminalStates) {
  file("hunt.txt",
       "0\n[]\n(0,0,'!g&!t',ConstantRewardFunction(0))\n(0,1,'g&!t',ConstantRewardFunction(1))\n"
       "(0,2,'t',ConstantRewardFunction(-1))\n(1,1,'True',ConstantRewardFunction(1))\n"
       "(2,2,'True',ConstantRewardFunction(-1))\n");
  EXPECT_NE(output_of({"learn", "hunt.txt", "--output", "learned.txt"}).find("Correct"), std::string::npos);
  EXPECT_NE(read_file(folder() / "learned.txt").find("[] # terminal states"), std::string::npos);
  EXPECT_EQ(output_of({"equal", "hunt.txt", "learned.txt"}), "equal\n");
}

TEST_F(Sources, APlannerPlaysAMachineWithTheRewardHalt) {
  file("halt.json", R"({"type":"reward_machine","propositions":["g"],"states":2,"initial":0,"terminal":[1],
 "transitions":[{"from":0,"to":0,"formula":"!g","reward":0},{"from":0,"to":1,"formula":"g","reward":"HALT"}]})");
  EXPECT_NE(output_of({"world", "office", "--policy", "planner", "--machine", "halt.json"}).find("per step"),
            std::string::npos);
}

}  // namespace
}  // namespace remap::test
