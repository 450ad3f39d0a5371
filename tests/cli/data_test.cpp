// remap learn --from, remap suggest and remap answer as users run them.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "remap/automata/random.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap::test {
namespace {

using Json = nlohmann::json;

class DataCommand : public Program {
 protected:
  /// Comparisons of random words of a task, answered truthfully.
  [[nodiscard]] static std::string random_csv(const std::string& task, std::size_t count) {
    const MooreMachine hidden = task_machine(*find_task(task));
    Random random(11);
    std::string text = "a,b,answer\n";
    Word left, right;
    const auto cell = [&](const Word& word) { return '"' + format_word(hidden.alphabet(), word) + '"'; };
    for (std::size_t i = 0; i < count; ++i) {
      sample_word(random, 0.2, hidden.letters(), left);
      sample_word(random, 0.2, hidden.letters(), right);
      const Output a = hidden.output_after(left), b = hidden.output_after(right);
      text += cell(left) + "," + cell(right) + (a > b ? ",a\n" : a < b ? ",b\n" : ",equal\n");
    }
    return text;
  }
  [[nodiscard]] Json learned(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "learn");
    arguments.emplace_back("--json");
    return Json::parse(output_of(arguments));
  }
  /// Runs a line of the shell in the folder, with the tool on the path as `remap`.
  [[nodiscard]] int shell(const std::string& line) const {
    std::error_code error;
    std::filesystem::create_directories(folder() / "bin");
    std::filesystem::create_symlink(REMAP_PROGRAM, folder() / "bin/remap", error);
    return std::system(("cd '" + folder().string() + "' && PATH=\"$PWD/bin:$PATH\" && " + line).c_str());
  }
};

TEST_F(DataCommand, AThousandRandomComparisonsSaveComparisonsAndVerdicts) {
  write_file(folder() / "known.csv", random_csv("craft/t10", 1000));
  const Json without = learned({"craft/t10", "--session", "without.jsonl"});
  const Json with = learned({"craft/t10", "--from", "known.csv"});
  EXPECT_LE(3 * with["asked_now"].get<int>(), 2 * without["asked_now"].get<int>());
  EXPECT_EQ(with["equivalence_queries"], 1) << "the teacher sees no machine that the data refutes";
  EXPECT_EQ(with["machine"], without["machine"]);
  // With the same effort, it is the data that saves questions.
  const Json full = learned({"craft/t10", "--from", "known.csv", "--effort", "full"});
  EXPECT_LE(4 * full["asked_now"].get<int>(), 3 * without["asked_now"].get<int>());
  EXPECT_EQ(full["equivalence_queries"], 1);
  EXPECT_EQ(full["machine"], without["machine"]);
  const Json economy = learned({"craft/t10", "--effort", "economy"});
  EXPECT_LE(5 * with["asked_now"].get<int>(), 4 * economy["asked_now"].get<int>());
}

TEST_F(DataCommand, AFinishedSessionLeavesNothingToAsk) {
  for (const char* task : {"office/t1", "craft/t10"}) {
    const Json first = learned({task, "--session", "run.jsonl"});
    const Json again = learned({task, "--from", "run.jsonl"});
    EXPECT_EQ(again["asked_now"], 0) << task;
    EXPECT_EQ(again["machine"], first["machine"]) << task;
    std::filesystem::remove(folder() / "run.jsonl");
  }
}

TEST_F(DataCommand, WhatWasGivenIsKeptInTheSession) {
  write_file(folder() / "known.csv", random_csv("office/t1", 50));
  const Json first = learned({"office/t1", "--from", "known.csv", "--session", "run.jsonl"});
  EXPECT_NE(output_of({"log", "run.jsonl"}).find("given before the run"), std::string::npos);
  EXPECT_EQ(Json::parse(output_of({"replay", "run.jsonl", "--json"}))["machine"], first["machine"]);
}

TEST_F(DataCommand, ContradictionsAreToldWithTheirLines) {
  write_file(folder() / "one.csv", "a,b,answer,worker\nx,y,a,ann\ny,z,a,ann\n");
  write_file(folder() / "two.jsonl", "{\"a\":[\"x\"],\"b\":[\"z\"],\"answer\":\"b\",\"worker\":\"bo\"}\n");
  const Said said = remap({"learn", "--teacher", "none", "--letters", "x,y,z", "--from", "one.csv", "two.jsonl"});
  EXPECT_EQ(said.code, 1);
  EXPECT_EQ(said.err,
            "remap: the data contradicts itself; these cannot all hold:\n"
            "  one.csv:2: 'x' is above 'y' (by ann)\n"
            "  one.csv:3: 'y' is above 'z' (by ann)\n"
            "  two.jsonl:1: 'x' is below 'z' (by bo)\n");
}

