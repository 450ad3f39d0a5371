// Values instead of comparisons, on the command line: from machines, from programs, in sessions.
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace remap::test {
namespace {

using Json = nlohmann::json;

class Values : public Program {
 protected:
  void SetUp() override {
    write_file(folder() / "teacher.py", R"(import json, sys

def value(word):  # three a's in all, and b is not the last letter
    return 1 if word.count("a") % 3 == 0 and word[-1:] != ["b"] else 0

kind, said = sys.argv[1], {"prefixes": "prefixes", "single": True, "none": False}
budget = int(open("budget").read())
for line in sys.stdin:
    message = json.loads(line)
    if "remap" in message:
        reply = {"ready": True, "equivalence": False, "values": said.get(kind, kind)}
    elif "values" in message:
        reply = {"answers": []}
        for question in reversed(message["values"]):
            word, answer = question["word"], {"id": question["id"]}
            if question.get("prefixes"):
                answer["outputs"] = [value(word[:length]) for length in range(len(word) + 1)]
            else:
                answer["output"] = str(value(word))
            reply["answers"].append(answer)
            budget -= 1
        if budget < 0:
            reply = {"stop": "enough"}
    else:
        break
    print(json.dumps(reply), flush=True)
)");
    write_file(folder() / "budget", "99999");
  }
  [[nodiscard]] static std::vector<std::string> learn_with(const std::string& kind) {
    return {"learn",     "--teacher", "python3 teacher.py " + kind, "--letters", "a,b", "--outputs", "0,1",
            "--answers", "values"};
  }
  [[nodiscard]] Json json_of(std::vector<std::string> arguments) const {
    arguments.emplace_back("--json");
    return Json::parse(output_of(arguments));
  }
  /// The sentence with which it is refused.
  [[nodiscard]] std::string refused(const std::vector<std::string>& arguments) const {
    const Said said = remap(arguments);
    EXPECT_EQ(said.code, 2) << said.out;
    return said.err;
  }
};

TEST_F(Values, AMachineGivesOutputWords) {
  const Json few = json_of({"learn", "random:80,5,4", "--answers", "values"});
  const Json many = json_of({"learn", "random:80,5,4", "--answers", "single-values"});
  for (const Json& run : {few, many}) {
    EXPECT_EQ(run["correct"], true);
    EXPECT_EQ(run["preference_queries"], 0);
    EXPECT_EQ(run["ranker"], "membership");
    EXPECT_GT(run["membership_letters"], run["membership_queries"]);
  }
  EXPECT_EQ(few["answers"], "values");
  EXPECT_LT(few["membership_queries"], 1111);
  EXPECT_LT(few["membership_queries"], many["membership_queries"]);
  EXPECT_FALSE(json_of({"learn", "random:80,5,4"}).contains("answers"));
  const std::string text = output_of({"learn", "random:80,5,4", "--answers", "values"});
  EXPECT_NE(text.find("\n  values asked "), std::string::npos) << text;
  EXPECT_NE(text.find("\n  letters of their words "), std::string::npos) << text;
}

TEST_F(Values, AProgramSaysHowItGivesThem) {
  const Json along = json_of(learn_with("prefixes")), single = json_of(learn_with("single"));
  EXPECT_EQ(along["states"], 4);
  EXPECT_EQ(along["machine"], single["machine"]);
  EXPECT_EQ(along["answers"], "values");
  EXPECT_EQ(single["answers"], "single-values");
  EXPECT_LT(along["membership_queries"], single["membership_queries"]);
  EXPECT_EQ(refused(learn_with("none")), "remap: --answers values: the teacher does not say that it gives values\n");
  EXPECT_NE(refused(learn_with("often")).find("but not with true, false or \"prefixes\""), std::string::npos);
}

TEST_F(Values, ASessionIsResumed) {
  const Json whole = json_of(learn_with("prefixes"));
  write_file(folder() / "budget", "5");
  auto begun = learn_with("prefixes");
  begun.insert(begun.end(), {"--session", "run.jsonl"});
  EXPECT_EQ(remap(begun).code, 1);
  write_file(folder() / "budget", "99999");
  const Json resumed = json_of({"resume", "run.jsonl"});
  EXPECT_EQ(resumed["machine"], whole["machine"]);
  EXPECT_EQ(resumed["membership_queries"], whole["membership_queries"]);
  EXPECT_LT(resumed["asked_now"], whole["asked_now"]);
  EXPECT_EQ(json_of({"resume", "run.jsonl"})["asked_now"], 0);
  EXPECT_NE(output_of({"replay", "run.jsonl"}).find("the machine of 4 states follows"), std::string::npos);
}

TEST_F(Values, WhatMakesNoSenseIsRefused) {
  const auto with = [](std::vector<std::string> more) {
    std::vector<std::string> all{"learn", "craft/t1", "--answers", "values"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  EXPECT_EQ(refused(with({"--teacher-errs", "on"})),
            "remap: --answers values makes no comparisons, so --teacher-errs has no effect\n");
  EXPECT_EQ(refused(with({"--ranker", "search"})),
            "remap: --ranker has no effect with --answers values, which asks for values\n");
  EXPECT_EQ(refused(with({"--equivalence", "order"})),
            "remap: --answers values asks for values, which --equivalence order never gives\n");
  EXPECT_EQ(refused({"learn", "--teacher", "terminal", "--letters", "a,b", "--outputs", "0,1", "--answers", "values"}),
            "remap: --answers values is for machines and programs: people compare\n");
  write_file(folder() / "data.jsonl", R"({"a":["a"],"b":[],"answer":"a"})"
                                      "\n");
  EXPECT_EQ(refused({"learn", "regex:a*b", "--from", "data.jsonl", "--answers", "values"}),
            "remap: --from gives comparisons, which --answers values does not ask for\n");
}

TEST_F(Values, AreCompared) {
  const Json rows = json_of({"compare", "random:20,3,3", "--learner", "tree", "--seeds", "2", "--answers",
                             "comparisons,values", "--without-paper"})["rows"];
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0]["method"], "tree");
  EXPECT_EQ(rows[0]["membership_queries"], 0);
  EXPECT_EQ(rows[1]["method"], "tree values");
  EXPECT_GT(rows[1]["membership_letters"], rows[1]["membership_queries"]);
  EXPECT_EQ(rows[1]["preference_queries"], 0);
}

}  // namespace
}  // namespace remap::test
