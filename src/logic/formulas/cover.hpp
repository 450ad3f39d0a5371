// Set cover of least cost, for minimal formulas.
#pragma once

#include <cstdint>
#include <vector>

namespace remap {

struct CoverColumn {
  std::vector<std::uint32_t> rows;  // what it covers
  std::uint32_t cost = 1;
};

/// Columns that cover all rows at least total cost, by position, increasing. Exact unless the search exceeds its
/// budget, in which case it is the best cover found. Every row must be covered by some column.
std::vector<std::size_t> cheapest_cover(std::size_t rows, const std::vector<CoverColumn>& columns);

}  // namespace remap
