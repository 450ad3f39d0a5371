#include <fmt/format.h>
#include <sys/resource.h>

#include <map>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "support/effort.hpp"

namespace remap::test {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

class Learn : public Program {
 protected:
  Json learned(Words arguments) const {
    arguments.insert(arguments.begin(), "learn");
    arguments.emplace_back("--json");
    const std::string text = output_of(arguments);
    EXPECT_EQ(text.find('\n'), text.size() - 1) << "one object on one line";
    const Json run = Json::parse(text);
    EXPECT_EQ(run.dump().size() + 1, text.size()) << "no spaces, and no key twice";
    return run;
  }
};

TEST_F(Learn, AllTasksWithThePapersPreset) {
  const std::map<std::string, int> states = {
      {"craft/t1", 4},  {"craft/t2", 4},  {"craft/t3", 4},  {"craft/t4", 4},  {"craft/t5", 7},
      {"craft/t6", 10}, {"craft/t7", 10}, {"craft/t8", 7},  {"craft/t9", 8},  {"craft/t10", 11},
      {"office/t1", 5}, {"office/t2", 5}, {"office/t3", 7}, {"office/t4", 7},
  };
  for (const auto& [task, count] : states) {
    const Json run = learned({task, "--preset", "paper"});
    EXPECT_EQ(run["task"], task);
    EXPECT_EQ(run["states"], count) << task;
    EXPECT_EQ(run["correct"], true) << task;
    EXPECT_EQ(run["learner"], "table");
    EXPECT_EQ(run["ranker"], "quicksort");
    EXPECT_EQ(run["counterexample"], "depth-first");
  }
}

TEST_F(Learn, JsonHasWhatTheDocumentationPromises) {
  const Json run = learned({"craft/t10", "--preset", "paper", "--seed", "7"});
  EXPECT_EQ(run["letters"], 32);
  EXPECT_EQ(run["outputs"], 3);
  EXPECT_EQ(run["unique_sequences"], 3931);
  EXPECT_EQ(run["equivalence_queries"], 5);
  EXPECT_EQ(run["counterexample_lengths"], (Json{0, 5, 5, 5}));
  EXPECT_EQ(run["table"], (Json{{"prefixes", 18}, {"suffixes", 7}, {"lower", 576}}));
  EXPECT_EQ(run["classes"], 3);
  EXPECT_EQ(run["membership_queries"], 0);
  EXPECT_EQ(run["seed"], 7);
  EXPECT_EQ(run["equivalence"], "exact");
  EXPECT_EQ(run["feedback"], "value");
  EXPECT_EQ(run["valuation"], "direct");
  EXPECT_EQ(run["guess"], "lowest");
  EXPECT_EQ(run["machine"]["states"].size(), 11U);
  EXPECT_GT(run["preference_queries"], 3931);
  EXPECT_LE(run["known_values"], 3);
  EXPECT_GT(run["seconds"], 0);
  EXPECT_GT(run["teacher_seconds"], 0);
  EXPECT_LT(run["teacher_seconds"], run["seconds"]);

  const std::string page = read_file(std::filesystem::path(REMAP_SOURCE_DIR) / "docs/json-output.md");
  for (const auto& [key, value] : run.items()) {
    EXPECT_NE(page.find(fmt::format("| `{}` |", key)), std::string::npos) << key << " is not in docs/json-output.md";
  }
}

TEST_F(Learn, JsonHasTheSameKeysWithAndWithoutASession) {
  const auto kinds_of = [](const Json& report) {
    std::map<std::string, bool> kinds;  // name, and whether it is a number
    for (const auto& [key, value] : report.items()) kinds[key] = value.is_number();
    for (const char* key : {"correct", "teacher_seconds", "log_seconds", "table"}) kinds.erase(key);
    return kinds;
  };
  const std::vector<std::string> sampling = {"--equivalence", "order-sampling", "--samples", "50"};
  for (const std::vector<std::string>& options : {std::vector<std::string>{}, sampling}) {
    std::vector<std::string> alone{"learn", "office/t1", "--json"};
    alone.insert(alone.end(), options.begin(), options.end());
    std::vector<std::string> kept = alone;
    kept.insert(kept.end(), {"--session", fmt::format("run{}.jsonl", options.size())});
    const Json plain = Json::parse(output_of(alone)), session = Json::parse(output_of(kept));
    EXPECT_EQ(kinds_of(plain), kinds_of(session));
    EXPECT_EQ(plain["settings"], session["settings"]);
    EXPECT_EQ(plain["preference_queries"], session["preference_queries"]);
    EXPECT_EQ(plain["unique_sequences"], session["unique_sequences"]);
    EXPECT_EQ(plain["classes"], session["classes"]);
  }
}

TEST_F(Learn, OneSeedDecidesEverything) {
  Json first = learned({"random:30,3,4", "--preset", "paper", "--seed", "3"});
  Json second = learned({"random:30,3,4", "--preset", "paper", "--seed", "3"});
  const Json other = learned({"random:30,3,4", "--preset", "paper", "--seed", "4"});
  EXPECT_NE(first["preference_queries"], other["preference_queries"]);
  EXPECT_EQ(first["machine"], other["machine"]) << "the machine is fixed by the source, not by the seed of the run";
  for (Json* run : {&first, &second}) {
    run->erase("seconds");
    run->erase("teacher_seconds");
  }
  EXPECT_EQ(first, second);
  EXPECT_NE(learned({"random:30,3,4,2"})["machine"], first["machine"]);
}

TEST_F(Learn, OptionsOverrideAPreset) {
  const Json run = learned({"office/t1", "--ranker", "all-pairs", "--preset", "paper", "--counterexample", "shortest"});
  EXPECT_EQ(run["learner"], "table");
  EXPECT_EQ(run["ranker"], "all-pairs");
  EXPECT_EQ(run["counterexample"], "shortest");
  EXPECT_EQ(run["guess"], "lowest");
}

TEST_F(Learn, DefaultSuitsTheLetters) {
  EXPECT_EQ(learned({"office/t1"})["learner"], "tour");
  EXPECT_EQ(learned({"office/t1"})["effort"], "full");
  EXPECT_EQ(learned({"regex:a*b"})["learner"], "tree");
}

TEST_F(Learn, EveryChoiceLearns) {
  for (const char* learner : {"tour", "tree", "table"}) {
    for (const char* ranker : {"search", "quicksort", "all-pairs"}) {
      EXPECT_EQ(learned({"craft/t5", "--learner", learner, "--ranker", ranker})["correct"], true) << learner << ranker;
    }
  }
  for (const char* feedback : {"value", "not-value", "among"}) {
    for (const char* guess : {"lowest", "middle"}) {
      EXPECT_EQ(learned({"random:12,3,6", "--feedback", feedback, "--guess", guess})["correct"], true) << feedback;
    }
  }
  EXPECT_EQ(learned({"craft/t5", "--valuation", "z3"})["correct"], true);
  for (const char* effort : {"full", "economy", "lazy"}) {
    EXPECT_EQ(learned({"craft/t5", "--effort", effort})["correct"], true) << effort;
  }
}

TEST_F(Learn, LstarAsksForValuesOnly) {
  const Json run = learned({"craft/t5", "--learner", "lstar"});
  EXPECT_EQ(run["correct"], true);
  EXPECT_EQ(run["preference_queries"], 0);
  EXPECT_EQ(run["membership_queries"], run["unique_sequences"]);
  EXPECT_EQ(run["ranker"], "membership");
}

TEST_F(Learn, OrderTellsNoValue) {
  const Json run = learned({"random:20,3,5", "--equivalence", "order"});
  EXPECT_EQ(run["correct"], true);
  EXPECT_EQ(run["known_values"], 0);
  EXPECT_FALSE(run.contains("feedback"));
}

TEST_F(Learn, OrderIsJudgedByOrder) {
  // Output 5 is never shown, so the values cannot be told from the order: the machine is over ranks.
  write_file(folder() / "gap.json",
             R"({"type":"moore","letters":["a"],"outputs":[0,5,7],"initial":0,
                 "states":[{"output":0,"next":[1]},{"output":7,"next":[0]}]})");
  const Json run = learned({"gap.json", "--equivalence", "order"});
  EXPECT_EQ(run["correct"], true);
  EXPECT_EQ(run["machine"]["states"][1]["output"], "r1");
  EXPECT_EQ(remap({"learn", "gap.json", "--equivalence", "order", "--guess", "lowest"}).err,
            "remap: --guess has no effect with --equivalence order, which gives no values\n");
}

