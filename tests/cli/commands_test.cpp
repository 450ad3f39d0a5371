#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/program.hpp"

namespace remap::test {
namespace {

using Json = nlohmann::json;

class Commands : public Program {};

TEST_F(Commands, Version) { EXPECT_TRUE(output_of({"--version"}).starts_with("remap 0.")); }

TEST_F(Commands, HelpFitsIntoEightyColumns) {
  std::vector<std::string> texts{output_of({"--help"})};
  const std::vector<std::string> names = commands_in(texts.front());
  ASSERT_GE(names.size(), 18U);
  for (const std::string& name : names) {
    texts.push_back(output_of({"help", name}));
    EXPECT_EQ(texts.back(), output_of({name, "--help"}));
  }
  for (const std::string& text : texts) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const auto columns = std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
      EXPECT_LE(columns, 80) << line;
    }
  }
}

TEST_F(Commands, HelpStartsWithWhatPeopleNeed) {
  const std::string help = output_of({"help", "learn"});
  const std::string first = help.substr(0, help.find("\nMachines:"));
  for (const char* name : {"--output", "--json", "--letters", "--teacher", "--session", "--preset", "--seed"}) {
    EXPECT_NE(first.find(name), std::string::npos) << name;
  }
  EXPECT_EQ(first.find("--ranker"), std::string::npos);
}

TEST_F(Commands, WhatIsMisspelledGetsASuggestion) {
  EXPECT_EQ(remap({"learn", "craft/t1", "--lerner=tree"}).err,
            "remap: there is no option '--lerner', did you mean --learner? See 'remap learn --help'\n");
  EXPECT_EQ(remap({"help", "shwo"}).err, "remap: there is no command 'shwo', did you mean show? See 'remap --help'\n");
}

TEST_F(Commands, CompletionsAndManualNameEveryCommandAndOption) {
  const std::string bash = output_of({"completions", "bash"}), zsh = output_of({"completions", "zsh"}),
                    fish = output_of({"completions", "fish"}), man = output_of({"man"});
  for (const std::string& name : commands_in(output_of({"--help"}))) {
    for (const std::string& text : {bash, zsh, fish, man}) EXPECT_NE(text.find(name), std::string::npos) << name;
  }
  EXPECT_NE(bash.find("'learn --learner') words='tour tree table lstar'"), std::string::npos);
  EXPECT_NE(zsh.find("--learner[Algorithm that builds the machine]:value:(tour tree table lstar)"), std::string::npos);
  EXPECT_NE(fish.find("-l learner -x -a 'tour tree table lstar'"), std::string::npos);
  EXPECT_NE(man.find("\\fB\\-\\-learner\\fR tour|tree|table|lstar"), std::string::npos);
  EXPECT_EQ(remap({"completions", "tcsh"}).code, 2);
}

TEST_F(Commands, MachinesGoThroughStandardInputAndOutput) {
  const auto through = [&](const std::string& first, const std::string& rest) {
    const std::string command =
        fmt::format("cd '{0}' && {1} {2} | {1} {3} > piped", folder().string(), REMAP_PROGRAM, first, rest);
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    return read_file(folder() / "piped");
  };
  for (const char* format : {"txt", "dot", "json"}) {
    EXPECT_EQ(through(fmt::format("convert craft/t1 - --format {}", format), "equal - craft/t1"), "equal\n") << format;
  }
  EXPECT_EQ(through("learn office/t1 --output - --format json", "equal - office/t1"), "equal\n");
  EXPECT_EQ(remap({"show", "craft/t1", "--output", "-"}).err,
            "remap: a machine on standard output needs --format txt, dot or json\n");
  EXPECT_EQ(remap({"show", "craft/t1", "--output", "x.json", "--format", "dot"}).err,
            "remap: --format has no effect without --output -\n");
}

