#include "cli/compare_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/console.hpp"
#include "cli/text_table.hpp"

namespace remap::cli {

namespace {

std::string decimal(double value) {
  return value >= 100 || value == static_cast<double>(static_cast<std::uint64_t>(value))
             ? grouped(static_cast<std::uint64_t>(std::llround(value)))
             : fmt::format("{:.1f}", value);
}

std::string times(double value, double of) { return of > 0 ? fmt::format("{:.3g}", value / of) : "-"; }

}  // namespace

std::string rows_text(const std::vector<CompareRow>& rows, bool careful) {
  using Align = TextTable::Align;
  TextTable table({Align::left, Align::left, Align::right});
  const auto add = [&](std::vector<std::string> cells, std::vector<std::string> cells_if_careful) {
    if (careful) cells.insert(cells.end() - 1, cells_if_careful.begin(), cells_if_careful.end());
    table.add(std::move(cells));
  };
  add({"source", "method", "comparisons", "worst", "/ paper", "/ floor", "equivalence q.", "worst", "words", "/ paper",
       "seconds", "/ paper", "correct"},
      {"confirmations", "contradictions", "stuck"});
  const CompareRow* paper = nullptr;
  for (const CompareRow& row : rows) {
    const bool first = paper == nullptr || paper->source != row.source;
    if (first) paper = &row;
    const double asked = row.comparisons + row.values;
    add({first ? row.source : "", row.method, decimal(asked), decimal(std::max(row.worst_comparisons, row.values)),
         times(asked, paper->comparisons), times(asked, row.floor), decimal(row.equivalence_questions),
         decimal(row.worst_equivalence_questions), row.finished() > 0 ? decimal(row.words) : "-",
         times(row.words, paper->words), fmt::format("{:.2g}", row.seconds), times(row.seconds, paper->seconds),
         fmt::format("{}/{}", row.correct, row.runs)},
        {decimal(row.confirmations), decimal(row.contradictions), grouped(row.stuck)});
  }
  return table.text();
}

std::vector<CompareRow> row_sums(const std::vector<CompareRow>& rows, std::size_t sources) {
  std::vector<CompareRow> sums;
  for (const CompareRow& row : rows) {
    auto at = std::find_if(sums.begin(), sums.end(), [&](const CompareRow& sum) { return sum.method == row.method; });
    if (at == sums.end()) {
      sums.push_back({});
      at = sums.end() - 1;
      at->source = "sum";
      at->method = row.method;
    }
    at->comparisons += row.comparisons;
    at->values += row.values;
    at->equivalence_questions += row.equivalence_questions;
    at->words += row.words;
    at->seconds += row.seconds;
    at->worst_comparisons += row.worst_comparisons;
    at->worst_equivalence_questions += row.worst_equivalence_questions;
    at->confirmations += row.confirmations;
    at->contradictions += row.contradictions;
    at->correct += row.correct;
    at->stuck += row.stuck;
    at->runs += row.runs;
    at->floor += row.floor;
  }
  std::erase_if(sums, [&](const CompareRow& sum) {
    const auto count =
        std::count_if(rows.begin(), rows.end(), [&](const CompareRow& row) { return row.method == sum.method; });
    return static_cast<std::size_t>(count) != sources;
  });
  return sums;
}

}  // namespace remap::cli