TEST_F(Learn, ComparisonsAloneNeedNoQuestionAndNoValue) {
  const Json run = learned({"office/t1", "--equivalence", "order-sampling"});
  EXPECT_EQ(run["correct"], true);
  EXPECT_EQ(run["equivalence_queries"], 0);
  EXPECT_EQ(run["known_values"], 0);
  EXPECT_EQ(run["machine"]["outputs"], Json::parse(R"(["HALT",0,1])")) << "all classes were met, so values are known";
}

TEST_F(Learn, RanksTakeValuesOnRequest) {
  write_file(folder() / "gap.json",
             R"({"type":"moore","letters":["a"],"outputs":[0,5,7],"initial":0,
                 "states":[{"output":0,"next":[1]},{"output":7,"next":[0]}]})");
  const Json run = learned({"gap.json", "--equivalence", "order", "--values", "low,high"});
  EXPECT_EQ(run["machine"]["outputs"], Json::parse(R"(["low","high"])"));
  const Said said =
      remap({"learn", "gap.json", "--equivalence", "order", "--values", "1,2,3", "--output", "kept.json"});
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.err, "remap: --values names 3 values, but the learned machine has 2 ranks; its outputs stay ranks\n");
  EXPECT_TRUE(std::filesystem::exists(folder() / "kept.json"));
}

