// `learn --from`: comparisons that exist before the run, and learning from them alone.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/output_files.hpp"
#include "passive/passive.hpp"
#include "remap/runs/durable_run.hpp"
#include "runs/durable/given_answers.hpp"

namespace remap::cli {

struct DataOptions {
  std::vector<std::string> files;
  bool majority = false;

  void add(CLI::App& command);
  [[nodiscard]] bool given() const noexcept { return !files.empty(); }
};

/// Gives the comparisons in the files to a run that has not started, and reports what they contain.
void give_data(DurableRun& run, const DataOptions& options, bool quiet);

/// The comparisons in force, after contradictions were reported.
std::vector<passive::KnownComparison> known_comparisons(const GivenAnswers& given);

struct PassiveArguments {
  DataOptions data;
  std::optional<Alphabet> alphabet;
  std::optional<Outputs> outputs;
  OutputFiles output;
  bool json = false;
  bool quiet = false;
};

/// `learn --from FILE --teacher none`.
int learn_from_data_alone(const PassiveArguments& arguments);

}  // namespace remap::cli
