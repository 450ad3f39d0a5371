// The experiments: which trials each needs, running those that are missing, and reading back all that belong to it.
#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/store/shards.hpp"
#include "experiments/store/store.hpp"

namespace remap::experiments {

enum class ExperimentKind : std::uint8_t { correctness, regret, queries, phase, scaling, regex, custom };

/// The sample sizes of the paper.
inline const std::vector<std::uint64_t> paper_samples = {25, 50, 100, 200, 300, 400, 500, 1000, 2000, 5000};

struct ExperimentOptions {
  std::vector<ExperimentKind> kinds;
  std::vector<Subject> subjects;  // tasks, or the user's machines
  std::uint64_t trials = 100;
  std::vector<std::uint64_t> samples = paper_samples;
  /// Guided questions about machines with many words per sample stop here, as did the authors' in CraftWorld.
  std::uint64_t guided_craft_samples = 500;
  std::uint64_t regex_trials = 2000;
  std::vector<std::uint64_t> regex_samples = {1, 2, 5, 10, 20, 50, 100, 200, 500};
  std::vector<std::size_t> regex_letters = {2, 3, 4, 5, 6, 8, 10};
  std::uint64_t regex_letters_samples = 200;
  PolicySetting policy;
  std::uint64_t reference_runs = 100;  // policies of the true machine
  std::uint64_t learned_runs = 10;     // policies of each learned machine; if it is the true one, as many as for that
  std::uint64_t test_samples = 9575;   // the sum of the paper's sample sizes
  std::uint64_t seed = 1;
  std::size_t jobs = 1;
  std::optional<Shard> shard;  // only this part

  [[nodiscard]] bool has(ExperimentKind kind) const;
};

/// A small version of everything.
void make_quick(ExperimentOptions& options);

/// Receives progress, on the calling thread.
class SweepWatcher {
 public:
  virtual ~SweepWatcher() = default;
  /// `missing` of `all` trials are still to be run.
  virtual void on_start(std::string_view what, std::size_t missing, std::size_t all) = 0;
  virtual void on_trial() = 0;
};

/// One kind of learning trials of an experiment.
struct Block {
  LearningSetting setting;
  std::vector<const Subject*> subjects;
  std::vector<std::uint64_t> samples;
  std::uint64_t trials = 0;
};

/// The expected cost of a sweep.
struct Estimate {
  std::size_t trials = 0;          // learned machines
  std::uint64_t total = 0;         // microseconds
  std::uint64_t largest_part = 0;  // of the most expensive part, policies included
};

class Experiment {
 public:
  /// Trials go to `store`. With a shard, what `merged` holds (null: nothing) is not run again, and policies are run
  /// once it holds all machines.
  Experiment(ExperimentOptions options, Store& store, Store* merged = nullptr);

  /// Runs what is missing. False if `stop` ended it before all was done; running again continues.
  bool run(const std::atomic<bool>& stop, SweepWatcher& watcher);

  /// Which machines need policies is known only once all are learned: 2 rounds with policies, 1 without.
  [[nodiscard]] std::uint64_t rounds() const { return options_.has(ExperimentKind::regret) ? 2 : 1; }
  /// The rounds that the last `run` finished, of its shard or of all.
  [[nodiscard]] std::uint64_t finished_rounds() const noexcept { return finished_; }
  [[nodiscard]] Estimate estimate(std::size_t parts) const;

  [[nodiscard]] const ExperimentOptions& options() const noexcept { return options_; }
  [[nodiscard]] Store& store() const noexcept { return store_; }
  /// The learning trials of a block, and no others in the database.
  [[nodiscard]] std::vector<LearningRow> rows(const Block& block) const;
  [[nodiscard]] std::vector<PolicyRow> policies() const;

  /// The blocks by purpose; no subjects if there is nothing to do.
  [[nodiscard]] Block sampled(Asked asked) const;
  [[nodiscard]] Block exact(Way way) const;
  /// `sampled`, but of tasks only the harder ones of CraftWorld (t5 to t10), and only trials whose path is kept.
  [[nodiscard]] Block harder(Asked asked) const;
  [[nodiscard]] Block regexes() const;
  [[nodiscard]] Block regex_alphabets() const;
  [[nodiscard]] const std::vector<Subject>& regex_subjects_of(std::size_t letters) const {
    return regex_subjects_.at(letters);
  }
  /// The options that are stored with the series of a setting, as JSON.
  [[nodiscard]] std::string series_options(const LearningSetting& setting) const;
  [[nodiscard]] std::string policy_options() const;

 private:
  struct LearningJob {
    LearningSetting setting;
    std::int64_t series = 0;
    LearningTrial trial;
  };
  [[nodiscard]] std::vector<Block> blocks() const;
  [[nodiscard]] std::vector<LearningJob> learning_jobs() const;
  [[nodiscard]] std::vector<PolicyTrial> policy_jobs();
  [[nodiscard]] std::vector<LearningRow> rows_in(Store& store, const Block& block) const;
  [[nodiscard]] static Split split_jobs(const std::vector<LearningJob>& jobs, std::size_t parts);
  bool learn(const std::atomic<bool>& stop, SweepWatcher& watcher);
  bool play(const std::atomic<bool>& stop, SweepWatcher& watcher);
  std::int64_t series(const LearningSetting& setting) const;

  ExperimentOptions options_;
  Store& store_;
  Store* merged_;
  std::uint64_t finished_ = 0;
  std::map<std::size_t, std::vector<Subject>> regex_subjects_;
  double started_;
};

}  // namespace remap::experiments
