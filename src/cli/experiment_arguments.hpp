// The command line of remap experiment, for the files that act on it.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/report/experiment.hpp"

namespace remap::cli {

using namespace experiments;

constexpr int interrupted = 130;  // as shells report a program ended by Ctrl-C

struct ExperimentArguments {
  const CLI::App* command = nullptr;
  std::string name;
  std::vector<std::string> machines;
  std::string folder;
  std::optional<std::uint64_t> trials, jobs, seed, shards;
  std::vector<std::uint64_t> samples;
  std::vector<std::string> tasks;
  std::string exported;
  bool quick = false, quiet = false, no_figures = false, json = false;
  std::optional<Shard> shard;
  bool slurm = false, submit = false;
  std::vector<std::string> slurm_options;  // as sbatch takes them
};

/// The command with everything that determines the results, to reproduce them.
std::string command_of(const ExperimentArguments& arguments);

/// The same without the folder: what the shards of a sweep have in common, wherever they run.
std::string sweep_of(ExperimentArguments arguments);

/// The database of a shard: DIR/shards/I-of-N.sqlite.
std::filesystem::path shard_file(const std::filesystem::path& folder, const Shard& shard);

/// remap experiment merge OUT [IN…]
int merge_shards(const ExperimentArguments& arguments);

/// Shards that have not finished the current round, as the commands that run them with this folder; empty if all have.
struct MissingShards {
  std::vector<std::string> commands;
  std::vector<std::uint64_t> numbers;
  std::uint64_t of = 0;  // the number of shards
  bool between = false;  // a round is finished and the next has not started
};
MissingShards missing_shards(const std::vector<ShardRow>& shards, const std::string& folder);

/// Stops a sweep when Ctrl-C is pressed; a second one ends the program.
class StopOnInterrupt {
 public:
  StopOnInterrupt();
  ~StopOnInterrupt();
  StopOnInterrupt(const StopOnInterrupt&) = delete;
  StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;
  [[nodiscard]] const std::atomic<bool>& asked() const noexcept;
};

/// --slurm: writes the scripts into DIR/slurm and says how to submit them.
int write_slurm_scripts(const ExperimentArguments& arguments, const ExperimentOptions& options);
/// --submit: writes and submits them unless already submitted, and waits. Returns 0 once DIR/trials.sqlite holds
/// everything.
int submit_to_slurm(const ExperimentArguments& arguments, const ExperimentOptions& options);

}  // namespace remap::cli
