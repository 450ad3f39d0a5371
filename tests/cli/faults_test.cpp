// Every write, sync, renaming and allocation of a small session and a small experiment fails once, and the program is
// killed before each of these calls. Afterwards what is on disk is sound, nothing is left over, and the run can go on.
#include <algorithm>
#include <array>
#include <csignal>
#include <set>
#include <sstream>

#include "cli/program.hpp"
#include "support/effort.hpp"

namespace remap::test {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

constexpr std::array<const char*, 4> call_kinds{"write", "sync", "name", "memory"};

class Faults : public Program {
 protected:
  void SetUp() override {
    if (effort(10) != 10) GTEST_SKIP() << "sanitizers have allocations of their own";
  }

  /// Runs a command of which one call fails, or that is killed there; none for an empty `call`.
  Said run_with(const char* variable, const std::string& call, const Words& command) const {
    setenv("LD_PRELOAD", REMAP_FAILING_CALLS, 1);
    setenv("REMAP_CALLS", (folder() / ".calls").c_str(), 1);
    setenv(variable, call.c_str(), 1);
    Said said = remap(command);
    for (const char* name : {"LD_PRELOAD", "REMAP_CALLS", variable}) unsetenv(name);
    return said;
  }
  Said run_failing(const Words& command, const std::string& call) const {
    return run_with("REMAP_FAIL", call, command);
  }
  Said run_killed(const Words& command, const std::string& call) const { return run_with("REMAP_KILL", call, command); }

  /// How many calls of each kind the last run made.
  [[nodiscard]] std::array<long, 4> calls() const {
    std::array<long, 4> result{};
    std::istringstream text(read_file(folder() / ".calls"));
    for (long& count : result) text >> count;
    return result;
  }

  /// What is in the folder, but for what belongs to the test.
  [[nodiscard]] std::set<std::string> files() const {
    std::set<std::string> result;
    for (const auto& entry : fs::directory_iterator(folder())) {
      const std::string name = entry.path().filename();
      if (name != ".calls" && name != ".state") result.insert(name);
    }
    return result;
  }
  void remove_files() const {
    for (const std::string& name : files()) fs::remove_all(folder() / name);
  }

  static bool allowed(const Said& said, std::size_t kind) {
    return said.code == 0 || said.code == 2 || (kind == 3 && said.code == 70);
  }

  /// The session goes on, or begins anew when it has no log, and ends with this machine.
  void expect_to_finish(const std::string& machine) const {
    for (const std::string& name : files()) ASSERT_TRUE(name == "run.jsonl" || name == "learned.json") << name;
    if (fs::exists(folder() / "run.jsonl")) {
      ASSERT_EQ(remap({"log", "run.jsonl"}).code, 0);
      const Said resumed = remap({"resume", "run.jsonl", "--quiet", "--output", "learned.json"});
      ASSERT_EQ(resumed.code, 0) << resumed.err;
      ASSERT_EQ(remap({"replay", "run.jsonl"}).code, 0);
    } else {
      ASSERT_EQ(remap(session).code, 0);
    }
    ASSERT_EQ(read_file(folder() / "learned.json"), machine);
  }

