// Every write, sync and renaming of a small session fails once, many of a small experiment, and many an allocation:
// afterwards what is on disk is sound, nothing is left over, and the run can go on.
#include <algorithm>
#include <array>
#include <set>
#include <sstream>

#include "cli/program.hpp"
#include "support/effort.hpp"

namespace remap::test {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

/// With REMAP_FAULTS set every call fails once; otherwise only some allocations, and some calls of the experiment.
const bool every = std::getenv("REMAP_FAULTS") != nullptr;

constexpr std::array<const char*, 4> kinds{"write", "sync", "name", "memory"};

class Faults : public Program {
 protected:
  void SetUp() override {
    if (effort(10) != 10) GTEST_SKIP() << "sanitizers have allocations of their own";
  }

  /// Runs a command of which one call fails; none for an empty `call`.
  Said run_failing(const Words& command, const std::string& call) const {
    setenv("LD_PRELOAD", REMAP_FAILING_CALLS, 1);
    setenv("REMAP_CALLS", (folder() / ".calls").c_str(), 1);
    setenv("REMAP_FAIL", call.c_str(), 1);
    Said said = remap(command);
    for (const char* name : {"LD_PRELOAD", "REMAP_CALLS", "REMAP_FAIL"}) unsetenv(name);
    return said;
  }

  /// How many calls of each kind the last run made.
  [[nodiscard]] std::array<long, 4> calls() const {
    std::array<long, 4> result{};
    std::istringstream text(read_file(folder() / ".calls"));
    for (long& count : result) text >> count;
    return result;
  }

  /// What is in the folder, hidden files apart.
  [[nodiscard]] std::set<std::string> files() const {
    std::set<std::string> result;
    for (const auto& entry : fs::directory_iterator(folder())) {
      const std::string name = entry.path().filename();
      if (name[0] != '.') result.insert(name);
    }
    return result;
  }
};

TEST_F(Faults, ASessionSurvivesEachOfThem) {
  const Words plain{"learn", "random:6,2,3", "--session", "run.jsonl", "--seed", "3", "--output", "learned.json"};
  ASSERT_EQ(run_failing(plain, "").code, 0);
  const std::array<long, 4> all = calls();
  const std::string machine = read_file(folder() / "learned.json");
  EXPECT_GT(all[0], 2) << "writes";
  EXPECT_GT(all[1], 1) << "syncs";
  EXPECT_GE(all[2], 2) << "the log and the machine get their names";
  EXPECT_GT(all[3], 1000) << "allocations";
  long failed = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const long step = kind == 3 && !every ? all[kind] / 150 : 1;
    for (long number = 1; number <= all[kind]; number += step) {
      const std::string call = std::string(kinds[kind]) + ':' + std::to_string(number);
      for (const std::string& name : files()) fs::remove_all(folder() / name);
      const Said said = run_failing(plain, call);
      failed += said.code == 0 ? 0 : 1;
      ASSERT_TRUE(said.code == 0 || said.code == 2 || (said.code == 70 && kind == 3)) << call << ' ' << said.err;
      if (said.code == 0) {
        ASSERT_EQ(read_file(folder() / "learned.json"), machine) << call;
      }
      for (const std::string& name : files())
        ASSERT_TRUE(name == "run.jsonl" || name == "learned.json") << call << name;
      if (fs::exists(folder() / "run.jsonl")) {
        ASSERT_EQ(remap({"log", "run.jsonl"}).code, 0) << call;
        const Said resumed = remap({"resume", "run.jsonl", "--quiet", "--output", "learned.json"});
        ASSERT_EQ(resumed.code, 0) << call << ' ' << resumed.err;
        ASSERT_EQ(remap({"replay", "run.jsonl"}).code, 0) << call;
      } else {
        output_of(
            {"learn", "random:6,2,3", "--session", "run.jsonl", "--seed", "3", "--output", "learned.json", "--quiet"});
      }
      ASSERT_EQ(read_file(folder() / "learned.json"), machine) << call;
    }
  }
  EXPECT_GT(failed, 100) << "the calls that fail must be noticed";
}

TEST_F(Faults, AnExperimentSurvivesEachOfThem) {
  const Words small{"experiment", "queries", "--quick",      "--tasks", "office/t1", "--trials", "2",
                    "--jobs",     "1",       "--no-figures", "--out",   "r",         "--export", "csv"};
  ASSERT_EQ(run_failing(small, "").code, 0);
  const std::array<long, 4> all = calls();
  const std::string trials = read_file(folder() / "r/trial.csv");
  EXPECT_FALSE(trials.empty());
  EXPECT_GT(all[0], 5) << "writes";
  EXPECT_GT(all[1], 1) << "syncs";
  long failed = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const long step = every ? 1 : std::max(1L, all[kind] / (kind == 3 ? 10 : 20));
    for (long number = 1; number <= all[kind]; number += step) {
      const std::string call = std::string(kinds[kind]) + ':' + std::to_string(number);
      fs::remove_all(folder() / "r");
      const Said said = run_failing(small, call);
      failed += said.code == 0 ? 0 : 1;
      ASSERT_TRUE(said.code == 0 || said.code == 2 || (said.code == 70 && kind == 3)) << call << ' ' << said.err;
      const Said again = remap(small);
      ASSERT_EQ(again.code, 0) << call << ' ' << again.err;
      ASSERT_EQ(read_file(folder() / "r/trial.csv"), trials) << call;
    }
  }
  EXPECT_GT(failed, 20) << "the calls that fail must be noticed";
}

}  // namespace
}  // namespace remap::test
