// Which transitions have tests crossed, and where should the next test go?
//
// With purely random tests, the last few transitions would take as many tests as all others. So a test starts at a
// state with rarely crossed transitions, and at each step follows the less crossed of two random letters. Always
// choosing the best of all letters would remove the randomness, and tests of a small shape would repeat much the same
// words.
#pragma once

#include <limits>

#include "learning/discrimination/walks.hpp"
#include "remap/automata/random.hpp"

namespace remap {

class Crossings {
 public:
  explicit Crossings(std::size_t letters) : letters_(letters) {}

  /// Room for the transitions of one more state, none of them crossed.
  void add_state() { crossed_.resize(crossed_.size() + letters_, 0); }
  /// The transition has a new target: earlier tests of it no longer count.
  void forget(Transition transition) noexcept { crossed_[transition] = 0; }
  [[nodiscard]] std::size_t count(Transition transition) const noexcept { return crossed_[transition]; }

  /// A state with a rarely crossed transition: the least crossed of several after a random one.
  [[nodiscard]] State draw_start(Random& random) const;
  /// Draws a transition from a state and counts it as crossed.
  Transition draw_step(State state, Random& random) {
    const std::size_t row = index(state) * letters_;
    const std::size_t one = row + random.below(letters_);
    const std::size_t other = row + random.below(letters_);
    const std::size_t taken = crossed_[other] < crossed_[one] ? other : one;
    if (crossed_[taken] < std::numeric_limits<std::uint8_t>::max()) ++crossed_[taken];
    return static_cast<Transition>(taken);
  }
  /// A hint that a step from a state will be drawn soon.
  void prefetch(State state) const noexcept { __builtin_prefetch(&crossed_[index(state) * letters_]); }

 private:
  std::size_t letters_;
  LargeVector<std::uint8_t> crossed_;  // per transition: how often, saturating
};

}  // namespace remap
