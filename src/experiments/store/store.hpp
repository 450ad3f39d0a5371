// Storage of trials: one SQLite database per results folder. docs/experiments.md describes the tables.
//
// Every trial is one transaction, so whatever ends the program, `kill -9` included, leaves finished trials whole and
// unfinished ones absent. A series is everything that was run with the same options; rows of different series are never
// mixed. Rows carry checksums, and a database is checked when it is opened. Problems with the file (full disk, no
// permission, damage, another version) throw an InputError that names it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "experiments/trials/trials.hpp"

namespace remap::experiments {

class Database;

/// A row of `trial`, and the name of its subject.
struct LearningRow {
  std::string subject;  // name
  std::string print;
  std::uint64_t samples = 0;
  std::uint64_t number = 0;
  LearningResult result;  // without play_text
};

/// A row of `policy`.
struct PolicyRow {
  std::string subject;
  std::string print;
  std::string play_key;
  bool reference = false;
  std::uint64_t number = 0;
  PolicyResult result;
};

/// One of the parts of a sweep: what it runs, and how far it is.
struct ShardRow {
  std::string command;  // without --shard
  std::uint64_t shards = 0;
  std::uint64_t number = 0;    // from 1
  std::uint64_t rounds = 0;    // 1: machines; 2: machines, then policies
  std::uint64_t finished = 0;  // rounds that are finished
  bool operator==(const ShardRow&) const = default;
};

enum class StoreAccess : std::uint8_t { read, write };

class Store {
 public:
  static constexpr int schema_version = 3;

  /// Opens DIR/trials.sqlite; creates the folder and database if missing.
  explicit Store(const std::filesystem::path& folder);
  /// Opens this file; to be read it must exist.
  Store(const std::filesystem::path& file, StoreAccess access);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// The series of these options (a JSON text with everything that affects results), created if new.
  std::int64_t series(std::string_view kind, std::string_view options);
  /// A row for each run of the program, whose time grows with each trial; for the report.
  void start_run(std::string_view command);

  void add_subject(const Subject& subject);
  /// One transaction: the trial, the machine as it is played, and the time spent.
  void add(std::int64_t series, const LearningTrial& trial, const LearningResult& result, double seconds);
  void add(std::int64_t series, const PolicyTrial& trial, const PolicyResult& result, double seconds);

  using LearningKey = std::tuple<std::string, std::uint64_t, std::uint64_t>;    // print, samples, number
  using PolicyKey = std::tuple<std::string, std::string, bool, std::uint64_t>;  // print, play key, reference, number
  [[nodiscard]] std::set<LearningKey> finished_learning(std::int64_t series);
  [[nodiscard]] std::set<PolicyKey> finished_policies(std::int64_t series);

  /// Sorted by subject, samples and number.
  [[nodiscard]] std::vector<LearningRow> learning(std::int64_t series);
  /// Sorted by subject, machine, role and number.
  [[nodiscard]] std::vector<PolicyRow> policies(std::int64_t series);
  [[nodiscard]] std::string play_text(const std::string& play_key);
  /// Wall-clock seconds of all runs that worked on these series.
  [[nodiscard]] double seconds();

  /// Adds the shard, or updates the rounds that it has finished.
  void note_shard(const ShardRow& shard);
  /// Sorted by command, number of shards and number.
  [[nodiscard]] std::vector<ShardRow> shards();

  /// Adds everything from another database that is not yet here, in one transaction, and returns the number of new
  /// trials and policies. Throws InputError if a trial is in both with different results; nothing is then added.
  std::uint64_t merge(const std::filesystem::path& input);

  /// The number of trials and policies.
  [[nodiscard]] std::uint64_t size();
  /// The same for a file that another program may be writing, unchecked; 0 if it cannot be read.
  [[nodiscard]] static std::uint64_t count_trials(const std::filesystem::path& file);
  /// A table as CSV, every column, sorted; "trial" and "policy" are joined with their series and subject.
  [[nodiscard]] std::string csv(std::string_view table);

  [[nodiscard]] const std::filesystem::path& file() const noexcept;
  /// "wal", or "delete" if the write-ahead log does not work.
  [[nodiscard]] std::string journal();

 private:
  void choose_journal();
  void spend(double seconds);

  std::unique_ptr<Database> database_;
  std::int64_t run_ = 0;
  std::string run_started_, run_command_;
};

}  // namespace remap::experiments
