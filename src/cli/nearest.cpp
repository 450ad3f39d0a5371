// Edit distance by the usual table of prefixes, one row at a time; names are short and few.
#include "cli/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace remap::cli {

namespace {

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::vector<std::string> nearest(std::string_view name, std::span<const std::string> names, std::size_t count) {
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const std::string& candidate : names) {
    const std::size_t changes = distance(name, candidate);
    if (2 * changes <= std::max(name.size(), candidate.size())) found.emplace_back(changes, candidate);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> result;
  for (std::size_t i = 0; i < std::min(count, found.size()); ++i) result.push_back(std::move(found[i].second));
  return result;
}

}  // namespace remap::cli
