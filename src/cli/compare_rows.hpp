// The rows of `remap compare`: one per source and method, and the table they make.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "runs/known_run.hpp"

namespace remap::cli {

/// Means over the seeds.
struct CompareRow {
  std::string source, method;
  double comparisons = 0, values = 0, equivalence_questions = 0, words = 0, seconds = 0;
  double worst_comparisons = 0, worst_equivalence_questions = 0;
  double confirmations = 0, contradictions = 0;
  std::uint64_t correct = 0, stuck = 0, runs = 0;
  double floor = 0;

  void add(const KnownRun& run) {
    const auto n = static_cast<double>(++runs - stuck);
    const auto mean = [n](double& into, double value) { into += (value - into) / n; };
    const auto asked = static_cast<double>(run.counts.comparisons);
    const auto questions = static_cast<double>(run.counts.equivalence_questions);
    mean(comparisons, asked);
    mean(values, static_cast<double>(run.counts.values));
    mean(equivalence_questions, questions);
    mean(words, static_cast<double>(run.counts.words));
    mean(seconds, run.seconds);
    worst_comparisons = std::max(worst_comparisons, asked);
    worst_equivalence_questions = std::max(worst_equivalence_questions, questions);
    mean(confirmations, static_cast<double>(run.confirmations));
    mean(contradictions, static_cast<double>(run.contradictions));
    correct += run.correct ? 1 : 0;
  }
  /// A run that did not finish; it is not part of the means.
  void add_stuck() {
    ++runs;
    ++stuck;
  }
};

/// Sums over all sources that every method has run on, if there are several.
std::vector<CompareRow> row_sums(const std::vector<CompareRow>& rows, std::size_t sources);

/// `careful`: with columns for repeated questions and contradictions.
std::string rows_text(const std::vector<CompareRow>& rows, bool careful);

}  // namespace remap::cli
