#include "cli/compare_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/console.hpp"
#include "cli/reliability_picture.hpp"
#include "cli/text_table.hpp"
#include "formats/text/text_file.hpp"
#include "runs/erring/erring_run.hpp"

namespace remap::cli {

namespace {

struct ModelRow {
  std::string source, model;
  double comparisons = 0;
  std::uint64_t worst = 0;
  double equivalence_questions = 0;
  std::size_t right = 0, runs = 0, stuck = 0;
  double confidence = 0;
};

StatedRun run_once(const MooreMachine& hidden, const Method& method, const TeacherModel& model,
                   const ErringOptions& options, ModelRow& row) {
  const auto [result, correct] = run_known_erring(hidden, method, model, options);
  ++row.runs;
  row.right += correct ? 1 : 0;
  row.stuck += result.gave_up ? 1 : 0;
  row.comparisons += static_cast<double>(result.comparisons);
  row.worst = std::max(row.worst, result.comparisons);
  row.equivalence_questions += static_cast<double>(result.equivalence_questions);
  row.confidence += result.confidence;
  return {result.confidence, correct};
}

std::string text_of(const std::vector<ModelRow>& rows) {
  using Align = TextTable::Align;
  TextTable table({Align::left, Align::left, Align::right});
  table.add({"source", "teacher", "comparisons", "worst", "equivalence q.", "confidence", "right", "stuck"});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ModelRow& row = rows[i];
    const bool first = i == 0 || rows[i - 1].source != row.source;
    table.add({first ? row.source : "", row.model, fmt::format("{:.1f}", row.comparisons), grouped(row.worst),
               fmt::format("{:.1f}", row.equivalence_questions), fmt::format("{:.3f}", row.confidence),
               fmt::format("{}/{}", row.right, row.runs), grouped(row.stuck)});
  }
  return table.text();
}

std::string json_of(const ModelComparison& comparison, const std::vector<ModelRow>& rows,
                    const std::vector<ReliabilityBin>& bins) {
  nlohmann::ordered_json report;
  report["seeds"] = comparison.seeds;
  report["confidence_aim"] = comparison.erring.confidence;
  report["rows"] = nlohmann::ordered_json::array();
  for (const ModelRow& row : rows) {
    report["rows"].push_back({{"source", row.source},
                              {"teacher_model", row.model},
                              {"preference_queries", row.comparisons},
                              {"worst_preference_queries", row.worst},
                              {"equivalence_queries", row.equivalence_questions},
                              {"confidence", row.confidence},
                              {"correct", row.right},
                              {"runs", row.runs},
                              {"stuck", row.stuck}});
  }
  report["reliability"] = nlohmann::ordered_json::array();
  for (const ReliabilityBin& bin : bins) {
    report["reliability"].push_back(
        {{"from", bin.low}, {"to", bin.high}, {"stated", bin.stated}, {"correct", bin.right}, {"runs", bin.runs}});
  }
  return report.dump() + '\n';
}

// Per model, the sums of means over all sources.
std::vector<ModelRow> sums_of(const std::vector<ModelRow>& rows, const std::vector<std::string>& models) {
  std::vector<ModelRow> sums;
  for (const std::string& model : models) {
    ModelRow sum{"sum", model};
    std::size_t sources = 0;
    for (const ModelRow& row : rows) {
      if (row.model != model) continue;
      ++sources;
      sum.comparisons += row.comparisons;
      sum.worst += row.worst;
      sum.equivalence_questions += row.equivalence_questions;
      sum.confidence += row.confidence;
      sum.right += row.right;
      sum.runs += row.runs;
      sum.stuck += row.stuck;
    }
    sum.confidence /= static_cast<double>(sources);
    sums.push_back(sum);
  }
  return sums;
}

}  // namespace

int compare_models(const ModelComparison& comparison) {
  std::vector<TeacherModel> models;
  for (const std::string& text : comparison.models) models.push_back(parse_teacher_model(text));
  std::vector<ModelRow> rows;
  std::vector<StatedRun> stated;
  std::size_t stuck = 0;
  for (std::size_t i = 0; i < comparison.machines.size(); ++i) {
    Method method = comparison.methods[i];
    const bool asked = method.equivalence != Equivalence::order_sampling;
    for (std::size_t m = 0; m < models.size(); ++m) {
      const bool trusted = asked && !models[m].overlooking.any();
      ModelRow row{comparison.sources[i], comparison.models[m]};
      for (method.seed = 1; method.seed <= comparison.seeds; ++method.seed) {
        const StatedRun run = run_once(comparison.machines[i], method, models[m], comparison.erring, row);
        if (!trusted) stated.push_back(run);
      }
      const auto runs = static_cast<double>(row.runs);
      row.comparisons /= runs;
      row.equivalence_questions /= runs;
      row.confidence /= runs;
      stuck += row.stuck;
      rows.push_back(std::move(row));
    }
  }
  const std::vector<ReliabilityBin> bins = reliability(stated);
  if (comparison.json) {
    print(json_of(comparison, rows, bins));
  } else if (!comparison.quiet) {
    std::vector<ModelRow> all = rows;
    if (comparison.machines.size() > 1) {
      const std::vector<ModelRow> sums = sums_of(rows, comparison.models);
      all.insert(all.end(), sums.begin(), sums.end());
    }
    print(text_of(all));
    print(
        fmt::format("\nMeans over {}; 'worst' is the worst seed. If a teacher that knows the machine accepts it, the "
                    "confidence is 1.\n",
                    counted(comparison.seeds, "seed", "seeds")));
    if (stuck > 0) {
      print(fmt::format("{} reached the limit on questions and ended with the most likely machine.\n",
                        counted(stuck, "run", "runs")));
    }
    for (const ReliabilityBin& bin : bins) {
      const double share = static_cast<double>(bin.right) / static_cast<double>(bin.runs);
      print(fmt::format("Of {} that stated a confidence of {:g} to {:g}, {:.1f} % were right.\n",
                        counted(bin.runs, "run", "runs"), bin.low, bin.high, 100 * share));
    }
  }
  flush();
  if (comparison.picture) {
    write_text_file(*comparison.picture, reliability_svg(bins));
    if (!comparison.quiet && !comparison.json) print(fmt::format("Wrote {}\n", *comparison.picture));
  }
  return 0;
}

}  // namespace remap::cli
