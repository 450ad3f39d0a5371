// remap experiment and remap world as users run them: quick, killed, interrupted, on a full disk, without gnuplot.
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

using Words = std::vector<std::string>;

const bool full_speed = effort(10) == 10;  // not under sanitizers

class ExperimentCommand : public Program {
 protected:
  [[nodiscard]] pid_t start_said(const Words& words) const {
    return start(words, folder() / ".said", folder() / ".said");
  }
  [[nodiscard]] std::uintmax_t bytes_in(const std::string& out) const {
    std::uintmax_t bytes = 0;
    std::error_code gone;
    for (const auto& entry : fs::directory_iterator(folder() / out, gone)) {
      const std::uintmax_t size = entry.file_size(gone);
      bytes += gone ? 0 : size;
    }
    return bytes;
  }
  /// How many trials and policies a folder holds; -1 before there is a database.
  [[nodiscard]] int stored_trials(const std::string& out) const {
    sqlite3* database = nullptr;
    int count = -1;
    sqlite3_open_v2((folder() / out / "trials.sqlite").c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
    const auto read = [](void* into, int, char** values, char**) {
      *static_cast<int*>(into) = std::atoi(values[0]);
      return 0;
    };
    sqlite3_exec(database, "SELECT (SELECT count(*) FROM trial) + (SELECT count(*) FROM policy)", read, &count,
                 nullptr);
    sqlite3_close(database);
    return count;
  }
  [[nodiscard]] int shell(const std::string& command) const {
    const std::string line = "cd '" + folder().string() + "' && " + command;
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  /// All trials and policies of a folder, sorted; runs what is missing.
  [[nodiscard]] std::string trials(const std::string& out, Words command) const {
    command.insert(command.end(), {"--output", out, "--export", "csv", "--no-figures", "--quiet"});
    EXPECT_EQ(output_of(command), "");
    return read_file(folder() / out / "trial.csv") + read_file(folder() / out / "policy.csv");
  }
};

const Words small_run = {"experiment", "regret", "--quick", "--tasks", "office/t1,craft/t5", "--trials", "30"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST_F(ExperimentCommand, QuickPaperWritesFiguresAndReport) {
  const Words paper = full_speed ? Words{"experiment", "paper", "--quick", "--output", "r"}
                                 : Words{"experiment", "paper", "--quick", "--output",          "r", "--trials", "2",
                                         "--samples",  "25",    "--tasks", "office/t1,craft/t5"};
  const std::string text = output_of(paper);
  EXPECT_NE(text.find("Query complexity"), std::string::npos) << text;
  EXPECT_NE(text.find("cannot tell  Exact REMAP: C = 0.2114 N ln N"), std::string::npos)
      << "miniatures do not judge the paper\n"
      << text;
  const std::string page = read_file(folder() / "r/report.html");
  std::size_t figures = 0;
  for (const auto& entry : fs::directory_iterator(folder() / "r/figures")) {
    if (entry.path().extension() != ".svg") continue;
    ++figures;
    EXPECT_TRUE(fs::exists(fs::path(entry.path()).replace_extension(".pdf"))) << entry.path();
    EXPECT_NE(page.find("<title>" + entry.path().stem().string() + "</title>"), std::string::npos) << entry.path();
  }
  EXPECT_GE(figures, 30U);
  EXPECT_EQ(page.find("src="), std::string::npos) << "the page stands alone";
  EXPECT_EQ(page.find("http-equiv"), std::string::npos);
}

TEST_F(ExperimentCommand, ResultsDoNotDependOnJobs) {
  const std::string one = trials("one", with(small_run, {"--jobs", "1"}));
  EXPECT_EQ(one, trials("two", with(small_run, {"--jobs", "3"})));
  EXPECT_NE(one, trials("three", with(small_run, {"--seed", "2"})));
}

TEST_F(ExperimentCommand, FinishedTrialsAreNotRepeated) {
  const std::string first = trials("r", small_run);
  EXPECT_EQ(trials("r", small_run), first);
  // Fewer trials need none; another seed is another series, beside the first.
  EXPECT_EQ(trials("r", {"experiment", "regret", "--quick", "--tasks", "office/t1", "--trials", "5"}), first);
  const std::string both = trials("r", with(small_run, {"--seed", "2"}));
  EXPECT_GT(both.size(), first.size() * 3 / 2);
}

TEST_F(ExperimentCommand, SurvivesBeingKilledAtRandom) {
  const std::size_t wanted = nightly() ? 25 : 8;
  // Enough trials that some are left after the last kill.
  const Words run = {
      "experiment", "regret", "--quick", "--tasks", "office/t1,craft/t5", "--trials", std::to_string(20 * wanted)};
  const std::string undisturbed = trials("whole", run);
  Random random(20251);
  std::size_t kills = 0;
  for (int attempt = 0; attempt < 40 && kills < wanted; ++attempt) {
    const pid_t child = start_said(with(run, {"--jobs", "2", "--no-figures", "--output", "cut"}));
    ASSERT_GT(child, 0);  // -1 would mean everybody to kill
    // Once it writes anything, or has stored a trial more, a moment more: runs get somewhere, and none to its end.
    const std::uintmax_t bytes = bytes_in("cut");
    const int stored = stored_trials("cut");
    const auto waiting = [&] { return attempt % 2 == 0 ? bytes_in("cut") == bytes : stored_trials("cut") <= stored; };
    const auto runs = [&] {
      siginfo_t ended{};
      return waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0;
    };
    while (waiting() && runs()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(20'000)));
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    kills += WIFSIGNALED(status) ? 1 : 0;
  }
  EXPECT_EQ(kills, wanted) << "runs end before they are killed: make them longer";
  const int kept = stored_trials("cut");
  EXPECT_GT(kept, 0) << "runs are killed before they have stored anything";
  EXPECT_EQ(trials("cut", run), undisturbed);
}

TEST_F(ExperimentCommand, InterruptedSaysHowToGoOn) {
  const Words longer = {"experiment", "queries", "--trials", "5000", "--no-figures", "--output", "r"};
  const pid_t child = start_said(longer);
  ASSERT_GT(child, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  kill(child, SIGINT);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const std::string said = read_file(folder() / ".said");
  EXPECT_NE(said.find("done; everything is stored, the same command continues from there"), std::string::npos) << said;
}

TEST_F(ExperimentCommand, AFileThatMayNotGrowLosesNothing) {
  const std::string whole = trials("whole", small_run);
  EXPECT_EQ(shell("ulimit -f 64; " REMAP_PROGRAM
                  " experiment regret --quick --tasks office/t1,craft/t5 --trials 30 --no-figures --output r 2>said"),
            2);
  const std::string said = read_file(folder() / "said");
  EXPECT_TRUE(said.starts_with("remap: r/trials.sqlite: ")) << said;
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
  EXPECT_EQ(trials("r", small_run), whole);
}

TEST_F(ExperimentCommand, AFullDiskLosesNothing) {
  if (shell("unshare --map-root-user --mount true 2>/dev/null") != 0) GTEST_SKIP() << "no file system can be made here";
  const std::string whole = trials("whole", small_run);
  fs::create_directory(folder() / "disk");
  const std::string run =
      REMAP_PROGRAM " experiment regret --quick --tasks office/t1,craft/t5 --trials 30 --quiet --output disk/r";
  write_file(folder() / "on_a_small_disk.sh",
             "mount -t tmpfs -o size=200k none disk\n" + run + " --no-figures 2>trials_said; echo $? >codes\n" +
                 "mount -o remount,size=260k disk\n" + run + " 2>figures_said; echo $? >>codes\n" +
                 "mount -o remount,size=50m disk\n" + run + " --no-figures && cp -r disk/r r\n");
  EXPECT_EQ(shell("unshare --map-root-user --mount sh on_a_small_disk.sh"), 0);
  EXPECT_EQ(read_file(folder() / "codes"), "2\n2\n");
  EXPECT_EQ(read_file(folder() / "trials_said"),
            "remap: disk/r/trials.sqlite: the disk is full; finished trials are kept, make room and run again\n");
  const std::string said = read_file(folder() / "figures_said");
  EXPECT_TRUE(said.starts_with("remap: disk/r/")) << said;
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
  EXPECT_GT(stored_trials("r"), 0);
  EXPECT_EQ(trials("r", small_run), whole);
}

TEST_F(ExperimentCommand, AFolderThatMayNotBeWritten) {
  // Root may write everywhere, so root becomes nobody, who in turn needs a program that may be read.
  fs::permissions(folder(), fs::perms::others_exec | fs::perms::others_read, fs::perm_options::add);
  fs::copy_file(REMAP_PROGRAM, folder() / "remap");
  const std::string nobody =
      geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups ./remap " : "./remap ";
  const std::string run = nobody + "experiment queries --quick --trials 1 --no-figures --output ";
  EXPECT_EQ(shell("mkdir locked && chmod 555 locked && " + run + "locked/r 2>said"), 2);
  EXPECT_EQ(read_file(folder() / "said"), "remap: locked/r: this folder cannot be created (Permission denied)\n");
  EXPECT_EQ(shell(run + "locked 2>said"), 2);
  const std::string said = read_file(folder() / "said");
  EXPECT_TRUE(said.starts_with("remap: locked/trials.sqlite: ")) << said;
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
  EXPECT_TRUE(fs::is_empty(folder() / "locked"));
}

TEST_F(ExperimentCommand, WithoutGnuplotNothingIsBegun) {
  EXPECT_EQ(shell("PATH=/nowhere " REMAP_PROGRAM " experiment queries --quick --output r 2>said"), 2);
  EXPECT_EQ(read_file(folder() / "said"),
            "remap: gnuplot is needed for the figures but its program 'gnuplot' was not found, install gnuplot or give "
            "--no-figures\n");
  EXPECT_FALSE(fs::exists(folder() / "r"));
  EXPECT_EQ(shell("PATH=/nowhere " REMAP_PROGRAM " experiment queries --quick --trials 1 --no-figures --output r"), 0);
}

TEST_F(ExperimentCommand, BadInputGetsOneSentence) {
  write_file(folder() / "file", "x");
  fs::create_directory(folder() / "damaged");
  write_file(folder() / "damaged/trials.sqlite", std::string(3000, 'z'));
  const std::vector<std::pair<Words, std::string>> cases = {
      {{"experiment", "corectness", "--output", "r"}, "there is no experiment 'corectness', expected "},
      {{"experiment", "custom", "--output", "r"}, "custom needs a machine"},
      {{"experiment", "queries", "craft/t1", "--output", "r"}, "only custom takes machines"},
      {{"experiment", "queries", "--tasks", "craft/t11", "--output", "r"}, "--tasks: there is no task 'craft/t11'"},
      {{"experiment", "queries", "--trials", "0", "--output", "r"}, "--trials must be a whole number from 1"},
      {{"experiment", "queries", "--samples", "25,x", "--output", "r"}, "--samples must be a whole number from 1"},
      {{"experiment", "queries", "--export", "xml", "--output", "r"}, "--export cannot be 'xml', expected csv"},
      {{"experiment", "queries", "--quick", "--output", "file/r"}, "file/r: this folder cannot be created"},
      {{"experiment", "queries", "--quick", "--output", "damaged"}, "damaged/trials.sqlite: this database is damaged"},
      {{"world", "moon"}, ""},
      {{"world", "craft/t99"}, "there is no task 'craft/t99'"},
      {{"world", "craft", "--policy", "planner"}, "craft is not a task, so --policy needs --machine"},
      {{"world", "craft", "--seed", "2"}, "--seed has no effect without --policy"},
      {{"world", "craft", "--output", "map.png"}, "map.png: maps are written as .svg"},
  };
  for (const auto& [words, sentence] : cases) {
    const Said said = remap(words);
    EXPECT_EQ(said.code, 2) << sentence;
    EXPECT_TRUE(said.err.starts_with("remap: " + sentence)) << said.err;
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
  }
}

TEST_F(ExperimentCommand, CustomTakesPlainAndPropositionalMachines) {
  const std::string text =
      output_of({"experiment", "custom", "random:5,2,2", "craft/t5", "--quick", "--trials", "3", "--output", "mine"});
  EXPECT_NE(text.find("Wrote mine/report.html"), std::string::npos) << text;
  EXPECT_NE(read_file(folder() / "mine/report.html")
                .find("remap experiment custom random:5,2,2 craft/t5 --output mine --quick --trials 3"),
            std::string::npos);
}

TEST_F(ExperimentCommand, ASizeThatOneSamplerDoesNotHaveIsLeftOut) {
  const std::string text = output_of({"experiment", "regret", "--quick", "--tasks", "craft/t1", "--samples", "5000",
                                      "--trials", "2", "--output", "r"});
  EXPECT_NE(text.find("Wrote r/report.html"), std::string::npos) << text;
  EXPECT_TRUE(fs::exists(folder() / "r/figures/isomorphism-geometric-craft-1-4.svg"));
  EXPECT_FALSE(fs::exists(folder() / "r/figures/isomorphism-guided-craft-1-4.svg"));
}

TEST_F(ExperimentCommand, WorldsAreShownWithAndWithoutAWay) {
  EXPECT_NE(output_of({"world", "office"}).find('@'), std::string::npos);
  EXPECT_NE(output_of({"world", "office/t1", "--policy", "planner"}).find("The path takes"), std::string::npos);
  output_of({"convert", "office/t2", "mine.txt"});
  EXPECT_NE(output_of({"world", "office", "--policy", "crm", "--machine", "mine.txt"}).find('*'), std::string::npos);
  EXPECT_EQ(output_of({"world", "craft/t1", "--policy", "planner", "-o", "map.svg"}), "Wrote map.svg\n");
  EXPECT_TRUE(read_file(folder() / "map.svg").starts_with("<"));
}

}  // namespace
}  // namespace remap::test
