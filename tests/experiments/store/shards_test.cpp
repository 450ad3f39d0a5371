#include "experiments/store/shards.hpp"

#include <numeric>

#include "experiments/folder.hpp"
#include "experiments/store/file_system.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/random.hpp"

namespace remap::experiments {
namespace {

std::vector<std::uint64_t> loads(const std::vector<SweepPiece>& pieces, const Split& parts, std::size_t count) {
  std::vector<std::uint64_t> load(count, 0);
  std::set<std::pair<std::size_t, std::size_t>> paid;  // part, group
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    load.at(parts.part_of[i]) += pieces[i].cost;
    if (pieces[i].setup > 0 && paid.emplace(parts.part_of[i], pieces[i].group).second) {
      load[parts.part_of[i]] += pieces[i].setup;
    }
  }
  return load;
}

TEST(Split, BalancesCostsAndNotCounts) {
  // One group of 10 expensive pieces, one of 1000 cheap ones; the same cost in all.
  std::vector<SweepPiece> pieces;
  for (int i = 0; i < 10; ++i) pieces.push_back({0, 1000, 0});
  for (int i = 0; i < 1000; ++i) pieces.push_back({1, 10, 0});
  const Split parts = split(pieces, 4);
  const std::vector<std::uint64_t> load = loads(pieces, parts, 4);
  EXPECT_EQ(std::accumulate(load.begin(), load.end(), std::uint64_t{0}), 20'000U);
  EXPECT_LE(*std::max_element(load.begin(), load.end()), 5'500U);
  EXPECT_EQ(parts.largest, *std::max_element(load.begin(), load.end()));
}

TEST(Split, PaysASetupAsRarelyAsBalanceAllows) {
  std::vector<SweepPiece> pieces;
  for (int i = 0; i < 200; ++i) pieces.push_back({std::size_t(i) % 2, 1, 100});  // the order of groups does not matter
  const Split parts = split(pieces, 2);
  EXPECT_EQ(loads(pieces, parts, 2), (std::vector<std::uint64_t>{200, 200})) << "each group in a part of its own";
  EXPECT_EQ(split(pieces, 1).largest, 400U);
}

TEST(Split, IsNearTheBestOnRandomCosts) {
  Random random(3);
  for (int round = 0; round < 50; ++round) {
    std::vector<SweepPiece> pieces;
    const std::size_t count = 1 + random.below(300), wanted = 1 + random.below(20);
    std::uint64_t total = 0, dearest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      pieces.push_back({random.below(5), 1 + random.below(100), random.below(2) * 50});
      total += pieces.back().cost;
      dearest = std::max(dearest, pieces.back().cost + pieces.back().setup);
    }
    const Split parts = split(pieces, wanted);
    const std::vector<std::uint64_t> load = loads(pieces, parts, wanted);
    EXPECT_EQ(parts.part_of.size(), count);
    EXPECT_LE(*std::max_element(load.begin(), load.end()), (total + 5 * 50) / wanted + 50 + dearest);
  }
  EXPECT_TRUE(split({}, 3).part_of.empty());
  EXPECT_THROW((void)split({}, 0), Misuse);
}

TEST(ExpectedCost, KnowsWhatIsExpensive) {
  const Subject small = task_subject(*find_task("craft/t1"), {9575, 1}),
                large = task_subject(*find_task("craft/t10"), {9575, 1});
  const LearningSetting guided{Way::paper, Asked::guided}, geometric{Way::paper, Asked::geometric},
      exact{Way::paper, Asked::exact}, standard{Way::standard, Asked::exact};
  // Measured: 0.8 s against 8 ms, 35 ms against 0.6 ms, and about 20 s for the test set of craft/t10.
  EXPECT_GT(expected_cost(guided, {&large, 500, 0}), 30 * expected_cost(geometric, {&large, 500, 0}));
  EXPECT_GT(expected_cost(standard, {&large, 0, 0}), 20 * expected_cost(exact, {&large, 0, 0}));
  EXPECT_GT(expected_cost(exact, {&large, 0, 0}), 5 * expected_cost(exact, {&small, 0, 0}));
  EXPECT_GT(expected_setup(geometric, large), 10'000'000U);
  EXPECT_EQ(expected_setup(exact, large), 0U);
  const PolicySetting policy;
  const Subject office = task_subject(*find_task("office/t1"), {5, 1});
  EXPECT_GT(expected_cost(policy, PolicyTrial{&small, {}, {}, false, 0}),
            5 * expected_cost(policy, PolicyTrial{&office, {}, {}, false, 0}));
}

class ShardedExperiment : public test::WithFolder {
 protected:
  ShardedExperiment() {
    options_.kinds = {ExperimentKind::correctness, ExperimentKind::regret};
    options_.trials = 6;
    options_.samples = {2, 25};
    options_.test_samples = 5;
    options_.policy = {.office_steps = 500, .craft_steps = 500};
    options_.reference_runs = 5;
    options_.learned_runs = 2;
    for (const char* name : {"office/t1", "craft/t1"}) {
      options_.subjects.push_back(task_subject(*find_task(name), {5, 1}));
    }
  }

  [[nodiscard]] std::filesystem::path file(std::uint64_t number) const {
    return folder() / ("shard-" + std::to_string(number) + ".sqlite");
  }

  /// The rounds that it finished.
  std::uint64_t run(std::uint64_t number, std::uint64_t count, bool with_merged) {
    ExperimentOptions options = options_;
    options.shard = Shard{number, count};
    Store store(file(number), StoreAccess::write);
    std::unique_ptr<Store> merged;
    if (with_merged) merged = std::make_unique<Store>(folder() / "merged" / "trials.sqlite", StoreAccess::read);
    const std::atomic<bool> never{false};
    test::SilentWatcher watcher;
    Experiment experiment(options, store, merged.get());
    EXPECT_TRUE(experiment.run(never, watcher));
    return experiment.finished_rounds();
  }
  void merge(std::uint64_t count) {
    Store store(folder() / "merged");
    for (std::uint64_t number = 1; number <= count; ++number) store.merge(file(number));
  }

  ExperimentOptions options_;
};

TEST_F(ShardedExperiment, GivesTheSameTrialsAsOneRun) {
  std::string expected;
  {
    Store store(folder() / "whole");
    expected = test::run_and_export(options_, store);
  }
  constexpr std::uint64_t count = 5;
  for (std::uint64_t number = count; number >= 1; --number) EXPECT_EQ(run(number, count, false), 1U);
  EXPECT_EQ(run(2, count, false), 1U) << "twice does no harm";
  merge(count);
  for (std::uint64_t number = 1; number <= count; ++number) EXPECT_EQ(run(number, count, true), 2U);
  merge(count);
  Store store(folder() / "merged");
  EXPECT_EQ(store.csv("trial") + store.csv("policy"), expected);
}

TEST_F(ShardedExperiment, RunsPoliciesOnlyWhenAllMachinesAreLearned) {
  EXPECT_EQ(run(1, 3, false), 1U);
  EXPECT_EQ(run(2, 3, false), 1U);
  merge(2);
  EXPECT_EQ(run(1, 3, true), 1U) << "shard 3 may learn another machine";
  Store store(folder() / "merged");
  const Experiment experiment(options_, store);
  EXPECT_TRUE(experiment.policies().empty());
  EXPECT_EQ(experiment.rounds(), 2U);
  const Estimate estimate = experiment.estimate(3);
  EXPECT_EQ(estimate.trials, 2U * 2 * 2 * 6);
  EXPECT_LE(estimate.largest_part * 3, estimate.total * 2);
}

TEST(NetworkFileSystems, AreKnown) {
  for (const std::uint64_t type : {0x6969U, 0xff534d42U, 0x0bd00bd0U, 0x65735546U}) {
    EXPECT_TRUE(is_network_file_system(type)) << type;
  }
  for (const std::uint64_t type : {0xef53U, 0x01021994U, 0x58465342U, 0x9123683eU}) {  // ext4, tmpfs, xfs, btrfs
    EXPECT_FALSE(is_network_file_system(type)) << type;
  }
}

class Journal : public test::WithFolder {};

TEST_F(Journal, IsAWriteAheadLogOnTheseDisks) {
  Store store(folder());
  EXPECT_EQ(store.journal(), "wal");
}

}  // namespace
}  // namespace remap::experiments