TEST_F(Learn, LettersAsTheyOccur) {
  const Json any = learned({"office/t4", "--preset", "paper"});
  const Json one = learned({"office/t4", "--preset", "paper", "--events", "one"});
  const Json both = learned({"office/t4", "--preset", "paper", "--events", "one", "--absorbing", "HALT"});
  EXPECT_EQ(any["letters"], 32);
  EXPECT_EQ(one["letters"], 6);
  EXPECT_LT(one["preference_queries"], any["preference_queries"]);
  EXPECT_LT(both["preference_queries"], one["preference_queries"]);
  EXPECT_EQ(both["absorbing"], "HALT");
  write_file(folder() / "events.txt", "# what happens\n{}\n{a}\nb\n{c}\nd\na&n\n");
  const Json listed = learned({"office/t4", "--events", "events.txt"});
  EXPECT_EQ(listed["letters"], 6);
  EXPECT_EQ(listed["correct"], true);
}

TEST_F(Learn, FewQuestionsWithOneEventAtATime) {
  const std::vector<std::vector<std::string>> methods = {
      {"table"}, {"tree", "--equivalence-cost", "1"}, {"tour"}};  // tree as people have it
  for (const std::vector<std::string>& method : methods) {
    for (const char* seed : {"1", "2", "3"}) {
      const auto with = [&](const char* task) {
        std::vector<std::string> words{task, "--events", "one", "--absorbing", "HALT", "--seed", seed, "--learner"};
        words.insert(words.end(), method.begin(), method.end());
        return learned(words);
      };
      EXPECT_LE(with("office/t1")["preference_queries"], 44) << method.front();
      const Json large = with("office/t4");
      EXPECT_LE(large["preference_queries"], 160) << method.front();
      EXPECT_EQ(large["correct"], true);
    }
  }
}

TEST_F(Learn, EffortsAreNamesForPrices) {
  for (const auto& [effort, price] : {std::pair{"full", "340"}, {"economy", "33"}}) {
    const Json named = learned({"craft/t5", "--effort", effort}),
               priced = learned({"craft/t5", "--equivalence-cost", price});
    EXPECT_EQ(named["preference_queries"], priced["preference_queries"]);
    EXPECT_EQ(named["equivalence_queries"], priced["equivalence_queries"]);
  }
}

TEST_F(Learn, AWordThatLeavesAnAbsorbingOutputIsReported) {
  const Said said = remap({"learn", "regex:a*b", "--letters", "ab", "--absorbing", "1"});
  EXPECT_EQ(said.code, 1);
  EXPECT_NE(said.err.find("with 1 declared absorbing these cannot all hold"), std::string::npos) << said.err;
}

TEST_F(Learn, FamiliesAreSources) {
  EXPECT_EQ(learned({"collect:3"})["states"], 10);
  EXPECT_EQ(learned({"lock:6,3"})["states"], 7);
  EXPECT_EQ(learned({"grid:4,5"})["correct"], true);
}

TEST_F(Learn, TheMachineOfAReportMayBeOfEitherKind) {
  EXPECT_EQ(learned({"counter:5", "--machine", "mealy"})["machine"]["type"], "mealy");
  EXPECT_EQ(learned({"regex:a*b", "--letters", "ab\"\\"})["machine"]["type"], "moore");
}

