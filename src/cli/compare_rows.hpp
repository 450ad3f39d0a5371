// The rows of `remap compare`: one per source and method, and the table they make.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "runs/known/known_run.hpp"

namespace remap::cli {

/// Means over the seeds. What stuck runs had cost when they could not go on counts, too; of words only those of
/// finished runs are known.
struct CompareRow {
  std::string source, method;
  double comparisons = 0, values = 0, value_letters = 0, equivalence_questions = 0, words = 0, seconds = 0;
  double worst_comparisons = 0, worst_equivalence_questions = 0;
  double confirmations = 0, contradictions = 0;
  std::uint64_t correct = 0, stuck = 0, runs = 0;
  double floor = 0;

  [[nodiscard]] std::uint64_t finished() const noexcept { return runs - stuck; }
  /// Comparisons and values, and equivalence questions at a price in comparisons.
  [[nodiscard]] double total_at(double price) const noexcept {
    return comparisons + values + price * equivalence_questions;
  }

  void add(const KnownRun& run) {
    add_costs(run.counts.comparisons, run.counts.values, run.counts.equivalence_questions, run);
    words += (static_cast<double>(run.counts.words) - words) / static_cast<double>(finished());
    value_letters += (static_cast<double>(run.counts.value_letters) - value_letters) / static_cast<double>(finished());
    correct += run.correct ? 1 : 0;
  }
  void add(const StuckRun& run) {
    ++stuck;
    add_costs(run.comparisons, 0, run.equivalence_questions, run);
  }

 private:
  template <class Run>
  void add_costs(std::uint64_t asked, std::uint64_t values_asked, std::uint64_t questions, const Run& run) {
    ++runs;
    const auto mean = [this](double& into, auto value) {
      into += (static_cast<double>(value) - into) / static_cast<double>(runs);
    };
    mean(comparisons, asked);
    mean(values, values_asked);
    mean(equivalence_questions, questions);
    mean(seconds, run.seconds);
    mean(confirmations, run.confirmations);
    mean(contradictions, run.contradictions);
    worst_comparisons = std::max(worst_comparisons, static_cast<double>(asked));
    worst_equivalence_questions = std::max(worst_equivalence_questions, static_cast<double>(questions));
  }
};

/// Sums over all sources that every method has run on, if there are several.
std::vector<CompareRow> row_sums(const std::vector<CompareRow>& rows, std::size_t sources);

/// A column for the total at each price; `careful`: with columns for repeated questions and contradictions.
std::string rows_text(const std::vector<CompareRow>& rows, const std::vector<double>& prices, bool careful);

}  // namespace remap::cli
