// remap experiment --shard, merge and --slurm as users run them.
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "cli/program.hpp"
#include "remap/automata/random.hpp"
#include "support/effort.hpp"

namespace remap::test {
namespace {

namespace fs = std::filesystem;

class ShardCommand : public Program {
 protected:
  using Arguments = std::vector<std::string>;

  [[nodiscard]] static Arguments command(const Arguments& more) {
    Arguments words = {"experiment", "queries", "--quick", "--tasks", "office/t1,craft/t1,craft/t5", "--trials", "8"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  [[nodiscard]] std::string exported(const std::string& out) const {
    EXPECT_EQ(output_of(command({"--output", out, "--export", "csv", "--no-figures", "--quiet"})), "");
    return read_file(folder() / out / "trial.csv") + read_file(folder() / out / "policy.csv");
  }
  [[nodiscard]] static std::string part(int number, int count) {
    return std::to_string(number) + "/" + std::to_string(count);
  }
};

TEST_F(ShardCommand, KilledMissingAndRepeatedShardsMakeTheSameResult) {
  const int count = effort(64) == 64 ? 64 : 6;
  const std::string whole = exported("whole");
  Random random(7);
  std::vector<int> killed;
  while (killed.size() < 8 && int(killed.size()) < count / 2) {
    const int number = 2 + int(random.below(std::uint64_t(count) - 1));
    if (std::find(killed.begin(), killed.end(), number) == killed.end()) killed.push_back(number);
  }
  for (int number = 2; number <= count; ++number) {
    const Arguments words = command({"--output", "r", "--quiet", "--shard", part(number, count)});
    const bool kill_it = std::find(killed.begin(), killed.end(), number) != killed.end();
    if (!kill_it) {
      EXPECT_EQ(output_of(words), "");
      continue;
    }
    const pid_t child = start(words, folder() / ".said", folder() / ".said");
    ASSERT_GT(child, 0);
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(60'000)));
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
  }
  // Shard 1 was never run, and the killed ones may not have finished: both are named, with commands.
  const Said said = remap({"experiment", "merge", "r"});
  EXPECT_EQ(said.code, 2);
  EXPECT_NE(said.err.find("missing or unfinished, run the command"), std::string::npos) << said.err;
  EXPECT_NE(
      said.out.find(
          "  remap experiment queries --quick --tasks office/t1,craft/t1,craft/t5 --trials 8 --output r --shard " +
          part(1, count) + "\n"),
      std::string::npos)
      << said.out;
  EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
  killed.insert(killed.end(), {1, 2, 3});  // two of them a second time
  for (const int number : killed) output_of(command({"--output", "r", "--shard", part(number, count)}));
  EXPECT_NE(output_of({"experiment", "merge", "r"}).find("in all in r/trials.sqlite"), std::string::npos);
  EXPECT_EQ(exported("r"), whole);
}

TEST_F(ShardCommand, MergesFilesAndFoldersOfSeveralComputers) {
  const std::string whole = exported("whole");
  output_of(command({"--output", "here", "--shard", "1/2"}));
  output_of(command({"--output", "there", "--shard", "2/2"}));
  const Said half = remap({"experiment", "merge", "all", "there"});
  EXPECT_EQ(half.code, 2);
  EXPECT_EQ(half.err, "remap: shard 1 of 2 is missing or unfinished, run the command above, then merge again\n");
  output_of({"experiment", "merge", "all", "here/shards/1-of-2.sqlite"});
  EXPECT_EQ(exported("all"), whole);
}

TEST_F(ShardCommand, PoliciesComeInASecondRound) {
  const Arguments regret = {"experiment", "regret", "--quick",  "--tasks", "office/t1",
                            "--trials",   "5",      "--output", "r"};
  const auto shards = [&] {
    for (const char* number : {"1/2", "2/2"}) {
      Arguments words = regret;
      words.insert(words.end(), {"--shard", number});
      output_of(words);
    }
    return output_of({"experiment", "merge", "r"});
  };
  EXPECT_NE(shards().find("All machines are learned; the policies remain."), std::string::npos);
  EXPECT_EQ(shards().find("policies remain"), std::string::npos);
  Arguments words = regret;
  words.insert(words.end(), {"--no-figures", "--quiet", "--export", "csv"});
  output_of(words);
  const std::string merged = read_file(folder() / "r/trial.csv") + read_file(folder() / "r/policy.csv");
  fs::remove_all(folder() / "r");
  output_of(words);
  EXPECT_EQ(read_file(folder() / "r/trial.csv") + read_file(folder() / "r/policy.csv"), merged);
}

TEST_F(ShardCommand, WritesScriptsForSlurm) {
  const std::string said = output_of(
      command({"--output", "r", "--slurm", "--shards", "6", "--partition", "short", "--", "--qos=long", "--nice=10"}));
  EXPECT_NE(said.find("sh r/slurm/submit.sh"), std::string::npos) << said;
  const std::string trials = read_file(folder() / "r/slurm/trials.sbatch");
  for (const char* line :
       {"#!/bin/sh\n", "\n#SBATCH --array=1-6\n", "\n#SBATCH --time=0:05:00\n",
        "\n#SBATCH --mem=", "\n#SBATCH --partition=short\n", "\n#SBATCH --qos=long\n", "\n#SBATCH --nice=10\n",
        " experiment queries --output r --quick --tasks office/t1,craft/t1,craft/t5 --trials 8 --jobs 1 "
        "--quiet --shard "
        "\"$SLURM_ARRAY_TASK_ID/6\"\n"}) {
    EXPECT_NE(trials.find(line), std::string::npos) << line << trials;
  }
  EXPECT_NE(read_file(folder() / "r/slurm/merge.sbatch").find(" experiment merge r\n"), std::string::npos);
  const std::string submit = read_file(folder() / "r/slurm/submit.sh");
  EXPECT_NE(submit.find("merge=$(submit --dependency=afterany:\"$trials\""), std::string::npos) << submit;
  EXPECT_EQ(submit.find("policies="), std::string::npos) << "queries has none";
}

TEST_F(ShardCommand, RefusesWhatDoesNotGoTogether) {
  const std::vector<std::pair<Arguments, std::string>> cases = {
      {{"experiment", "queries", "--output", "r", "--shard", "3"}, "--shard cannot be '3', expected I/N such as 3/64"},
      {{"experiment", "queries", "--output", "r", "--shard", "5/4"}, "--shard"},
      {{"experiment", "queries", "--output", "r", "--shard", "1/4", "--slurm"}, "--shard runs one part only"},
      {{"experiment", "queries", "--output", "r", "--partition", "p"}, "'--partition=p' is an option of Slurm"},
      {{"experiment", "queries", "--output", "r", "--shards", "4"}, "--shards needs --slurm or --submit"},
      {{"experiment", "queries"}, "--output is required"},
      {{"experiment", "merge"}, "merge needs a folder"},
      {{"experiment", "merge", "r", "none.sqlite"}, "none.sqlite: there is no such database to merge"},
  };
  for (const auto& [words, sentence] : cases) {
    const Said said = remap(words);
    EXPECT_EQ(said.code, 2) << sentence;
    EXPECT_TRUE(said.err.starts_with("remap: " + sentence)) << said.err;
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
  }
}

TEST_F(ShardCommand, OnNetworkFileSystemsThereIsNoWriteAheadLog) {
  if (effort(10) != 10) GTEST_SKIP() << "sanitizers must be loaded first";
  const auto journal = [&](const std::string& file) {
    return read_file(folder() / file).substr(18, 2);  // 1: rollback, 2: write-ahead log (the format of SQLite's files)
  };
  output_of(command({"--output", "r", "--shard", "1/40"}));
  EXPECT_EQ(journal("r/shards/1-of-40.sqlite"), "\2\2");
  const std::string line = "cd '" + folder().string() +
                           "' && LD_PRELOAD=" REMAP_NETWORK_SHIM " " REMAP_PROGRAM
                           " experiment queries --quick --trials 8 --quiet --output r --shard ";
  ASSERT_EQ(std::system((line + "1/40").c_str()), 0);
  EXPECT_EQ(journal("r/shards/1-of-40.sqlite"), "\1\1") << "one that was made elsewhere is changed";
  ASSERT_EQ(std::system((line + "2/40").c_str()), 0);
  EXPECT_EQ(journal("r/shards/2-of-40.sqlite"), "\1\1");
}

}  // namespace
}  // namespace remap::test
