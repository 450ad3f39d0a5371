// Programs as teachers: those of the documents, and programs that answer wrongly, too late, too much or not at all.
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/session_commands.hpp"

namespace remap::test {
namespace {

using Json = nlohmann::json;
using TeacherPrograms = SessionCommands;

TEST_F(TeacherPrograms, TheTeachersOfThePageTeach) {
  put("teacher.py", block("python"));
  put("teacher.sh", block("sh"));
  std::filesystem::permissions(folder() / "teacher.sh", std::filesystem::perms::owner_all);
  auto python = learn_with("python3 teacher.py");
  python.insert(python.end(), {"--quiet", "--output", "even.json"});
  output_of(python);
  EXPECT_EQ(get("even.json"),
            "{\n  \"type\": \"moore\",\n  \"letters\": [\"a\", \"b\"],\n  \"outputs\": [0, 1],\n  \"initial\": 0,\n"
            "  \"states\": [\n    {\"output\": 1, \"next\": [1, 0]},\n    {\"output\": 0, \"next\": [0, 1]}\n  ]\n}\n");
  output_of({"learn", "--teacher", "./teacher.sh", "--letters", "a,b", "--outputs", "0,1", "--quiet", "--output",
             "last.json"});
  const Json last = Json::parse(get("last.json"));
  EXPECT_EQ(last["states"][0], Json::parse(R"({"output": 0, "next": [0, 1]})"));
  EXPECT_EQ(last["states"][1], Json::parse(R"({"output": 1, "next": [0, 1]})"));
}

TEST_F(TeacherPrograms, ATeacherWhoStopsOnPurposeIsNoError) {
  std::string program = block("python");
  const std::string place = "    print(json.dumps(reply), flush=True)\n";
  program.replace(
      program.find(place), place.size(),
      "    if \"answers\" in reply and reply[\"answers\"][0][\"id\"] > 2: reply = {\"stop\": \"all spent\"}\n" + place);
  put("teacher.py", program);
  auto arguments = learn_with("python3 teacher.py");
  arguments.push_back("--quiet");
  const Said said = remap(arguments);
  EXPECT_EQ(said.code, 1);
  EXPECT_EQ(said.err,
            "remap: the teacher stopped: all spent; all are stored; continue with\n  remap resume run.jsonl\n");
  put("teacher.py", block("python"));
  const Said changed = remap({"resume", "run.jsonl", "--quiet"});
  EXPECT_EQ(changed.code, 2);
  EXPECT_EQ(changed.err,
            "remap: the file 'teacher.py' has changed since this session began; resuming would mix the answers of two "
            "teachers; --despite-changes resumes anyway\n");
  output_of({"resume", "run.jsonl", "--quiet", "--output", "even.json", "--despite-changes"});
  put("teacher.py", "");
  output_of({"resume", "run.jsonl", "--quiet"});  // nobody is needed any more
}

TEST_F(TeacherPrograms, WithoutAJudgeTheResultSaysHowSureItIs) {
  std::string program = block("python");
  const std::string greeting = R"("equivalence": True})";
  program.replace(program.find(greeting), greeting.size(), R"("equivalence": False})");
  put("teacher.py", program);
  EXPECT_NE(
      output_of(learn_with("python3 teacher.py"))
          .find("Only random words tested the machine: if every answer is right, it is wrong about at most 5 % of "
                "them, with probability 95 %.\nA wrong answer may have gone unnoticed"),
      std::string::npos);
  const Json report = Json::parse(output_of({"resume", "run.jsonl", "--json"}));
  EXPECT_EQ(report["tested"], Json::parse(R"({"wrong_at_most": 0.05, "with_probability": 0.95})"));
  std::filesystem::remove(folder() / "run.jsonl");
  auto fixed = learn_with("python3 teacher.py");
  fixed.insert(fixed.end(), {"--equivalence", "order-sampling", "--samples", "100", "--json"});
  const Json tested = Json::parse(output_of(fixed));
  const auto tests = static_cast<double>(tested["counterexample_lengths"].size() + 1);
  EXPECT_NEAR(tested["tested"]["wrong_at_most"], (std::log(20) + tests * std::log(2)) / 100, 1e-12);
  std::filesystem::remove(folder() / "run.jsonl");
  fixed[fixed.size() - 2] = "3";
  EXPECT_EQ(Json::parse(output_of(fixed))["tested"]["wrong_at_most"], 1);
  std::filesystem::remove(folder() / "run.jsonl");
  put("teacher.py", block("python"));
  auto judged = learn_with("python3 teacher.py");
  judged.emplace_back("--json");
  EXPECT_FALSE(Json::parse(output_of(judged)).contains("tested"));
}

TEST_F(TeacherPrograms, AProgramThatSaysItErrsIsDoubted) {
  std::string program = block("python");
  const std::string greeting = R"("equivalence": True})";
  program.replace(program.find(greeting), greeting.size(), R"("equivalence": True, "errs": True})");
  const std::string answer = "            a, b = value(q[\"a\"]), value(q[\"b\"])\n";
  program.replace(program.find(answer), answer.size(),
                  answer +
                      "            pair = str(sorted([q[\"a\"], q[\"b\"]])).encode()\n"
                      "            if __import__(\"zlib\").crc32(pair) % 15 == 0: a, b = 0, 1\n");
  put("teacher.py", program);
  auto arguments = learn_with("python3 teacher.py");
  arguments.insert(arguments.end(), {"--json", "--output", "even.json"});
  const Json report = Json::parse(output_of(arguments));
  EXPECT_GE(report["belief"]["confidence"], 0.99);
  EXPECT_EQ(report["settings"]["teacher-errs"], "on");
  EXPECT_EQ(report["states"], 2);
  EXPECT_GT(report["belief"]["doubtful"].size(), 0U) << report;
  EXPECT_EQ(remap({"replay", "run.jsonl"}).code, 0);
  std::filesystem::remove(folder() / "run.jsonl");
  auto trusting = learn_with("python3 teacher.py");
  trusting.insert(trusting.end(), {"--teacher-errs", "off", "--quiet"});
  remap(trusting);
  EXPECT_EQ(get("run.jsonl").find("teacher-errs"), std::string::npos) << "taken at its word";
}

TEST_F(TeacherPrograms, ARunThatGivesUpSaysSo) {
  std::string program = block("python");
  const std::string answer = R"("a" if a > b else "b" if b > a else "equal")";
  program.replace(program.find(answer), answer.size(), R"("unsure")");
  put("teacher.py", program);
  auto arguments = learn_with("python3 teacher.py");
  arguments.insert(arguments.end(), {"--teacher-errs", "on"});
  const Said said = remap(arguments);
  EXPECT_EQ(said.code, 3);
  EXPECT_NE(said.out.find("The limit on questions was reached"), std::string::npos) << said.out;
  EXPECT_EQ(said.out.find("asked now"), std::string::npos) << "all were";
  EXPECT_EQ(said.out.find("Ten more"), std::string::npos) << "they would change nothing";
  const Said again = remap({"resume", "run.jsonl"});
  EXPECT_EQ(again.code, 3);
  EXPECT_NE(again.out.find("; 0 asked now, the others were in the log.\n"), std::string::npos) << again.out;
}

TEST_F(TeacherPrograms, AProgramThatErrsMayTakeSeveralQuestionsTogether) {
  std::string program = block("python");
  const std::string greeting = R"("equivalence": True})";
  program.replace(program.find(greeting), greeting.size(), R"("equivalence": True, "errs": True, "batch": 8})");
  const std::string answers = "        reply = {\"answers\": []}\n";
  program.replace(program.find(answers), answers.size(),
                  answers + "        print(len(message[\"compare\"]), file=open(\"sizes\", \"a\"))\n");
  put("teacher.py", program);
  auto arguments = learn_with("python3 teacher.py");
  arguments.insert(arguments.end(), {"--json", "--output", "even.json"});
  const Json report = Json::parse(output_of(arguments));
  EXPECT_GE(report["belief"]["confidence"], 0.99);
  EXPECT_EQ(report["states"], 2);
  std::istringstream sizes(get("sizes"));
  std::size_t largest = 0;
  for (std::size_t size = 0; sizes >> size;) largest = std::max(largest, size);
  EXPECT_GT(largest, 1u);
  EXPECT_LE(largest, 8u);
  EXPECT_NE(get("run.jsonl").find("at_once"), std::string::npos) << "it is asked alike when it is resumed";
  EXPECT_EQ(remap({"replay", "run.jsonl"}).code, 0);
}

// Each stands for one way to fail; the session is kept, and with the right program in its place it is resumed.
TEST_F(TeacherPrograms, WhatATeacherDoesWrongIsSaidAndTheSessionIsKept) {
  put("right.py", block("python"));
  const auto expect = [&](const std::string& how, const std::string& sentence) {
    std::filesystem::remove(folder() / "run.jsonl");
    std::string wrong = block("python");
    const std::string place = "    print(json.dumps(reply), flush=True)\n";
    wrong.replace(wrong.find(place), place.size(),
                  "    if \"answers\" in reply and reply[\"answers\"][0][\"id\"] > 2:\n        " + how + "\n" + place);
    put("teacher.py", wrong);
    auto arguments = learn_with("python3 teacher.py");
    arguments.insert(arguments.end(), {"--quiet", "--timeout", "5"});
    const Said said = remap(arguments);
    EXPECT_EQ(said.code, 2) << how;
    EXPECT_TRUE(said.err.ends_with("remap: " + sentence + "\n")) << said.err;  // after what the program itself wrote
    const std::string kept = get("run.jsonl");
    EXPECT_GT(std::count(kept.begin(), kept.end(), '\n'), 1);
    put("teacher.py", block("python"));
    output_of({"resume", "run.jsonl", "--quiet", "--output", "even.json", "--despite-changes"});
    EXPECT_TRUE(get("run.jsonl").starts_with(kept));
    EXPECT_EQ(remap({"replay", "run.jsonl"}).code, 0);
  };
  expect("sys.exit(3)", "the teacher 'python3 teacher.py' ended with exit code 3 before it had answered");
  expect("print('hm', flush=True)", "the teacher did not answer with {\"answers\":[…]}: hm");
  expect("print('\\x1b[2J', flush=True)", "the teacher did not answer with {\"answers\":[…]}: \\x1b[2J");
  expect("reply = {'answers': [{'id': 99, 'answer': 'a'}]}",
         "the teacher answered comparison 99, which was not asked: {\"answers\": [{\"id\": 99, \"answer\": \"a\"}]}");
  expect("reply = {'answers': [{'id': 1, 'answer': 'a'}]}",
         "the teacher answered comparison 1 a second time: {\"answers\": [{\"id\": 1, \"answer\": \"a\"}]}");
  expect("reply = {'answers': 2 * [{'id': 3, 'answer': 'a'}]}",
         "the teacher answered comparison 3 twice: "
         "{\"answers\": [{\"id\": 3, \"answer\": \"a\"}, {\"id\": 3, \"answer\": \"a\"}]}");
  expect("reply = {'answers': [{'id': 3, 'answer': 'maybe'}]}",
         "the teacher answered \"maybe\", expected \"a\", \"b\", \"equal\" or \"unsure\": "
         "{\"answers\": [{\"id\": 3, \"answer\": \"maybe\"}]}");
  expect("reply = {'error': 'the simulator is down'}", "the teacher gave up: the simulator is down");
}

TEST_F(TeacherPrograms, ASilentTeacherRunsIntoTheTimeOut) {
  put("teacher.py", block("python"));
  const Said said = remap({"learn", "--teacher", "sleep 30", "--letters", "a", "--outputs", "0,1", "--timeout", "0.3"});
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.err, "remap: the teacher 'sleep 30' has not answered within 0.3 seconds\n");
}

TEST_F(TeacherPrograms, ATeacherThatNestsItsAnswersTooDeeplyIsRefused) {
  for (const char* reply : {"{'error': 1}", "{'answers': [{'id': 1, 'answer': 1}]}", "{'answers': 1}"}) {
    put("teacher.py",
        std::string("import json, sys\nprint('{\"ready\":true,\"equivalence\":true}', flush=True)\n") +
            "for line in sys.stdin:\n  if 'compare' in line:\n    nest = '[' * 200000 + ']' * 200000\n    " +
            "print(json.dumps(" + reply + ").replace(': 1', ': ' + nest), flush=True)\n");
    const Said said = remap({"learn", "--teacher", "python3 teacher.py", "--letters", "a", "--outputs", "0,1"});
    EXPECT_EQ(said.code, 2);
    EXPECT_TRUE(said.err.starts_with("remap: the teacher wrote lists or objects nested more than 64 deep: "))
        << said.err;
  }
}

TEST_F(TeacherPrograms, ALineWithoutAnEndIsRefused) {
  const Said said = remap({"learn", "--teacher", "cat /dev/zero", "--letters", "a", "--outputs", "0,1"});
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.err, "remap: the teacher wrote a line of more than 64 MiB\n");
}

