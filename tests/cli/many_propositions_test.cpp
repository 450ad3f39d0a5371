// Every command over more propositions than can be listed: it works, or says in a sentence why it does not.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "program.hpp"

namespace remap::test {
namespace {

class ManyPropositions : public Program {
 protected:
  void expect_refused(const std::vector<std::string>& arguments, const std::string& part) const {
    const Said said = remap(arguments);
    EXPECT_EQ(said.code, 2) << said.out;
    EXPECT_NE(said.err.find(part), std::string::npos) << said.err;
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
  }
  void expect_in(const std::string& text, const std::string& part) const {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
};

TEST_F(ManyPropositions, AreCompared) {
  const std::string table = output_of({"compare", "collect:2,40", "--effort", "full,lazy", "--seeds", "2"});
  expect_in(table, "tour full");
  expect_in(table, "2/2");
  EXPECT_EQ(table.find("collect:2,40  paper"), std::string::npos) << table;
  expect_in(output_of({"compare", "collect:2,40", "--effort", "lazy", "--seeds", "1", "--json"}),
            "\"information_floor\":null");
  expect_refused({"compare", "collect:2,40", "--learner", "table,tree"}, "letters are not listed");
  expect_in(output_of({"compare", "tasks:64", "--effort", "lazy", "--seeds", "1"}), "office/t1+");
  expect_refused({"compare", "tasks:65"}, "tasks:NUMBER");
}

TEST_F(ManyPropositions, AreConvertedToEveryFormat) {
  for (const char* file : {"moore.json", "moore.dot", "mealy.json", "mealy.dot", "reward.json", "reward.dot"}) {
    const std::string form(file, std::string_view(file).find('.'));
    EXPECT_EQ(remap({"convert", "collect:2,40", file, "--as", form}).code, 0) << file;
    EXPECT_EQ(output_of({"equal", "collect:2,40", file}), "equal\n") << file;
  }
  EXPECT_EQ(remap({"convert", "collect:2,40", "text.txt"}).code, 0);
  expect_in(output_of({"show", "text.txt"}), "o0&!o1");
  expect_in(output_of({"show", "collect:2,40", "--as", "mealy"}), "deliver   q4 / 1");
  expect_in(output_of({"eval", "mealy.dot", "{o0,o1} {deliver,idle7}"}), "1\n");
}

TEST_F(ManyPropositions, FormulasMayUseManyOfThem) {
  std::string text = "0\n[2]\n(0,1,'p0";
  for (int i = 1; i < 24; ++i) text += fmt::format("&p{}", i);
  text += "',ConstantRewardFunction(0))\n(1,2,'p24|p25',ConstantRewardFunction(1))\n";
  write_file(folder() / "all.txt", text);
  expect_in(output_of({"show", "all.txt", "--as", "mealy"}), "p24");
  EXPECT_EQ(remap({"convert", "all.txt", "all.json", "--as", "moore"}).code, 0);
  EXPECT_EQ(output_of({"equal", "all.txt", "all.json"}), "equal\n");
}

TEST_F(ManyPropositions, SessionsAreReplayedResumedAndRepaired) {
  EXPECT_EQ(remap({"learn", "collect:2,62", "--session", "run.jsonl", "--quiet"}).code, 0);
  expect_in(output_of({"log", "run.jsonl"}), "all sets of 62 propositions");
  expect_in(output_of({"replay", "run.jsonl"}), "the machine of 6 states follows");
  expect_in(output_of({"best", "run.jsonl"}), "6 states over all sets of 62 propositions");
  const Said suggested = remap({"suggest", "run.jsonl"});
  EXPECT_EQ(suggested.out, "");
  expect_in(suggested.err, "the machine is learned");
  EXPECT_EQ(remap({"retract", "run.jsonl", "20"}).code, 0);
  expect_in(output_of({"suggest", "run.jsonl"}), "{\"a\":[\"{");
  expect_in(output_of({"resume", "run.jsonl"}), "Learned 6 states over all sets of 62 propositions");
  EXPECT_EQ(remap({"replay", "run.jsonl", "--output", "machine.json"}).code, 0);
  EXPECT_EQ(output_of({"equal", "machine.json", "collect:2,62"}), "equal\n");
}

TEST_F(ManyPropositions, TeachersMayErr) {
  const std::string report = output_of({"learn", "collect:2,40", "--teacher-errs", "on", "--session", "run.jsonl"});
  expect_in(report, "Learned 6 states");
  expect_in(report, "The machine is exactly right with a probability of");
  expect_in(output_of({"compare", "collect:2,40", "--teacher-model", "persistent:0.05", "--seeds", "2"}), "2/2");
}

TEST_F(ManyPropositions, SomeThingsNeedAList) {
  expect_refused({"learn", "collect:2,40", "--learner", "tree"}, "needs a list of all letters");
  expect_refused({"learn", "collect:2,40", "--preset", "paper"}, "needs a list of all letters");
  expect_refused({"learn", "collect:2,40", "--beside-lstar"}, "are not listed");
  std::string names = "p0";
  for (int i = 1; i < 20; ++i) names += fmt::format(",p{}", i);
  expect_refused({"serve", "--propositions", names, "--outputs", "0,1"}, "the page lists all letters");
}

TEST_F(ManyPropositions, PropositionsAreMatchedByName) {
  const auto machine = [](const char* names) {
    return fmt::format(R"({{"type": "moore", "propositions": [{}], "outputs": [0, 1], "initial": 0, "states": [
      {{"output": 0, "next": [{{"formula": "!a|!b", "to": 0}}, {{"formula": "a&b", "to": 1}}]}},
      {{"output": 1, "next": [{{"formula": "True", "to": 1}}]}}]}})",
                       names);
  };
  const std::string rest = R"(, "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q")";
  write_file(folder() / "ab.json", machine((R"("a", "b")" + rest).c_str()));
  write_file(folder() / "ba.json", machine((R"("b", "a")" + rest).c_str()));
  write_file(folder() / "abz.json", machine((R"("a", "b", "z")" + rest).c_str()));
  EXPECT_EQ(output_of({"equal", "ab.json", "ba.json"}), "equal\n");
  expect_refused({"equal", "ab.json", "abz.json"}, "different propositions");
}

}  // namespace
}  // namespace remap::test
