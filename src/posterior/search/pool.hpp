// The likeliest distinct behaviours found so far; their scores are the posterior, as far as it is known.
#pragma once

#include <unordered_set>

#include "posterior/search/scorer.hpp"

namespace remap::posterior {

class Pool {
 public:
  explicit Pool(const Numbers& numbers) : numbers_(numbers) {}

  /// Keeps the machine if it is new and likely enough; it is ranked by the next `sort`.
  void consider(const Machine& machine);
  /// Ranks all machines, ties in a fixed order, and drops what is no longer likely enough.
  void sort();
  /// Scores all machines again and sorts.
  void rescore(Scorer& scorer);

  // As of the last `sort`.
  [[nodiscard]] std::size_t size() const noexcept { return order_.size(); }
  [[nodiscard]] const Machine& operator[](std::size_t rank) const noexcept { return machines_[order_[rank]]; }
  [[nodiscard]] const Machine& best() const noexcept { return (*this)[0]; }
  /// The weights of the first `most` machines; their sum is 1.
  [[nodiscard]] std::vector<double> weights(std::size_t most) const;
  /// The share of the best machine and of those that differ from it on impossible words only.
  [[nodiscard]] double share_of_best(const Space& space, const Excluded& excluded) const;

 private:
  void drop_unranked();

  const Numbers& numbers_;
  std::vector<Machine> machines_;
  std::vector<std::uint32_t> order_;
  std::unordered_set<std::uint64_t> prints_;  // of all that were considered since scores changed, and likely then
  double top_ = 0, lowest_ = 0;               // of scores
};

}  // namespace remap::posterior
