// Every bad input: one sentence on standard error, exit code 2, nothing on standard output, no file changed.
#include "cli/program.hpp"

namespace remap::test {
namespace {

using Words = std::vector<std::string>;

class BadInput : public Program {
 protected:
  void expect(const Words& arguments, const std::string& sentence) const {
    const Said said = remap(arguments);
    std::string line = "remap";
    for (const std::string& argument : arguments) line += ' ' + argument;
    EXPECT_EQ(said.code, 2) << line;
    EXPECT_EQ(said.err, "remap: " + sentence + '\n') << line;
    EXPECT_EQ(said.out, "") << line;
  }
  void file(const std::string& name, const std::string& text) const { write_file(folder() / name, text); }
};

TEST_F(BadInput, UnknownSources) {
  expect({"learn", "craft/t11"},
         "there is no task or file 'craft/t11', the nearest tasks are craft/t1, craft/t10 and craft/t2; "
         "'remap tasks' lists all tasks");
  expect({"learn", "nosuch"}, "there is no task or file 'nosuch'; 'remap tasks' lists all tasks");
  expect({"learn", "missing.txt"}, "missing.txt: there is no such file");
  expect({"learn", "."}, ".: this is a directory, expected a file");
  std::filesystem::create_directory(folder() / "dir.json");
  expect({"learn", "dir.json"}, "dir.json: this is a directory, expected a file");
  expect({"learn", "fancy:3"},
         "unknown kind of source 'fancy:3', expected regex:, random:, collect:, relevant:, guards:, conjunction:, "
         "parity:, priority:, unstructured:, chain:, "
         "lock:, counter:, permutation:, grid:, protocol: or controller:");
}

TEST_F(BadInput, BrokenFiles) {
  for (const char* name : {"empty.txt", "empty.json", "empty.dot"}) {
    file(name, "");
    expect({"learn", name}, std::string(name) + ": this file is empty, expected a machine");
  }
  file("truncated.txt", "0\n[1]\n(0,1,'a&");
  expect({"learn", "truncated.txt"}, "truncated.txt:3:6: the quote of this formula is not closed in its line");
  file("truncated.json", R"({"type":"moore","letters":["a"],"outputs":[0,1],"initial":0,"states":[)");
  const Said said = remap({"learn", "truncated.json"});
  EXPECT_EQ(said.code, 2);
  EXPECT_TRUE(said.err.starts_with("remap: truncated.json:1:")) << said.err;
  file("syntax.txt", "0\n[1]\n(0,1,'a&&b',ConstantRewardFunction(1))\n");
  expect({"learn", "syntax.txt"}, "syntax.txt:3:9: expected a proposition, '!' or '(' but found '&'");
  file("other.xml", "<machine/>");
  expect({"learn", "other.xml"}, "other.xml: machines are read from files that end in .txt, .dot, .gv or .json");
}

TEST_F(BadInput, UnknownProposition) {
  file("unknown.json", R"({"type":"reward_machine","propositions":["a"],"states":2,"initial":0,"terminal":[1],
 "transitions":[{"from":0,"to":1,"formula":"b","reward":1}]})");
  const Said said = remap({"learn", "unknown.json"});
  EXPECT_EQ(said.code, 2);
  EXPECT_TRUE(said.err.starts_with("remap: unknown.json: at /transitions/0/formula: ")) << said.err;
  EXPECT_NE(said.err.find("'b'"), std::string::npos) << said.err;
}

TEST_F(BadInput, MachinesThatAreNone) {
  file("nondeterministic.txt", "0\n[1]\n(0,1,'a',ConstantRewardFunction(1))\n(0,0,'b',ConstantRewardFunction(0))\n");
  expect({"learn", "nondeterministic.txt"},
         "nondeterministic.txt: state 0 is nondeterministic: letter {a,b} satisfies both 'a' (to state 1, reward 1) "
         "and 'b' (to state 0, reward 0); if that letter cannot occur, say so with --events (such as --events one), "
         "otherwise "
         "try 'remap convert --determinise'");
  expect(
      {"learn", "craft/t5/original"},
      "craft/t5/original: state 0 is nondeterministic: letter {a,f} satisfies both 'f' (to state 2, reward 0) and "
      "'a' (to state 3, reward 0); if that letter cannot occur, say so with --events (such as --events one), otherwise "
      "try 'remap convert --determinise'");
  file("silent.json", R"({"type":"moore","letters":["a"],"outputs":[],"initial":0,"states":[]})");
  expect({"learn", "silent.json"}, "silent.json: at /outputs: a list of outputs needs at least one output");
  file("silent.dot", R"(digraph { __start0 -> q0; q0 [label="q0"]; q0 -> q0 [label="a"]; })");
  expect(
      {"learn", "silent.dot"},
      "silent.dot:1:37: state 'q0' has no output, expected a label such as {q0|1} or q0 / 1, or accepting states drawn "
      "as double circles");
  file("disordered.json",
       R"({"type":"moore","letters":["a"],"outputs":[1,0],"initial":0,"states":[{"output":0,"next":[0]}]})");
  expect({"learn", "disordered.json"},
         "disordered.json: at /outputs: output 0 comes after 1 but is not greater, expected the lowest output first");
}

TEST_F(BadInput, Numbers) {
  const Words sampling{"learn", "craft/t1", "--equivalence", "sampling"};
  const auto with = [&](const Words& more) {
    Words all = sampling;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  expect(with({"--epsilon", "0"}), "--epsilon must be a number above 0 and below 1, not '0'");
  expect(with({"--epsilon", "2"}), "--epsilon must be a number above 0 and below 1, not '2'");
  expect(with({"--epsilon", "nan"}), "--epsilon must be a number above 0 and below 1, not 'nan'");
  expect(with({"--epsilon", "1e-300"}), "--epsilon must be at least 1e-09, not '1e-300'");
  expect(with({"--delta", "1"}), "--delta must be a number above 0 and below 1, not '1'");
  expect(with({"--stop", "0"}), "--stop must be a number above 0 and below 1, not '0'");
  expect(with({"--samples", "0"}), "--samples must be a whole number from 1 to 1000000000000, not '0'");
  expect({"learn", "craft/t1", "--seed", "-1"}, "--seed must be a whole number of 0 or more, not '-1'");
  expect({"learn", "craft/t1", "--seed=1.5"}, "--seed must be a whole number of 0 or more, not '1.5'");
  expect({"learn", "craft/t1", "--seed", "18446744073709551616"},
         "--seed must be a whole number from 0 to 18446744073709551615, not '18446744073709551616'");
}

TEST_F(BadInput, Choices) {
  expect({"learn", "craft/t1", "--learner", "oracle"},
         "--learner cannot be 'oracle', expected tour, tree, table or lstar");
  expect({"learn", "craft/t1", "--preset", "mine"}, "--preset cannot be 'mine', expected default, paper or lstar");
  expect({"learn", "craft/t1", "--equivalence", ""},
         "--equivalence cannot be '', expected exact, order, sampling or order-sampling");
  expect({"show", "craft/t1", "--as", "petri"}, "--as cannot be 'petri', expected moore, mealy or reward");
}

TEST_F(BadInput, OptionsThatExcludeEachOther) {
  expect({"learn", "craft/t1", "--epsilon", "0.1"},
         "--epsilon has no effect without --equivalence sampling or order-sampling");
  expect({"learn", "craft/t1", "--equivalence", "sampling", "--samples", "9", "--delta", "0.1"},
         "--delta has no effect together with --samples");
  expect({"learn", "craft/t1", "--learner", "lstar", "--ranker", "search"},
         "--ranker has no effect with --learner lstar, which asks for values");
  expect({"learn", "craft/t1", "--learner", "lstar", "--equivalence", "order"},
         "--learner lstar asks for values, which --equivalence order never gives");
  expect({"learn", "craft/t1", "--beside-lstar", "--equivalence", "order"},
         "--beside-lstar asks for values, which --equivalence order never gives");
  expect({"learn", "craft/t1", "--learner", "table", "--effort", "lazy"},
         "--effort has no effect without --learner tree or tour");
  expect({"learn", "craft/t1", "--valuation", "z3", "--guess", "middle"},
         "--guess has no effect with --valuation z3, which chooses values itself");
  expect({"learn", "craft/t1", "--json", "--trace"}, "--json and --trace exclude each other");
  expect({"learn", "craft/t1", "--trace"},
         "--trace shows the table of --learner table or lstar, try it with --preset paper");
  expect({"learn", "craft/t1", "--letters", "ab"},
         "--letters belongs to a regex: source, but the source is 'craft/t1'");
}

TEST_F(BadInput, Families) {
  expect({"learn", "regex:a*(b", "--letters", "ab"}, "pattern 'a*(b', column 3: '(' is never closed, expected a ')'");
  expect({"learn", "regex:ab,a*c", "--letters", "ab"}, "pattern 'a*c', column 3: 'c' is not a letter of the alphabet");
  expect({"learn", "regex:"}, "'regex:' has no letters; give them with --letters");
  expect({"learn", "regex:a", "--letters", "aba"}, "--letters aba: the letter 'a' occurs twice");
  expect({"learn", "random:3,2"},
         "'random:3,2' has 2 numbers, expected random:STATES,LETTERS,OUTPUTS or a machine seed as a fourth number");
  expect({"learn", "random:3,2,x"}, "'random:3,2,x': OUTPUTS must be a whole number from 1 to 65536, not 'x'");
  expect({"random", "2", "3", "9"},
         "'random:2,3,9,1': 2 states cannot show 9 outputs, expected at most one output per state");
}

TEST_F(BadInput, OutputPathsAreCheckedFirst) {
  // A source that does not exist: the path is complained about, so it was looked at before anything else.
  const std::string reason = "nowhere/x.json: this file cannot be written (there is no folder nowhere)";
  expect({"learn", "missing.txt", "--output", "nowhere/x.json"}, reason);
  expect({"convert", "missing.txt", "nowhere/x.json"}, reason);
  expect({"learn", "craft/t1", "--output", "/proc/x.json"},
         "/proc/x.json: this file cannot be written (No such file or directory)");
  std::filesystem::create_directory(folder() / "dir.svg");
  expect({"learn", "craft/t1", "--output", "dir.svg"}, "dir.svg: this file cannot be written (it is a directory)");
  expect({"learn", "craft/t1", "--output", "x.doc"},
         "x.doc: machines are written to files that end in .txt, .dot, .gv, .json, .svg, .pdf or .png");
  expect({"learn", "regex:a*b", "--output", "x.txt"},
         "x.txt: a .txt file holds a reward machine, but the letters are not sets of propositions");
  EXPECT_FALSE(std::filesystem::exists(folder() / "x.txt"));
}

TEST_F(BadInput, LeavesFilesAlone) {
  file("kept.json", "mine");
  expect({"learn", "craft/t11", "--output", "kept.json"},
         "there is no task or file 'craft/t11', the nearest tasks are craft/t1, craft/t10 and craft/t2; "
         "'remap tasks' lists all tasks");
  file("kept.txt", "mine");
  expect({"convert", "regex:a*b", "kept.txt"},
         "kept.txt: a machine whose letters are not sets of propositions has no formulas and cannot be a reward "
         "machine");
  EXPECT_EQ(read_file(folder() / "kept.json"), "mine");
  EXPECT_EQ(read_file(folder() / "kept.txt"), "mine");
}

TEST_F(BadInput, CommandLines) {
  expect({"lern", "craft/t1"}, "there is no command 'lern', did you mean learn? See 'remap --help'");
  expect({"xyzzy"}, "there is no command 'xyzzy'; see 'remap --help'");
  expect({"--xyzzy"}, "there is no option '--xyzzy'; see 'remap --help'");
  expect({"learn"}, "SOURCE is required, or --teacher; see 'remap learn --help'");
  expect({"learn", "craft/t1", "--xyzzy"}, "there is no option '--xyzzy'; see 'remap learn --help'");
  expect({"equal", "craft/t1"}, "B is required; see 'remap equal --help'");
  expect({"eval", "craft/t1"}, "WORD is required; see 'remap eval --help'");
  expect({"eval", "craft/t1", "{a} {z}"},
         "word '{a} {z}': unknown letter '{z}' at column 5 of the word, expected one of {}, {a}, {b}, {a,b}");
  expect({"equal", "craft/t1", "craft/t2"},
         "the machines have different letters: '{b}' is in craft/t1, but not in craft/t2");
  expect({"convert", "regex:a*b", "x.dot", "--determinise"},
         "--determinise is for reward machines, but regex:a*b holds another kind");
  expect({"show", "regex:a*b", "--as", "reward"},
         "a machine whose letters are not sets of propositions has no formulas and cannot be a reward machine");
}

}  // namespace
}  // namespace remap::test