TEST_F(Commands, LettersMeanTheSameEverywhere) {
  EXPECT_EQ(output_of({"show", "regex:a*b", "--letters", "ab"}), output_of({"show", "regex:a*b", "--letters", "a,b"}));
  EXPECT_EQ(remap({"show", "regex:a*b", "--letters", "up,b"}).err,
            "remap: --letters up,b: 'up' is not a single character, as the letters of a regular expression are\n");
  write_file(folder() / "teacher.sh",
             "read -r first; printf '%s' \"$first\" > first.json; echo '{\"error\": \"enough\"}'");
  for (const char* letters : {"ab", "a,b", R"(["a","b"])"}) {
    remap({"learn", "--teacher", "sh teacher.sh", "--letters", letters, "--outputs", "0,1"});
    const auto said = Json::parse(read_file(folder() / "first.json"));
    EXPECT_EQ(said["letters"], (Json{"a", "b"})) << letters;
  }
}

TEST_F(Commands, AloneShowsHelp) { EXPECT_EQ(output_of({}), output_of({"--help"})); }

TEST_F(Commands, TasksListsAll) {
  const std::string text = output_of({"tasks"});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 15);
  EXPECT_TRUE(text.starts_with("name       states  letters  title\noffice/t1       5        8  ")) << text;
  const Json list = Json::parse(output_of({"tasks", "--json"}));
  ASSERT_EQ(list.size(), 14U);
  EXPECT_EQ(list[13]["name"], "craft/t10");
  EXPECT_EQ(list[13]["states"], 11);
  EXPECT_EQ(list[13]["letters"], 32);
}

TEST_F(Commands, ShowInEachForm) {
  EXPECT_EQ(output_of({"show", "craft/t1"}),
            "Reward machine: 3 states, initial q0, terminal q2\n"
            "  from  on  to  reward\n"
            "  q0    !a  q0  0\n"
            "  q0    a   q1  0\n"
            "  q1    !b  q1  0\n"
            "  q1    b   q2  1\n");
  EXPECT_EQ(output_of({"show", "craft/t1", "--as", "moore"}),
            "Moore machine: 4 states, initial q0, outputs HALT < 0 < 1\n"
            "  state  output  {}  {a}  {b}  {a,b}\n"
            "  q0     0       q0  q1   q0   q1\n"
            "  q1     0       q1  q1   q2   q2\n"
            "  q2     1       q3  q3   q3   q3\n"
            "  q3     HALT    q3  q3   q3   q3\n");
  EXPECT_EQ(output_of({"show", "craft/t1", "--as", "mealy"}),
            "Mealy machine: 3 states, initial q0, terminal q2, outputs HALT < 0 < 1\n"
            "  state  {}      {a}     {b}     {a,b}\n"
            "  q0     q0 / 0  q1 / 0  q0 / 0  q1 / 0\n"
            "  q1     q1 / 0  q1 / 0  q2 / 1  q2 / 1\n"
            "  q2     -       -       -       -\n");
  EXPECT_EQ(output_of({"show", "regex:a*b", "--as", "mealy"}),
            "Mealy machine: 2 states, initial q0, terminal none, outputs 0 < 1\n"
            "  state  a       b\n"
            "  q0     q0 / 0  q1 / 1\n"
            "  q1     q1 / 0  q1 / 0\n");
}

TEST_F(Commands, ShowMergesManyLetters) {
  const std::string text = output_of({"show", "office/t4", "--as", "moore"});
  EXPECT_NE(text.find("  state  output  on"), std::string::npos) << text;
  EXPECT_NE(text.find("!a&!n"), std::string::npos) << text;
}

TEST_F(Commands, ShowWritesAPicture) {
  EXPECT_EQ(output_of({"show", "craft/t1", "--output", "t1.svg"}), "Wrote t1.svg\n");
  EXPECT_NE(read_file(folder() / "t1.svg").find("<svg"), std::string::npos);
}

TEST_F(Commands, ConvertAcrossFormats) {
  EXPECT_EQ(output_of({"convert", "craft/t5/original", "t5.txt", "--determinise"}), "");
  EXPECT_EQ(output_of({"convert", "t5.txt", "t5.json", "--as", "moore"}), "");
  EXPECT_EQ(output_of({"convert", "t5.json", "t5.dot"}), "");
  EXPECT_EQ(output_of({"convert", "t5.dot", "again.txt"}), "");
  for (const char* file : {"t5.txt", "t5.json", "t5.dot", "again.txt"}) {
    EXPECT_EQ(output_of({"equal", "craft/t5", file}), "equal\n") << file;
  }
}

