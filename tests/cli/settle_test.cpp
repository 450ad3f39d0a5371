// Programs whose answers contradict each other, or that are unsure: asked again before anybody is bothered.
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace remap::test {
namespace {

class SettleCommand : public Program {
 protected:
  /// A program that counts letters a up to four, and does something else with some pairs when they are new to it.
  void put_teacher(const std::string& oddity) const {
    write_file(folder() / "teacher.py", R"(import json, sys, zlib
met = set()
def value(word):
    return word.count("a") % 5
for line in sys.stdin:
    message = json.loads(line)
    if "remap" in message:
        reply = {"ready": True, "equivalence": True}
    elif "compare" in message:
        reply = {"answers": []}
        for q in message["compare"]:
            pair = str(sorted([q["a"], q["b"]]))
            a, b = value(q["a"]), value(q["b"])
            answer = "a" if a > b else "b" if b > a else "equal"
            odd = zlib.crc32(pair.encode()) % 100 < 20
            )" + oddity + R"(
            met.add(pair)
            reply["answers"].append({"id": q["id"], "answer": answer})
    elif "equivalence" in message:
        question = message["equivalence"]
        machine = question["machine"]
        reply = {"id": question["id"], "accept": True}
        for word in [["a"] * n for n in range(12)] + question["words"]:
            state = machine["initial"]
            for letter in word:
                state = machine["states"][state]["next"][machine["letters"].index(letter)]
            if machine["states"][state]["output"] != value(word):
                reply = {"id": question["id"], "counterexample": word, "output": str(value(word))}
                break
    else:
        break
    print(json.dumps(reply), flush=True)
)");
  }

  Said learn(const std::string& settle) const {
    std::filesystem::remove(folder() / "run.jsonl");
    std::vector<std::string> words{"learn",     "--teacher", "python3 teacher.py", "--letters", "a,b,c",    "--outputs",
                                   "0,1,2,3,4", "--session", "run.jsonl",          "--output",  "out.json", "--quiet"};
    if (!settle.empty()) words.insert(words.end(), {"--settle", settle});
    return remap(words);
  }
  [[nodiscard]] std::size_t states() const {
    return nlohmann::json::parse(read_file(folder() / "out.json"))["states"].size();
  }
};

TEST_F(SettleCommand, WhatWasWrongOnceIsAskedAgain) {
  put_teacher("if odd and pair not in met: answer = 'b' if a > b else 'a'");
  const Said off = learn("off");
  EXPECT_EQ(off.code, 1);
  EXPECT_TRUE(off.err.starts_with("remap: the answers need 6 different values, but there are only 5 outputs;"))
      << off.err;
  for (const char* settle : {"", "vote"}) {
    const Said said = learn(settle);
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(states(), 5U);
    EXPECT_EQ(remap({"replay", "run.jsonl"}).code, 0);
  }
}

TEST_F(SettleCommand, WhatStaysWrongIsToldAfterThreeAnswers) {
  put_teacher("if odd: answer = 'b' if q['a'] > q['b'] else 'a'");
  const Said said = learn("ask");
  EXPECT_EQ(said.code, 1);
  EXPECT_TRUE(said.err.starts_with("remap: the answers need 6 different values, but there are only 5 outputs;"))
      << said.err;
  EXPECT_NE(output_of({"log", "run.jsonl"}).find("asked again)"), std::string::npos);
  EXPECT_EQ(remap({"resume", "run.jsonl", "--quiet"}).code, 1);
}

TEST_F(SettleCommand, UnsureAnswersDoNotStopIt) {
  put_teacher("if odd: answer = 'unsure'");
  EXPECT_EQ(learn("off").code, 1);
  const Said said = learn("ask");
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(states(), 5U);
  EXPECT_EQ(remap({"replay", "run.jsonl"}).code, 0);
}

TEST_F(SettleCommand, ItIsForPrograms) {
  EXPECT_EQ(remap({"learn", "office/t1", "--settle", "ask"}).err, "remap: --settle has no effect without --teacher\n");
  EXPECT_EQ(learn("never").err, "remap: --settle cannot be 'never', expected ask, vote or off\n");
  EXPECT_EQ(remap({"learn", "--teacher", "terminal", "--letters", "a", "--outputs", "0,1", "--settle", "ask"}).err,
            "remap: --settle is for programs: a person sees the answers and chooses\n");
}

}  // namespace
}  // namespace remap::test