TEST_F(DataCommand, DataAloneGivesASmallestMachine) {
  write_file(folder() / "known.csv", "a,b,answer\na,,a\na a,a,equal\n");
  const Json result = learned({"--teacher", "none", "--from", "known.csv"});
  EXPECT_EQ(result["states"], 2);
  EXPECT_EQ(result["smallest"], true);
  EXPECT_EQ(result["machines"], 1);
  const std::string text = output_of({"learn", "--teacher", "none", "--from", "known.csv", "--letters", "a,b"});
  EXPECT_NE(text.find("no machine with fewer states explains the data (proved)"), std::string::npos) << text;
  EXPECT_NE(text.find("The most informative questions"), std::string::npos) << text;
}

TEST_F(DataCommand, DataSetsAreAnsweredInTheirOwnFormat) {
  write_file(folder() / "known.csv", "a,b,answer\na,,a\na a,a,equal\nb,a,b\n");
  ASSERT_EQ(shell("remap suggest known.csv --count 1 > question.jsonl"), 0);
  const std::string question = read_file(folder() / "question.jsonl");
  ASSERT_EQ(std::count(question.begin(), question.end(), '\n'), 1) << question;
  ASSERT_EQ(shell("sed 's/}$/,\"answer\":\"equal\"}/' question.jsonl | remap answer known.csv > said"), 0);
  EXPECT_EQ(read_file(folder() / "said"), "Added 1 comparison to known.csv\n");
  const std::string data = read_file(folder() / "known.csv");
  EXPECT_EQ(std::count(data.begin(), data.end(), '\n'), 5) << data;
}

/// The labelling tool is a shell script that knows office/t1.
constexpr const char* round_trip = R"(
word() { printf %s "$1" | sed 's/.*"'"$2"'":\[\([^]]*\)\].*/\1/; s/","/ /g; s/"//g'; }
remap learn --teacher none --session run.jsonl --propositions f,g,n --outputs HALT,0,1 --quiet $OPTIONS || exit 1
while remap suggest run.jsonl > questions.jsonl && [ -s questions.jsonl ]; do
  while IFS= read -r line; do
    case $line in
      *'"equivalence"'*)
        id=$(printf %s "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
        printf %s "$line" | sed 's/.*"machine"://; s/}}$//' > machine.json
        if remap equal machine.json office/t1 > told; then
          echo '{"id":'$id',"accept":true}'
        else
          shown=$(sed -n '1s/.* is //p' told)
          output=$(remap eval office/t1 "$shown" | sed 's/.*  //')
          echo '{"id":'$id',"counterexample":["'$(echo "$shown" | sed 's/ /","/g')'"],"output":"'$output'"}'
        fi ;;
      *)
        a=$(word "$line" a) b=$(word "$line" b)
        set -- $(remap eval office/t1 "$a" "$b" | sed 's/.*  //')
        rank() { case $1 in HALT) echo 0 ;; 0) echo 1 ;; *) echo 2 ;; esac; }
        x=$(rank "$1") y=$(rank "$2")
        if [ "$x" -gt "$y" ]; then said=a; elif [ "$x" -lt "$y" ]; then said=b; else said=equal; fi
        echo "${line%\}},\"answer\":\"$said\"}" ;;
    esac
  done < questions.jsonl | remap answer run.jsonl > taken || exit 1
done
remap replay run.jsonl --output learned.json > replayed
)";

TEST_F(DataCommand, AShellScriptAnswersASession) {
  write_file(folder() / "label.sh", round_trip);
  ASSERT_EQ(shell("OPTIONS='--equivalence exact' sh label.sh"), 0);
  EXPECT_EQ(output_of({"equal", "learned.json", "office/t1"}), "equal\n");
  const Json direct = learned({"office/t1", "--machine", "mealy", "--session", "direct.jsonl"});
  const Json script = Json::parse(output_of({"log", "run.jsonl", "--json"}));
  EXPECT_EQ(script["answers"], direct["asked_now"]);
  EXPECT_EQ(script["comparisons"], direct["preference_queries"]);
  EXPECT_EQ(script["counterexamples"].get<int>() + 1, direct["equivalence_queries"]) << "and one acceptance";
}

TEST_F(DataCommand, RefusesWhatDoesNotGoTogether) {
  write_file(folder() / "known.csv", "a,b,answer\na,,a\n");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"learn", "--teacher", "none"}, "--teacher needs either --letters or --propositions"},
      {{"learn", "--teacher", "none", "--letters", "a,b", "--outputs", "0,1"}, "--teacher none needs --from FILE"},
      {{"learn", "--teacher", "none", "--from", "none.csv"}, "none.csv: "},
      {{"learn", "office/t1", "--teacher", "none", "--from", "known.csv"}, "--teacher none asks no one"},
      {{"learn", "--teacher", "none", "--from", "known.csv", "--seed", "3"}, "--seed has no effect"},
      {{"learn", "office/t1", "--majority"}, "--majority has no effect without --from"},
      {{"suggest", "none.csv"}, "none.csv: "},
  };
  for (const auto& [words, sentence] : cases) {
    const Said said = remap(words);
    EXPECT_EQ(said.code, 2) << sentence;
    EXPECT_TRUE(said.err.starts_with("remap: " + sentence)) << said.err;
  }
}

}  // namespace
}  // namespace remap::test
