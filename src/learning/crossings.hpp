// Which transitions have tests crossed, and where should the next test go?
//
// By chance alone the last few transitions to be tested would take as many tests as all others. So a test begins where
// few have been, and goes on by the less crossed of two random letters. To look at all letters would leave nothing to
// chance, and tests of a small shape would be much the same words again and again.
#pragma once

#include <limits>

#include "learning/walks.hpp"
#include "remap/automata/random.hpp"

namespace remap {

class Crossings {
 public:
  explicit Crossings(std::size_t letters) : letters_(letters) {}

  /// Room for the transitions of one more state, none of them crossed.
  void add_state() { crossed_.resize(crossed_.size() + letters_, 0); }
  /// The transition has got another target: what tests said of it counts no longer.
  void forget(Transition transition) noexcept { crossed_[transition] = 0; }
  [[nodiscard]] std::size_t count(Transition transition) const noexcept { return crossed_[transition]; }

  /// A state from where a transition leads that few tests have crossed: the fewest of some that follow a random one.
  [[nodiscard]] State draw_start(Random& random) const;
  /// A transition from a state, which counts as crossed once more.
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
  LargeVector<std::uint8_t> crossed_;  // per transition: how often, up to the largest number there is
};

}  // namespace remap
