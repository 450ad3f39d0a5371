#include <sqlite3.h>

#include <chrono>
#include <cstdio>
#include <fstream>

#include "experiments/folder.hpp"
#include "remap/automata/error.hpp"
#include "support/effort.hpp"

namespace remap::experiments {
namespace {

namespace fs = std::filesystem;

class MergeTest : public test::WithFolder {
 protected:
  MergeTest() {
    options_.kinds = {ExperimentKind::correctness, ExperimentKind::queries};
    options_.trials = 4;
    options_.samples = {5, 25};
    options_.test_samples = 5;
    for (const char* name : {"office/t1", "craft/t1"}) {
      options_.subjects.push_back(task_subject(*find_task(name), {5, 1}));
    }
  }

  /// A database with the trials of these options only.
  [[nodiscard]] fs::path made(const std::string& name, const ExperimentOptions& options) const {
    Store store(folder() / name, StoreAccess::write);
    store.start_run(name);
    test::run_and_export(options, store);
    return folder() / name;
  }
  [[nodiscard]] ExperimentOptions only(std::uint64_t samples) const {
    ExperimentOptions options = options_;
    options.samples = {samples};
    return options;
  }
  static std::string complaint(Store& store, const fs::path& input) {
    try {
      store.merge(input);
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  }

  ExperimentOptions options_;
};

TEST_F(MergeTest, IsAUnionInAnyOrder) {
  const fs::path whole = made("whole.sqlite", options_), a = made("a.sqlite", only(5)), b = made("b.sqlite", only(25));
  std::string expected;
  {
    Store store(whole, StoreAccess::read);
    expected = store.csv("trial");
  }
  for (const std::vector<fs::path>& order : {std::vector{a, b}, {b, a, b}, {a, a, whole, b}}) {
    fs::remove_all(folder() / "merged");
    Store store(folder() / "merged");
    for (const fs::path& input : order) store.merge(input);
    EXPECT_EQ(store.csv("trial"), expected);
    EXPECT_EQ(store.merge(a), 0U) << "nothing of it is new";
    EXPECT_GT(store.seconds(), 0);
  }
}

TEST_F(MergeTest, RefusesOtherResultsOfTheSameTrial) {
  const fs::path a = made("a.sqlite", only(5)), b = folder() / "b.sqlite";
  {
    Store store(b, StoreAccess::write);
    const Experiment experiment(options_, store);
    const Subject& subject = options_.subjects[1];
    store.add_subject(subject);
    LearningResult other = run_trial({Way::paper, Asked::exact}, {&subject, 0, 2}, 1);
    ++other.comparisons;
    store.add(store.series("learning", experiment.series_options({Way::paper, Asked::exact})),
              LearningTrial{&subject, 0, 2}, other, 0);
  }
  for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)}) {
    fs::remove_all(folder() / "merged");
    Store store(folder() / "merged");
    store.merge(first);
    const std::string before = store.csv("trial");
    const std::string said = complaint(store, second);
    EXPECT_NE(said.find("its trial 2 of craft/t1 has other results than the one in "), std::string::npos) << said;
    EXPECT_EQ(store.csv("trial"), before) << "nothing of it was added";
  }
}

TEST_F(MergeTest, RefusesWhatIsNoDatabaseOfTrials) {
  Store store(folder() / "merged");
  EXPECT_NE(complaint(store, folder() / "none.sqlite").find("no such database"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder() / "none.sqlite"));
  std::ofstream(folder() / "text.sqlite") << std::string(5000, 'x');
  EXPECT_NE(complaint(store, folder() / "text.sqlite"), "none");
  std::ofstream(folder() / "empty.sqlite").close();
  EXPECT_EQ(store.merge(folder() / "empty.sqlite"), 0U) << "a shard that was killed at once";
  const fs::path a = made("a.sqlite", only(5));
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(a.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, "UPDATE trial SET comparisons = 7 WHERE number = 1", nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(database);
  EXPECT_NE(complaint(store, a).find("a.sqlite: this database is damaged (row "), std::string::npos);
  EXPECT_EQ(store.size(), 0U);
}

TEST_F(MergeTest, KeepsHowFarEachShardIs) {
  const ShardRow unfinished{"remap experiment x", 4, 3, 2, 0};
  ShardRow finished = unfinished;
  finished.finished = 1;
  {
    Store a(folder() / "a.sqlite", StoreAccess::write), b(folder() / "b.sqlite", StoreAccess::write);
    a.note_shard(unfinished);
    a.note_shard(finished);
    EXPECT_EQ(a.shards(), std::vector{finished});
    a.note_shard(unfinished);
    EXPECT_EQ(a.shards(), std::vector{finished}) << "what is finished stays so";
    b.note_shard(unfinished);
    b.note_shard({"remap experiment x", 4, 1, 2, 0});
  }
  Store store(folder() / "merged");
  store.merge(folder() / "a.sqlite");
  store.merge(folder() / "b.sqlite");
  EXPECT_EQ(store.shards(), (std::vector<ShardRow>{{"remap experiment x", 4, 1, 2, 0}, finished}));
}

// As many as the sweep of the paper has, in 64 shards; made up, since only merging is measured.
TEST_F(MergeTest, MergesALargeSweepInSeconds) {
  if (!test::nightly()) GTEST_SKIP() << "making 200,000 trials takes a minute";
  constexpr std::uint64_t shards = 64, trials = 3125;
  std::vector<fs::path> files;
  for (std::uint64_t shard = 0; shard < shards; ++shard) {
    Store store(files.emplace_back(folder() / ("shard" + std::to_string(shard) + ".sqlite")), StoreAccess::write);
    store.start_run("made up");
    const std::int64_t series = store.series("learning", "{}");
    store.add_subject(options_.subjects[0]);
    LearningResult result;
    result.path = std::string(200, 'c');
    for (std::uint64_t number = 0; number < trials; ++number) {
      result.seed = shard * trials + number;
      store.add(series, {options_.subjects.data(), shard, number}, result, 1);
    }
  }
  Store merged(folder() / "merged");
  const auto begin = std::chrono::steady_clock::now();
  for (const fs::path& file : files) merged.merge(file);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_EQ(merged.size(), shards * trials);
  EXPECT_LE(seconds, 10);
  RecordProperty("seconds", std::to_string(seconds));
  std::printf("merged %llu trials of 64 shards in %.1f s\n", static_cast<unsigned long long>(merged.size()), seconds);
}

}  // namespace
}  // namespace remap::experiments