  const Words session{"learn", "random:3,2,2", "--session",    "run.jsonl", "--seed",
                      "3",     "--output",     "learned.json", "--quiet"};
  const Words experiment{"experiment", "queries", "--quick",      "--tasks", "office/t1", "--trials", "1",
                         "--jobs",     "1",       "--no-figures", "--out",   "r",         "--export", "csv"};
};

TEST_F(Faults, ASessionSurvivesEachOfThem) {
  ASSERT_EQ(run_failing(session, "").code, 0);
  const std::array<long, 4> all = calls();
  const std::string machine = read_file(folder() / "learned.json");
  EXPECT_GT(all[0], 2) << "writes";
  EXPECT_GT(all[1], 1) << "syncs";
  EXPECT_GE(all[2], 2) << "the log and the machine get their names";
  EXPECT_GT(all[3], 100) << "allocations";
  long failed = 0;
  std::set<std::ptrdiff_t> checked;
  for (std::size_t kind = 0; kind < call_kinds.size(); ++kind) {
    for (long number = 1; number <= all[kind]; ++number) {
      const std::string call = std::string(call_kinds[kind]) + ':' + std::to_string(number);
      SCOPED_TRACE(call);
      remove_files();
      const Said said = run_failing(session, call);
      failed += said.code == 0 ? 0 : 1;
      ASSERT_TRUE(allowed(said, kind)) << said.code << ' ' << said.err;
      if (said.code == 0) {
        ASSERT_EQ(read_file(folder() / "learned.json"), machine);
      }
      for (const std::string& name : files()) ASSERT_TRUE(name == "run.jsonl" || name == "learned.json") << name;
      // What a log of so many lines says is known; only the times differ.
      const std::string log = read_file(folder() / "run.jsonl");
      const bool whole = log.empty() || log.back() == '\n';
      if (kind == 3 && whole && !checked.insert(std::count(log.begin(), log.end(), '\n')).second) continue;
      expect_to_finish(machine);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(failed, 100) << "the calls that fail must be noticed";
}

TEST_F(Faults, ASessionKilledBeforeAnyOfThemLeavesNothingElse) {
  ASSERT_EQ(run_failing(session, "").code, 0);
  const std::array<long, 4> all = calls();
  const std::string machine = read_file(folder() / "learned.json");
  for (std::size_t kind = 0; kind < 3; ++kind) {
    for (long number = 1; number <= all[kind]; ++number) {
      const std::string call = std::string(call_kinds[kind]) + ':' + std::to_string(number);
      SCOPED_TRACE(call);
      remove_files();
      ASSERT_EQ(run_killed(session, call).code, 128 + SIGKILL);
      expect_to_finish(machine);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(Faults, AFileThatIsReplacedIsTheOldOrTheNewOne) {
  const Words write_t1{"show", "craft/t1", "--output", "machine.json"};
  const Words write_t2{"show", "craft/t2", "--output", "machine.json"};
  ASSERT_EQ(remap(write_t1).code, 0);
  const std::string before = read_file(folder() / "machine.json");
  ASSERT_EQ(run_failing(write_t2, "").code, 0);
  const std::array<long, 4> all = calls();
  const std::string after = read_file(folder() / "machine.json");
  ASSERT_NE(before, after);
  for (std::size_t kind = 0; kind < 3; ++kind) {
    for (long number = 1; number <= all[kind]; ++number) {
      const std::string call = std::string(call_kinds[kind]) + ':' + std::to_string(number);
      SCOPED_TRACE(call);
      remove_files();
      write_file(folder() / "machine.json", before);
      EXPECT_EQ(run_killed(write_t2, call).code, 128 + SIGKILL);
      EXPECT_EQ(read_file(folder() / "machine.json"), before);
      // Between its two names there is a moment; what is left then is gone with the next writing.
      for (const std::string& name : files())
        EXPECT_TRUE(name == "machine.json" || name == ".machine.json.remap-new") << name;
      EXPECT_EQ(remap(write_t2).code, 0);
      EXPECT_EQ(read_file(folder() / "machine.json"), after);
      EXPECT_EQ(files(), std::set<std::string>{"machine.json"});
      write_file(folder() / "machine.json", before);
      EXPECT_EQ(run_failing(write_t2, call).code, 2);
      EXPECT_EQ(read_file(folder() / "machine.json"), before);
      EXPECT_EQ(files(), std::set<std::string>{"machine.json"});
    }
  }
}

TEST_F(Faults, AnExperimentSurvivesEachOfThem) {
  ASSERT_EQ(run_failing(experiment, "").code, 0);
  const std::array<long, 4> all = calls();
  const std::string trials = read_file(folder() / "r/trial.csv");
  EXPECT_FALSE(trials.empty());
  EXPECT_GT(all[0], 5) << "writes";
  EXPECT_GT(all[1], 1) << "syncs";
  long failed = 0;
  for (std::size_t kind = 0; kind < call_kinds.size(); ++kind) {
    // In the nightly tests every allocation fails once, otherwise some of them, evenly spread.
    const long step = kind == 3 && !nightly() ? std::max(1L, all[kind] / 30) : 1;
    for (long number = 1; number <= all[kind]; number += step) {
      const std::string call = std::string(call_kinds[kind]) + ':' + std::to_string(number);
      SCOPED_TRACE(call);
      remove_files();
      const Said said = run_failing(experiment, call);
      failed += said.code == 0 ? 0 : 1;
      ASSERT_TRUE(allowed(said, kind)) << said.code << ' ' << said.err;
      const Said again = remap(experiment);
      ASSERT_EQ(again.code, 0) << again.err;
      ASSERT_EQ(read_file(folder() / "r/trial.csv"), trials);
    }
  }
  EXPECT_GT(failed, 20) << "the calls that fail must be noticed";
}

}  // namespace
}  // namespace remap::test