TEST_F(TeacherPrograms, WhatATeacherHasAnsweredBeforeItDiesIsKeptLineByLine) {
  put("teacher.py", R"(import json, sys
print('{"ready":true,"equivalence":true}', flush=True)
sys.stdin.readline()
questions = json.loads(sys.stdin.readline())["compare"]
for each in questions[:-1]: print(json.dumps({"answers": [{"id": each["id"], "answer": "equal"}]}), flush=True)
)");
  const Said said = remap({"learn", "--teacher", "python3 teacher.py", "--letters", "a,b,c,d", "--outputs", "0,1",
                           "--preset", "paper", "--session", "run.jsonl"});
  EXPECT_EQ(said.code, 2);
  EXPECT_NE(said.err.find("ended with exit code 0 before it had answered"), std::string::npos) << said.err;
  EXPECT_NE(output_of({"log", "run.jsonl"}).find("answers      3: 3 comparisons"), std::string::npos)
      << output_of({"log", "run.jsonl"});
}

TEST_F(TeacherPrograms, TheTimeOutBoundsTheTimeToAnAnswer) {
  const auto expect = [&](const std::string& command, const std::string& seconds, const std::string& shown) {
    const Said said =
        remap({"learn", "--teacher", command, "--letters", "a", "--outputs", "0,1", "--timeout", seconds});
    EXPECT_EQ(said.code, 2);
    EXPECT_EQ(said.err, "remap: the teacher '" + command + "' has not answered within " + shown + " seconds\n");
  };
  expect("while printf .; do sleep 0.1; done", "0.5", "0.5");
  expect("echo '{\"ready\":true,\"equivalence\":true}'; while echo '{\"answers\":[]}'; do sleep 0.1; done", "0.5",
         "0.5");
  expect("sleep 30", "0.0005", "0.001");
}

