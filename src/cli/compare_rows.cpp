#include "cli/compare_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/console.hpp"
#include "cli/text_table.hpp"
#include "logic/letters/numbers.hpp"

namespace remap::cli {

namespace {

std::string decimal(double value) {
  return value >= 100 || value == static_cast<double>(static_cast<std::uint64_t>(value))
             ? grouped(static_cast<std::uint64_t>(std::llround(value)))
             : fmt::format("{:.1f}", value);
}

std::string times(double value, double of) { return of > 0 ? fmt::format("{:.3g}", value / of) : "-"; }

}  // namespace

std::string rows_text(const std::vector<CompareRow>& rows, const std::vector<double>& prices, bool careful) {
  using Align = TextTable::Align;
  TextTable table({Align::left, Align::left, Align::right});
  const auto add = [&](std::vector<std::string> cells, const auto& total, std::vector<std::string> more,
                       const std::vector<std::string>& more_if_careful) {
    for (const double price : prices) cells.push_back(total(price));
    if (careful) more.insert(more.end() - 1, more_if_careful.begin(), more_if_careful.end());
    cells.insert(cells.end(), more.begin(), more.end());
    table.add(std::move(cells));
  };
  add({"source", "method", "equivalence q.", "worst"},
      [](double price) { return fmt::format("total at {}", format_number(price)); },
      {"comparisons", "worst", "/ paper", "/ floor", "words", "/ paper", "seconds", "/ paper", "correct"},
      {"confirmations", "contradictions", "stuck"});
  const std::string* source = nullptr;
  CompareRow paper;  // of the source; zeros if it did not run
  for (const CompareRow& row : rows) {
    const bool first = source == nullptr || *source != row.source;
    source = &row.source;
    if (first) paper = row.method.starts_with("paper") ? row : CompareRow{};
    const double asked = row.comparisons + row.values;
    add({first ? row.source : "", row.method, decimal(row.equivalence_questions),
         decimal(row.worst_equivalence_questions)},
        [&](double price) { return decimal(row.total_at(price)); },
        {decimal(asked), decimal(std::max(row.worst_comparisons, row.values)), times(asked, paper.comparisons),
         times(asked, row.floor), row.finished() > 0 ? decimal(row.words) : "-", times(row.words, paper.words),
         fmt::format("{:.2g}", row.seconds), times(row.seconds, paper.seconds),
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
    at->value_letters += row.value_letters;
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
  for (CompareRow& sum : sums) {  // unless all of them have one
    const auto lacks = [&](const CompareRow& row) { return row.method == sum.method && row.floor == 0; };
    if (std::any_of(rows.begin(), rows.end(), lacks)) sum.floor = 0;
  }
  std::erase_if(sums, [&](const CompareRow& sum) {
    const auto count =
        std::count_if(rows.begin(), rows.end(), [&](const CompareRow& row) { return row.method == sum.method; });
    return static_cast<std::size_t>(count) != sources;
  });
  return sums;
}

}  // namespace remap::cli
