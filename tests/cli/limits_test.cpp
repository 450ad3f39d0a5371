// Runs that meet a limit, as users have them: the report, the exit code, and how they go on.
#include <nlohmann/json.hpp>

#include "cli/session_commands.hpp"

namespace remap::test {
namespace {

using Json = nlohmann::json;

class Limits : public SessionCommands {};

TEST_F(Limits, EndARunOnAKnownMachine) {
  const Said said = remap({"learn", "craft/t10", "--max-comparisons", "60"});
  EXPECT_EQ(said.code, 3) << said.err;
  EXPECT_NE(said.out.find("The run met its limit (60 comparisons were allowed): this is the best machine so far, not "
                          "proven right.\n"),
            std::string::npos)
      << said.out;
  const Json states = Json::parse(remap({"learn", "craft/t10", "--max-states", "3", "--json"}).out);
  EXPECT_EQ(states["limit"], "states");
  EXPECT_EQ(states["settings"]["max-states"], 3);
  const Said whole = remap({"learn", "craft/t10", "--max-comparisons", "190", "--max-states", "25", "--json"});
  EXPECT_EQ(whole.code, 0);
  EXPECT_EQ(Json::parse(whole.out)["limit"], nullptr);
}

TEST_F(Limits, EndASessionUntilItIsResumedWithAHigherOne) {
  put("teacher.py", block("python"));
  std::vector<std::string> learn = learn_with("python3 teacher.py");
  for (const char* each : {"--max-comparisons", "3", "--output", "learned.json"}) learn.emplace_back(each);
  const Said said = remap(learn);
  EXPECT_EQ(said.code, 3) << said.err;
  EXPECT_NE(said.out.find("With a higher limit it goes on:\n  remap resume run.jsonl --output learned.json "
                          "--max-comparisons NUMBER\n"),
            std::string::npos)
      << said.out;
  EXPECT_FALSE(get("learned.json").empty());
  const Said same = remap({"resume", "run.jsonl", "--json"});
  EXPECT_EQ(same.code, 3);
  EXPECT_EQ(Json::parse(same.out)["limit"], "comparisons");
  EXPECT_EQ(Json::parse(same.out)["asked_now"], 0);
  EXPECT_EQ(remap({"replay", "run.jsonl"}).code, 1) << "it is not finished";
  const Said higher = remap({"resume", "run.jsonl", "--max-comparisons", "1000", "--json"});
  EXPECT_EQ(higher.code, 0) << higher.err;
  EXPECT_EQ(Json::parse(higher.out)["limit"], nullptr);
  EXPECT_EQ(remap({"replay", "run.jsonl"}).code, 0);
}

TEST_F(Limits, EndARunWhoseTeacherMayErr) {
  const Said said = remap({"learn", "craft/t1", "--teacher-errs", "on", "--max-comparisons", "20", "--json"});
  EXPECT_EQ(said.code, 3) << said.err;
  const Json report = Json::parse(said.out);
  EXPECT_EQ(report["limit"], "comparisons");
  EXPECT_EQ(report["belief"]["gave_up"], true);
  EXPECT_LE(report["preference_queries"], 20);
}

TEST_F(Limits, SayNothingAboutRandomWordsThatWereNotTested) {
  const Said said = remap(
      {"learn", "craft/t1", "--equivalence", "order-sampling", "--max-comparisons", "30", "--session", "run.jsonl"});
  EXPECT_EQ(said.code, 3);
  EXPECT_EQ(said.out.find("random words"), std::string::npos) << said.out;
}

TEST_F(Limits, ThatCannotBeAreBadInput) {
  for (const char* limit : {"--max-comparisons", "--max-seconds", "--max-states"}) {
    const Said said = remap({"learn", "craft/t1", limit, "few"});
    EXPECT_EQ(said.code, 2);
    EXPECT_NE(said.err.find(limit), std::string::npos) << said.err;
  }
  EXPECT_EQ(remap({"learn", "craft/t1", "--answers", "values", "--max-comparisons", "9"}).code, 2);
}

}  // namespace
}  // namespace remap::test
