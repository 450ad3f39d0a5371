// Optimal search trees over sorted classes, for the ranker that searches (ranker_search.cpp says why they are optimal).
//
// For an interval of classes each of them is tried as the first to be compared with: O(R³) for R classes. The intervals
// that begin at the same class are extended together, two at a time, as vectors: which class is better is
// unpredictable, so nothing here depends on it by a branch.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include "learning/ranking/context_frequencies.hpp"

namespace remap {

class SearchCosts {
 public:
  static constexpr std::size_t most_classes = ContextFrequencies::most_tabled_classes;
  /// How likely each class is, and a new class in each gap, which is below the class of the same number.
  std::array<double, most_classes> class_weight{};
  std::array<double, most_classes + 1> gap_weight{};

  /// Writes the class to compare with first for each interval of classes, at `ContextFrequencies::interval`, of those
  /// with equal costs the lowest. `gaps_below`: for each gap, and one more, how many gaps before it are open.
  void tabulate(std::size_t classes, std::span<const std::size_t> gaps_below, std::uint8_t* table) {
    // The interval i .. j-1 with the gaps i .. j. An interval with one outcome costs nothing.
    for (std::size_t i = classes + 1; i-- > 0;) {
      double* const cost = cost_[i].data();
      double total = gap_weight[i];
      cost[i] = 0;
      best_.fill(std::numeric_limits<double>::infinity());
      std::size_t interval = ContextFrequencies::interval(i, i + 1);
      for (std::size_t c = i; c < classes; ++c) {
        try_class(c, cost[c], cost_[c + 1].data(), classes, best_.data(), choice_.data());
        const std::size_t j = c + 1;
        total = gap_weight[j] + (total + class_weight[c]);
        table[interval] = static_cast<std::uint8_t>(choice_[j]);
        interval += j;  // to the one that ends at the next class
        const std::size_t outcomes = j - i + gaps_below[j + 1] - gaps_below[i];
        cost[j] = outcomes < 2 ? 0 : best_[j] + total;
      }
    }
  }

 private:
  static constexpr std::size_t lanes = 2;
  static constexpr std::size_t places = most_classes / lanes * lanes + lanes;
  using Costs = double __attribute__((vector_size(lanes * sizeof(double))));
  using Choices = std::int64_t __attribute__((vector_size(lanes * sizeof(std::int64_t))));

  template <class Vector, class Number>
  static Vector load(const Number* from) noexcept {
    Vector vector;
    std::memcpy(&vector, from, sizeof vector);
    return vector;
  }

  // For all ends after it at once. One that comes before them may be computed, too, and is not used any more.
  static void try_class(std::size_t c, double before, const double* after, std::size_t classes, double* best,
                        std::int64_t* choice) noexcept {
    for (std::size_t j = (c + 1) / lanes * lanes; j <= classes; j += lanes) {
      const Costs cost = before + load<Costs>(after + j), least = load<Costs>(best + j);
      const Choices better = cost < least;
      const Choices chosen = (better & static_cast<std::int64_t>(c)) | (~better & load<Choices>(choice + j));
      const Costs now = better ? cost : least;
      std::memcpy(choice + j, &chosen, sizeof chosen);
      std::memcpy(best + j, &now, sizeof now);
    }
  }

  std::array<std::array<double, places>, most_classes + 1> cost_{};
  // By the end of an interval, of the classes tried so far.
  std::array<double, places> best_{};
  std::array<std::int64_t, places> choice_{};
};

}  // namespace remap