TEST_F(Commands, EvalWords) {
  EXPECT_EQ(output_of({"eval", "regex:a*b,ba*", "aab", "baa", "", "ε", "abab"}),
            "aab   1\nbaa   2\nε     0\nε     0\nabab  0\n");
  EXPECT_EQ(output_of({"eval", "craft/t1", "{a} {b}", "a b {}", "--json"}),
            R"([{"word":["{a}","{b}"],"output":1},{"word":["{a}","{b}","{}"],"output":"HALT"}])"
            "\n");
}

TEST_F(Commands, EqualMatchesLettersByName) {
  write_file(folder() / "one.json", R"({"type":"moore","letters":["x","y"],"outputs":["low","high"],"initial":0,
    "states":[{"output":"low","next":[1,0]},{"output":"high","next":[1,1]}]})");
  write_file(folder() / "two.json", R"({"type":"moore","letters":["y","x"],"outputs":["low","high"],"initial":1,
    "states":[{"output":"high","next":[0,0]},{"output":"low","next":[1,0]}]})");
  EXPECT_EQ(output_of({"equal", "one.json", "two.json"}), "equal\n");
}

TEST_F(Commands, EqualRefusesLettersThatOneMachineLacks) {
  EXPECT_EQ(remap({"equal", "regex:(a|b)*b", "regex:(a|b|c)*b"}).err,
            "remap: the machines have different letters: 'c' is in regex:(a|b|c)*b, but not in regex:(a|b)*b\n");
  EXPECT_EQ(remap({"equal", "regex:(a|b|c)*b", "regex:(a|b)*b"}).err,
            "remap: the machines have different letters: 'c' is in regex:(a|b|c)*b, but not in regex:(a|b)*b\n");
}

TEST_F(Commands, EqualShowsAShortestCounterexample) {
  const Said said = remap({"equal", "regex:a*b", "regex:(a|b)*b"});
  EXPECT_EQ(said.code, 1);
  EXPECT_EQ(said.out, "different: a shortest counterexample is bb\n  regex:a*b gives 0\n  regex:(a|b)*b gives 1\n");
  EXPECT_EQ(remap({"equal", "regex:a*b", "regex:(a|b)*b", "--json"}).out,
            "{\"equal\":false,\"counterexample\":[\"b\",\"b\"],\"outputs\":[0,1]}\n");
}

TEST_F(Commands, RandomIsTheSourceOfTheSameName) {
  EXPECT_EQ(output_of({"random", "9", "3", "4", "--seed", "5", "--output", "r.json"}), "Wrote r.json\n");
  EXPECT_EQ(output_of({"equal", "r.json", "random:9,3,4,5"}), "equal\n");
  EXPECT_EQ(output_of({"random", "9", "3", "4", "--json"}), output_of({"show", "random:9,3,4", "--json"}));
}

TEST_F(Commands, DemoLeavesAPicture) {
  const std::string text = output_of({"demo"});
  EXPECT_NE(text.find("Reward machine: 10 states"), std::string::npos);
  EXPECT_NE(text.find("paper's method"), std::string::npos);
  EXPECT_TRUE(text.ends_with("Picture: out/craft-t10.svg\n")) << text;
  EXPECT_NE(read_file(folder() / "out/craft-t10.svg").find("<svg"), std::string::npos);
}

TEST_F(Commands, FullDiskIsNoSuccess) {
  const Said said = remap({"tasks"}, "/dev/full");
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.err, "remap: cannot write to standard output: No space left on device\n");
}

TEST_F(Commands, ClosedPipeIsNoCrash) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);  // nobody reads
  const Said said = remap({"show", "random:2000,5,4"}, "/dev/fd/" + std::to_string(ends[1]));
  close(ends[1]);
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.err, "");
}

}  // namespace
}  // namespace remap::test