TEST_F(Learn, SamplingSaysWhetherItWasRight) {
  EXPECT_EQ(learned({"random:60,2,2", "--equivalence", "sampling", "--samples", "1", "--learner", "table"})["correct"],
            false);
  const Json run = learned({"craft/t1", "--equivalence", "sampling", "--epsilon", "0.001", "--delta", "0.01"});
  EXPECT_EQ(run["correct"], true);
  EXPECT_EQ(run["epsilon"], 0.001);
  EXPECT_EQ(run["delta"], 0.01);
  EXPECT_FALSE(run.contains("counterexample"));
}

TEST_F(Learn, WritesEveryOutputFile) {
  const std::string text =
      output_of({"learn", "craft/t5", "-o", "a.txt", "--output", "b.json", "--output", "c.dot", "--output", "d.svg"});
  EXPECT_NE(text.find("Wrote a.txt\nWrote b.json\nWrote c.dot\nWrote d.svg\n"), std::string::npos);
  for (const char* file : {"a.txt", "b.json", "c.dot"}) EXPECT_EQ(output_of({"equal", "craft/t5", file}), "equal\n");
  EXPECT_NE(read_file(folder() / "d.svg").find("<svg"), std::string::npos);
}

TEST_F(Learn, QuietSaysNothing) {
  EXPECT_EQ(output_of({"learn", "craft/t1", "--quiet", "--output", "a.txt"}), "");
  EXPECT_TRUE(std::filesystem::exists(folder() / "a.txt"));
}

TEST_F(Learn, ReportForPeople) {
  const std::string text = output_of({"learn", "craft/t1", "--preset", "paper", "--counterexample", "shortest"});
  EXPECT_TRUE(
      text.starts_with("craft/t1: learned 4 states over 4 letters, outputs HALT < 0 < 1\n"
                       "\n"
                       "Reward machine: 3 states, initial q0, terminal q2\n"
                       "  from  on  to  reward\n"
                       "  q0    !a  q0  0\n"
                       "  q0    a   q1  0\n"
                       "  q1    !b  q1  0\n"
                       "  q1    b   q2  1\n"
                       "\n"
                       "Questions                 this run  paper's method\n"))
      << text;
  EXPECT_NE(text.find("Correct: gives every word the output of the hidden machine.\n"), std::string::npos);
  EXPECT_NE(output_of({"learn", "craft/t1", "--preset", "paper"}).find("(this is the paper's method)"),
            std::string::npos);
  EXPECT_NE(output_of({"learn", "random:3000,5,4"}).find("the paper's method was not run for comparison"),
            std::string::npos);
}

TEST_F(Learn, WorkedExampleOfThePaper) {
  const std::string text =
      output_of({"learn", "regex:a*b", "--letters", "ab", "--preset", "paper", "--trace", "--beside-lstar"});
  const std::filesystem::path golden = std::filesystem::path(REMAP_SOURCE_DIR) / "tests/cli/golden/worked_example.txt";
  if (updating()) write_file(golden, text);
  EXPECT_EQ(text, read_file(golden));
}

TEST_F(Learn, TracesLargerRuns) {
  const std::string text = output_of({"learn", "craft/t6", "--preset", "paper", "--trace", "--feedback", "among"});
  EXPECT_NE(text.find("(a) Start"), std::string::npos);
  EXPECT_NE(text.find("Not closed"), std::string::npos);
  EXPECT_NE(text.find("Not consistent"), std::string::npos);
  EXPECT_NE(text.find("with a value among"), std::string::npos);
  EXPECT_NE(text.find("; the table stays as it is."), std::string::npos);
  EXPECT_NE(text.find("is the result."), std::string::npos);
}

// Words, walks and suffixes of deep machines are long and alike. Stored one by one they took 535 and 114 MiB here.
TEST_F(Learn, DeepMachinesTakeLittleMemory) {
  if (effort(10) != 10) GTEST_SKIP() << "sanitizers have memory of their own";
  for (const auto& [machine, most] : {std::pair{"lock:600,2", 100}, std::pair{"chain:3000", 100}}) {
    const pid_t child = start({"learn", machine, "--quiet"}, "/dev/null", "/dev/null");
    int status = 0;
    rusage usage{};
    ASSERT_EQ(wait4(child, &status, 0, &usage), child);
    EXPECT_EQ(status, 0);
    EXPECT_LT(usage.ru_maxrss / 1024, most) << machine << ", MiB";
  }
}

}  // namespace
}  // namespace remap::test
