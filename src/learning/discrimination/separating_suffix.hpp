// A suffix that should tell states apart, as far as the shape says: one question with it, answered for all prefixes,
// rules out all but a few of them. It is made greedily from letters and suffixes of the discrimination tree, each time
// the one that leaves the fewest pairs of states that go on alike.
#pragma once

#include <span>
#include <vector>

#include "learning/discrimination/observations.hpp"

namespace remap {

class SeparatingSuffix {
 public:
  /// Both must outlive it.
  SeparatingSuffix(const DiscriminationTree& tree, std::size_t letters) : tree_(tree), letters_(letters) {}

  /// Finds one that begins with `first`. Of many states a sample is looked at.
  [[nodiscard]] const Word& find(std::span<const State> states, std::span<const Letter> first, const ShapeView& shape);
  /// How many pairs of these states it does not tell apart.
  [[nodiscard]] std::size_t pairs_left() const noexcept { return pairs_left_; }

 private:
  /// A state on its way, with a hash of the classes it has met.
  struct Runner {
    State at;  // `no_state`: not known
    std::uint64_t met;
  };
  [[nodiscard]] std::size_t run(std::span<const Letter> letters, const ShapeView& shape);
  void attempt(std::span<const Letter> letters, const ShapeView& shape);
  void list_nodes();

  const DiscriminationTree& tree_;
  std::size_t letters_;
  Word found_;
  std::vector<Runner> runners_;  // after the letters found
  std::vector<Runner> moved_;    // after those tried now
  std::vector<std::uint64_t> met_;
  std::vector<Node> nodes_;
  // The best continuation so far:
  std::size_t pairs_left_ = 0;
  Word best_;
  std::vector<Runner> best_runners_;
};

}  // namespace remap
