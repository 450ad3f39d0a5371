// Draws an index with probability proportional to its weight. Fenwick's tree (1994): changing a weight and drawing both
// take logarithmic time, so there may be as many weights as there are states.
#pragma once

#include <bit>
#include <cstddef>
#include <vector>

#include "remap/base/random.hpp"

namespace remap {

class WeightedDraw {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return weight_.size(); }
  [[nodiscard]] double weight(std::size_t i) const noexcept { return weight_[i]; }
  [[nodiscard]] double total() const noexcept { return sum_before(size()); }

  /// Appends a weight, which must be positive.
  void add(double weight) {
    weight_.push_back(weight);
    const std::size_t i = size();
    sums_.push_back(weight + sum_before(i - 1) - sum_before(i - (i & (~i + 1))));
  }
  void set(std::size_t at, double weight) {
    const double change = weight - weight_[at];
    weight_[at] = weight;
    for (std::size_t i = at + 1; i <= size(); i += i & (~i + 1)) sums_[i - 1] += change;
  }
  /// Only if there is a weight.
  [[nodiscard]] std::size_t draw(Random& random) const {
    double left = random.unit() * total();
    std::size_t at = 0;
    for (std::size_t step = std::bit_floor(size()); step > 0; step /= 2) {
      if (at + step > size() || sums_[at + step - 1] > left) continue;
      at += step;
      left -= sums_[at - 1];
    }
    return at < size() ? at : size() - 1;
  }

 private:
  [[nodiscard]] double sum_before(std::size_t i) const noexcept {
    double sum = 0;
    for (; i > 0; i &= i - 1) sum += sums_[i - 1];
    return sum;
  }

  std::vector<double> weight_;
  std::vector<double> sums_;  // sums_[i - 1]: of the weights from i minus its lowest bit on, before i
};

}  // namespace remap
