#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace remap::test {
namespace {

using Json = nlohmann::json;

class Commands : public Program {};

TEST_F(Commands, Version) { EXPECT_TRUE(output_of({"--version"}).starts_with("remap 0.")); }

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
