// Sessions as users have them: begun, killed, resumed, replayed, corrected.
#include <fmt/format.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "cli/session_commands.hpp"
#include "remap/automata/random.hpp"

namespace remap::test {
namespace {

using Json = nlohmann::json;

TEST_F(SessionCommands, ALogOfUnsureAnswersMergesNothing) {
  put("teacher.py", R"(import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "remap" in message:
        reply = {"ready": True, "equivalence": True}
    else:
        reply = {"answers": [{"id": each["id"], "answer": "unsure"} for each in message["compare"]]}
    print(json.dumps(reply), flush=True)
)");
  const std::string blocked =
      "remap: the run cannot continue without an answer to one of these:\n"
      "  answer 5: 'a' may be below or above 'ε' (unsure) (confirmation)\n"
      "  answer 6: 'b' may be below or above 'ε' (unsure) (confirmation)\n";
  const Said first = remap(learn_with("python3 teacher.py"));
  EXPECT_EQ(first.code, 1);
  EXPECT_EQ(first.err, blocked);
  EXPECT_EQ(remap({"resume", "run.jsonl"}).err, blocked);
  EXPECT_EQ(remap({"replay", "run.jsonl"}).err, blocked);
  EXPECT_NE(output_of({"log", "run.jsonl"}).find("6 comparisons (6 unsure) (4 asked again)"), std::string::npos);
}

// kill -9 at random moments, several times per run if need be; in the end everything is as without.
TEST_F(SessionCommands, KilledAtAnyMomentARunEndsTheSame) {
  const char* wanted = std::getenv("REMAP_KILLS");
  const int kills = wanted != nullptr ? std::atoi(wanted) : 20;
  output_of({"convert", "random:9,3,3", "hidden.json"});
  const std::string teacher = std::string(REMAP_MACHINE_TEACHER) + " hidden.json asked.txt 300";
  const std::vector<std::string> learn{"learn", "--teacher", teacher,     "--letters", "a,b,c",    "--outputs",
                                       "0,1,2", "--quiet",   "--session", "run.jsonl", "--output", "learned.json"};
  output_of(learn);
  const std::string log = get("run.jsonl"), machine = get("learned.json"), questions = get("asked.txt");
  EXPECT_EQ(output_of({"equal", "hidden.json", "learned.json"}).empty(), false);
  Random random(7);
  int landed = 0;
  for (int trial = 0; landed < kills && trial < 20 * kills; ++trial) {
    for (const char* name : {"run.jsonl", "learned.json", "asked.txt"}) std::filesystem::remove(folder() / name);
    for (int attempt = 0;; ++attempt) {
      const bool begun = std::filesystem::exists(folder() / "run.jsonl");  // it has its name when it is a log
      const pid_t child = start_silent(
          begun ? std::vector<std::string>{"resume", "run.jsonl", "--quiet", "--output", "learned.json"} : learn);
      if (attempt < 3) {
        std::this_thread::sleep_for(std::chrono::microseconds(random.below(40'000)));
        kill(child, SIGKILL);
      }
      int status = 0;
      waitpid(child, &status, 0);
      if (WIFSIGNALED(status)) {
        ++landed;
        continue;
      }
      ASSERT_EQ(WEXITSTATUS(status), 0) << get("errors.txt");
      break;
    }
    ASSERT_EQ(timeless(get("run.jsonl")), timeless(log));
    ASSERT_EQ(get("learned.json"), machine);
  }
  EXPECT_GE(landed, kills);
}

TEST_F(SessionCommands, NothingInTheLogIsAskedAgain) {
  output_of({"convert", "random:9,3,3", "hidden.json"});
  const std::string teacher = std::string(REMAP_MACHINE_TEACHER) + " hidden.json asked.txt";
  output_of(
      {"learn", "--teacher", teacher, "--letters", "a,b,c", "--outputs", "0,1,2", "--quiet", "--session", "run.jsonl"});
  const std::string log = get("run.jsonl");
  const auto lines = [](const std::string& text) {
    std::multiset<std::string> result;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) result.insert(line);
    return result;
  };
  const auto all = lines(get("asked.txt"));
  for (std::size_t cut = log.find('\n') + 1; cut < log.size(); cut += log.size() / 10) {
    put("run.jsonl", log.substr(0, cut));
    std::multiset<std::string> logged;
    for (const std::string& line : lines(log.substr(0, log.rfind('\n', cut - 1) + 1))) {
      const std::size_t end = line.find(",\"answer\"");
      const std::size_t begin = line.find("\"a\":");
      if (end != std::string::npos && begin != std::string::npos) logged.insert(line.substr(begin, end - begin));
    }
    std::filesystem::remove(folder() / "asked.txt");
    const Said said = remap({"resume", "run.jsonl", "--quiet"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(timeless(get("run.jsonl")), timeless(log));
    std::multiset<std::string> both = lines(get("asked.txt"));
    both.insert(logged.begin(), logged.end());
    EXPECT_EQ(both, all) << cut;
  }
}

TEST_F(SessionCommands, ATornLineIsToldAndASecondProcessRefused) {
  output_of({"learn", "office/t1", "--events", "one", "--session", "run.jsonl", "--quiet"});
  const std::string log = get("run.jsonl");
  put("run.jsonl", log.substr(0, log.size() / 2));
  const std::size_t torn = log.size() / 2 - (log.rfind('\n', log.size() / 2 - 1) + 1);
  const Said said = remap({"log", "run.jsonl"});
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.err, "remap: run.jsonl: its last line was truncated after " + std::to_string(torn) +
                          " bytes and is ignored; its question is asked again\n");
  EXPECT_EQ(remap({"resume", "run.jsonl", "--quiet"}).code, 0);
  EXPECT_EQ(timeless(get("run.jsonl")), timeless(log));
  EXPECT_EQ(remap({"learn", "office/t1", "--session", "run.jsonl"}).err,
            "remap: run.jsonl: this file exists already; continue with 'remap resume run.jsonl'\n");
  const pid_t child =
      start_silent({"learn", "--teacher", R"(echo '{"ready":true,"equivalence":false}'; sleep 5)", "--letters", "a",
                    "--outputs", "0,1", "--equivalence", "order-sampling", "--session", "busy.jsonl"});
  Said second;
  for (int i = 0; i < 200 && second.err.find("another process") == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (std::filesystem::exists(folder() / "busy.jsonl")) second = remap({"retract", "busy.jsonl", "1"});
  }
  EXPECT_EQ(second.err, "remap: busy.jsonl: another process is using this session; wait for it or end it\n");
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

TEST_F(SessionCommands, ReplayTellsOfNeedlessQuestions) {
  output_of({"learn", "office/t1", "--events", "one", "--learner", "tree", "--equivalence-cost", "1", "--session",
             "run.jsonl", "--quiet"});
  std::string log = as_version_1(get("run.jsonl"));
  put("run.jsonl", log);
  EXPECT_EQ(remap({"replay", "run.jsonl"}).code, 0);
  const std::size_t last = log.rfind("{\"id\":") + 6;
  const std::size_t answers = std::stoul(log.substr(last, log.find(',', last) - last));
  const auto coffees = [](int count) {
    std::string word = "[\"f\"";
    while (--count > 0) word += ",\"f\"";
    return word + "]";
  };
  std::size_t id = answers;
  for (const auto& [a, b] : {std::pair{20, 21}, {21, 22}, {20, 22}}) {
    log += fmt::format("{{\"id\":{},\"a\":{},\"b\":{},\"answer\":\"equal\"}}\n", ++id, coffees(a), coffees(b));
  }
  put("run.jsonl", log);
  const Said said = remap({"replay", "run.jsonl"});
  EXPECT_EQ(said.code, 1);
  EXPECT_NE(said.out.find(fmt::format("answer {}", id)), std::string::npos) << said.out;
}

TEST_F(SessionCommands, AContradictionIsToldAndOneAnswerChanged) {
  output_of({"learn", "office/t1", "--events", "one", "--learner", "tree", "--equivalence-cost", "1", "--session",
             "run.jsonl", "--output", "right.json", "--quiet"});
  std::string log = as_version_1(get("run.jsonl"));
  const std::size_t at = log.find("\"answer\":\"equal\"");
  ASSERT_NE(at, std::string::npos);
  const std::size_t line = log.rfind('\n', at) + 1;
  const std::string id = log.substr(line + 6, log.find(',', line) - line - 6);
  log.replace(at, 16, "\"answer\":\"a\"");
  put("run.jsonl", log);
  const Said said = remap({"resume", "run.jsonl", "--quiet"});
  EXPECT_EQ(said.code, 1);
  EXPECT_TRUE(said.err.starts_with("remap: the answers contradict each other; these cannot all hold:\n  answer "))
      << said.err;
  EXPECT_NE(said.err.find("answer " + id + ":"), std::string::npos) << said.err;
  output_of({"retract", "run.jsonl", id, "--answer", "equal"});
  output_of({"resume", "run.jsonl", "--quiet", "--output", "again.json"});
  EXPECT_EQ(get("again.json"), get("right.json"));
  EXPECT_EQ(remap({"replay", "run.jsonl"}).code, 0) << output_of({"replay", "run.jsonl"});
}

// What was asked again is in the log, told, and not asked again when the session is resumed or replayed.
TEST_F(SessionCommands, ConfirmationsAndRechecksAreInTheLog) {
  const std::vector<std::string> learn{"learn",   "office/t1", "--events", "one",       "--effort",
                                       "economy", "--confirm", "growth",   "--recheck", "0.1",
                                       "--json",  "--session", "run.jsonl"};
  const Json report = Json::parse(output_of(learn));
  EXPECT_EQ(report["confirmations"], 7);
  EXPECT_EQ(report["self_agreement"], Json::parse(R"({"rechecks": 3, "agreeing": 3})"));
  EXPECT_EQ(report["settings"]["confirm"], "growth");
  const std::string log = get("run.jsonl");
  EXPECT_NE(log.find("\"again\":\"confirmation\""), std::string::npos);
  EXPECT_NE(log.find("\"again\":\"recheck\""), std::string::npos);
  EXPECT_NE(output_of({"log", "run.jsonl"}).find("rechecks     3: 3 agreed with the first answer\n"),
            std::string::npos);
  EXPECT_EQ(remap({"replay", "run.jsonl"}).code, 0);
  for (std::size_t cut = log.find('\n') + 1; cut < log.size(); cut = log.find('\n', cut) + 1) {
    put("run.jsonl", log.substr(0, cut));
    output_of({"resume", "run.jsonl", "--quiet"});
    ASSERT_EQ(timeless(get("run.jsonl")), timeless(log));
  }
  EXPECT_EQ(output_of({"learn", "office/t1", "--events", "one", "--effort", "economy", "--confirm", "growth"})
                    .find("(7 of the comparisons") != std::string::npos,
            true);
}

TEST_F(SessionCommands, OddNamesAreLoggedExactlyAndShownSafely) {
  put("teacher.py", block("python"));
  const std::vector<std::string> odd{"a", "q\"uote", "new\nline", "ünï", "\x1b[31m", "co,mma"};
  output_of({"learn", "--teacher", "python3 teacher.py", "--letters", Json(odd).dump(), "--outputs", "0,1", "--session",
             "run.jsonl", "--quiet"});
  EXPECT_EQ(Json::parse(get("run.jsonl").substr(0, get("run.jsonl").find('\n')))["letters"], Json(odd));
  const std::string shown = output_of({"log", "run.jsonl", "--answers"});
  for (const char c : shown) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << shown;
  EXPECT_EQ(remap({"replay", "run.jsonl"}).code, 0);
}

TEST_F(SessionCommands, AWordOfTenThousandLettersIsToldLoggedAndShown) {
  // Everything is equal, but for a word that nobody asks for; after that the teacher gives up.
  put("teacher.py", R"(import json, sys
told = False
for line in sys.stdin:
    message = json.loads(line)
    if "remap" in message: reply = {"ready": True, "equivalence": True}
    elif "compare" in message and not told:
        reply = {"answers": [{"id": q["id"], "answer": "equal"} for q in message["compare"]]}
    elif "equivalence" in message and not told:
        reply, told = {"id": message["equivalence"]["id"], "counterexample": ["new\nline"] * 10000, "output": "1"}, True
    else: reply = {"error": "enough"}
    print(json.dumps(reply), flush=True)
)");
  const Said said = remap({"learn", "--teacher", "python3 teacher.py", "--letters", R"(["new\nline","\"q\""])",
                           "--outputs", "0,1", "--session", "run.jsonl", "--quiet"});
  EXPECT_EQ(said.err, "remap: the teacher gave up: enough\n");
  std::istringstream log(get("run.jsonl"));
  bool found = false;
  for (std::string line; std::getline(log, line);) {
    const Json entry = Json::parse(line);
    if (entry.contains("stem")) {
      EXPECT_EQ(entry["letters"], Json(std::vector<std::string>(10'000, "new\nline")));
    }
    if (!entry.contains("counterexample")) continue;
    found = true;
    EXPECT_EQ(entry["counterexample"], Json::parse("[[1,0,10000]]"));
  }
  EXPECT_TRUE(found);
  const std::string shown = output_of({"log", "run.jsonl", "--answers"});
  EXPECT_NE(shown.find("… 9960 letters …"), std::string::npos);
  std::istringstream lines(shown);
  for (std::string line; std::getline(lines, line);) EXPECT_LT(line.size(), 2000U);
}

TEST_F(SessionCommands, AFileThatMayNotGrowIsAnErrorAndNoSignal) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 3000;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const Said said = remap({"learn", "office/t1", "--session", "run.jsonl", "--quiet"});
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.err, "remap: run.jsonl: this session cannot be written (File too large)\n");
  output_of({"resume", "run.jsonl", "--quiet"});
}

TEST_F(SessionCommands, ASourceThatWasChangedIsNotMixedIn) {
  output_of({"convert", "random:9,2,3", "hidden.json"});
  output_of({"learn", "hidden.json", "--session", "run.jsonl", "--quiet"});
  const std::string log = get("run.jsonl");
  const std::string half = log.substr(0, log.find('\n', log.size() / 2) + 1);
  put("run.jsonl", half);
  std::string machine = get("hidden.json");
  const std::size_t at = machine.find("\"output\": 0");
  machine[at + 10] = '1';
  put("hidden.json", machine);
  const Said said = remap({"resume", "run.jsonl", "--quiet"});
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.err,
            "remap: 'hidden.json' is no longer the machine of this session: it has changed, and resuming would mix the "
            "answers of "
            "two machines; --despite-changes resumes anyway\n");
  EXPECT_EQ(get("run.jsonl"), half);
  EXPECT_EQ(remap({"resume", "run.jsonl", "--quiet", "--despite-changes"}).err.find("has changed"), std::string::npos);
}

TEST_F(SessionCommands, TheCommandOfALogFromElsewhereIsNotRun) {
  put("teacher.py", block("python"));
  const std::string command = "touch ran; python3 teacher.py";
  auto learn = learn_with(command);
  learn.emplace_back("--quiet");
  output_of(learn);
  const std::string log = get("run.jsonl");
  put("run.jsonl", log.substr(0, log.find('\n') + 1));
  output_of({"resume", "run.jsonl", "--quiet"});  // begun here
  put("run.jsonl", log.substr(0, log.find('\n') + 1));
  std::filesystem::remove_all(folder() / ".state");
  std::filesystem::remove(folder() / "ran");
  const Said said = remap({"resume", "run.jsonl", "--quiet"});
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(
      said.err,
      "remap: run.jsonl: this session was not started by you on this machine, and resuming it runs this command:\n  " +
          command + "\nif you trust it, add --trust-command\n");
  EXPECT_FALSE(std::filesystem::exists(folder() / "ran"));
  output_of({"resume", "run.jsonl", "--quiet", "--trust-command"});
  EXPECT_TRUE(std::filesystem::exists(folder() / "ran"));
}

TEST_F(SessionCommands, EverySessionHasABestMachine) {
  output_of({"learn", "office/t1", "--events", "one", "--learner", "tree", "--equivalence-cost", "1", "--session",
             "run.jsonl", "--output", "right.json", "--quiet"});
  const std::string log = as_version_1(get("run.jsonl"));
  EXPECT_NE(output_of({"best", "run.jsonl", "--output", "best.json"}).find("It was accepted.\n"), std::string::npos);
  EXPECT_EQ(get("best.json"), get("right.json"));
  for (std::size_t cut = log.find('\n') + 1; cut < log.size(); cut = log.find('\n', cut) + 1) {
    put("part.jsonl", log.substr(0, cut));
    const Said said = remap({"best", "part.jsonl", "--json"});
    EXPECT_EQ(said.code, 1) << said.err;
    EXPECT_EQ(Json::parse(said.out)["against"], Json::array()) << said.out;
  }
  std::string wrong = log;
  for (std::size_t at = 0; (at = wrong.find("\"answer\":\"equal\"", at)) != std::string::npos; at += 200) {
    wrong.replace(at, 16, "\"answer\":\"a\"");
  }
  put("wrong.jsonl", wrong);
  const Said stuck = remap({"resume", "wrong.jsonl"});
  EXPECT_EQ(stuck.code, 1);
  EXPECT_NE(stuck.out.find("'remap best wrong.jsonl' shows it again.\n"), std::string::npos) << stuck.out;
  const Said said = remap({"best", "wrong.jsonl", "--output", "best.json"});
  EXPECT_EQ(said.code, 1);
  EXPECT_NE(said.out.find("It contradicts "), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("\n  answer "), std::string::npos) << said.out;
  put("unsure.jsonl", std::regex_replace(log.substr(0, log.find("{\"id\":5")), std::regex("\"answer\":\"[a-z]*\""),
                                         "\"answer\":\"unsure\""));
  EXPECT_EQ(remap({"best", "unsure.jsonl"}).code, 1);
}

TEST_F(SessionCommands, WhoAnsweredAndWhenIsTold) {
  put("teacher.py", block("python"));
  auto learn = learn_with("python3 teacher.py");
  learn.insert(learn.end(), {"--quiet", "--by", "Zoë"});
  output_of(learn);
  const std::string told = output_of({"log", "run.jsonl", "--answers"});
  EXPECT_TRUE(std::regex_search(
      told, std::regex("answer 1: .*\\(by Zoë, 20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC\\)\n")))
      << told;
  EXPECT_EQ(remap({"learn", "office/t1", "--by", "Zoë"}).err, "remap: --by has no effect without --session\n");
}

TEST_F(SessionCommands, ADamagedLogIsRefusedAndSalvaged) {
  output_of({"learn", "office/t1", "--events", "one", "--session", "run.jsonl", "--output", "right.json", "--quiet"});
  std::string log = get("run.jsonl");
  const std::size_t at = log.find("\"answer\":\"equal\"");
  log.replace(at, 16, "\"answer\":\"a\"");
  put("run.jsonl", log);
  for (const char* command : {"resume", "replay", "log"}) {
    const Said said = remap({command, "run.jsonl"});
    EXPECT_EQ(said.code, 2);
    EXPECT_NE(said.err.find("its checksum is wrong; 'remap log run.jsonl --salvage OUT' recovers the intact part"),
              std::string::npos)
        << said.err;
  }
  const Said said = remap({"log", "run.jsonl", "--salvage", "sound.jsonl"});
  EXPECT_EQ(said.code, 1);
  EXPECT_NE(said.out.find("its checksum is wrong"), std::string::npos) << said.out;
  output_of({"resume", "sound.jsonl", "--quiet", "--output", "again.json"});
  EXPECT_EQ(get("again.json"), get("right.json"));
}

TEST_F(SessionCommands, WrongOptionsAreRefused) {
  const auto expect = [&](const std::vector<std::string>& arguments, const std::string& sentence) {
    const Said said = remap(arguments);
    EXPECT_EQ(said.code, 2);
    EXPECT_EQ(said.err, "remap: " + sentence + "\n");
  };
  expect({"learn"}, "SOURCE is required, or --teacher; see 'remap learn --help'");
  expect({"learn", "office/t1", "--outputs", "0,1"}, "--outputs has no effect without --teacher");
  expect({"learn", "--teacher", "cat"}, "--teacher needs either --letters or --propositions, as in --letters a,b,c");
  expect({"learn", "office/t1", "--teacher", "cat", "--letters", "a"},
         "--teacher answers instead of a source, but the source 'office/t1' is also given");
  expect({"learn", "--teacher", "false", "--letters", "a", "--outputs", "0,1"},
         "the teacher 'false' ended with exit code 1 before it had answered");
  expect({"learn", "office/t1", "--session", ""}, "--session needs the name of a file");
  expect({"resume", "none.jsonl"}, "none.jsonl: this session cannot be continued (No such file or directory)");
  expect({"log", "none.jsonl"}, "none.jsonl: this session cannot be read (No such file or directory)");
}

}  // namespace
}  // namespace remap::test