TEST_F(TeacherPrograms, NothingThatATeacherStartedSurvives) {
  put("teacher.py", block("python"));
  // A child, one that left the process group, and one that does not want to end.
  const std::string command =
      "sleep 987 & echo $! >>pids; setsid sleep 987 & echo $! >>pids; (trap '' TERM; sleep 987) & echo $! >>pids; "
      "python3 teacher.py";
  output_of({"learn", "--teacher", command, "--letters", "a,b", "--outputs", "0,1", "--quiet"});
  EXPECT_EQ(
      remap({"learn", "--teacher", command + " | sleep 3", "--letters", "a", "--outputs", "0,1", "--timeout", "0.5"})
          .code,
      2);
  std::istringstream pids(get("pids"));
  int checked = 0;
  for (pid_t pid = 0; pids >> pid; ++checked) EXPECT_NE(kill(pid, 0), 0) << pid;
  EXPECT_EQ(checked, 6);
}

TEST_F(TeacherPrograms, NothingThatATeacherStartedSurvivesAKill) {
  const pid_t child = start_silent(
      {"learn", "--teacher", "sleep 987 & echo $! >pids; exec sleep 987", "--letters", "a", "--outputs", "0,1"});
  for (int i = 0; i < 500 && get("pids").find('\n') == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const pid_t started = std::atoi(get("pids").c_str());
  ASSERT_GT(started, 0);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  bool gone = false;
  for (int i = 0; i < 1000 && !gone; ++i) {
    gone = kill(started, 0) != 0;
    if (!gone) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(gone);
}
}  // namespace
}  // namespace remap::test
