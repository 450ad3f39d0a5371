#include "learning/ranking/search_costs.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace remap {
namespace {

// The same, class by class as it is defined: the costs of an interval, and the first class with the least.
struct Defined {
  const SearchCosts& costs;
  const std::vector<std::size_t>& gaps_below;

  [[nodiscard]] double cost(std::size_t begin, std::size_t end) const {
    if (begin == end || end - begin + gaps_below[end + 1] - gaps_below[begin] < 2) return 0;
    double total = costs.gap_weight[begin];
    for (std::size_t r = begin; r < end; ++r) total = costs.gap_weight[r + 1] + (total + costs.class_weight[r]);
    const std::size_t best = choice(begin, end);
    return cost(begin, best) + cost(best + 1, end) + total;
  }
  [[nodiscard]] std::size_t choice(std::size_t begin, std::size_t end) const {
    std::size_t best = begin;
    for (std::size_t r = begin + 1; r < end; ++r) {
      if (cost(begin, r) + cost(r + 1, end) < cost(begin, best) + cost(best + 1, end)) best = r;
    }
    return best;
  }
};

RC_GTEST_PROP(SearchCosts, ChoosesTheClassWithTheLeastCosts, ()) {
  const auto classes = *rc::gen::inRange<std::size_t>(1, 6);
  SearchCosts costs;
  std::vector<std::size_t> gaps_below = {0};
  for (std::size_t r = 0; r < classes; ++r) costs.class_weight[r] = *rc::gen::inRange(0, 40) / 8.0;
  for (std::size_t r = 0; r <= classes; ++r) {
    const bool open = *rc::gen::arbitrary<bool>();
    costs.gap_weight[r] = open ? 0.125 : 0;
    gaps_below.push_back(gaps_below.back() + (open ? 1 : 0));
  }
  std::vector<std::uint8_t> table(classes * (classes + 1) / 2);
  costs.tabulate(classes, gaps_below, table.data());
  const Defined defined{costs, gaps_below};
  for (std::size_t begin = 0; begin < classes; ++begin) {
    for (std::size_t end = begin + 1; end <= classes; ++end) {
      RC_ASSERT(table[ContextFrequencies::interval(begin, end)] == defined.choice(begin, end));
    }
  }
}

TEST(SearchCosts, HalvesEqualWeights) {
  SearchCosts costs;
  costs.class_weight.fill(1);
  const std::vector<std::size_t> gaps_below(SearchCosts::most_classes + 2, 0);
  std::vector<std::uint8_t> table(SearchCosts::most_classes * (SearchCosts::most_classes + 1) / 2);
  costs.tabulate(23, gaps_below, table.data());
  EXPECT_EQ(table[ContextFrequencies::interval(0, 3)], 1);
  EXPECT_EQ(table[ContextFrequencies::interval(4, 7)], 5);
  EXPECT_NEAR(table[ContextFrequencies::interval(0, 23)], 11, 4);
}

}  // namespace
}  // namespace remap
