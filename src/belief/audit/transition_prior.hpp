// Where a transition of a machine leads, as guessed from all its other transitions.
//
// Machines differ in kind: in most states of a task most letters do nothing; elsewhere a letter leads to the same place
// from everywhere, or anything goes anywhere. So the chance of a target is a mixture: the state itself, where the same
// letter leads from other states, where other letters lead from the same state, any state. The shares are those that
// explain the machine best (expectation maximisation), each transition being predicted from all others.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace remap::belief {

class TransitionPrior {
 public:
  using Index = std::uint32_t;
  /// `next` has a row of `letters` targets per state; transitions that do not count are marked in `skipped`.
  TransitionPrior(std::span<const Index> next, std::size_t letters, const std::vector<bool>& skipped);

  /// The chance that this letter leads from one state to the other, whatever it does in the machine.
  [[nodiscard]] double chance(Index from, Index letter, Index to) const;

 private:
  static constexpr std::size_t kinds = 4;
  [[nodiscard]] std::array<double, kinds> by_kind(Index from, Index letter, Index to) const;

  std::vector<Index> next_;
  std::size_t letters_, states_;
  std::vector<bool> skipped_;
  std::vector<double> of_letter_, of_state_;      // how often a letter, and a state, leads to each state
  std::vector<double> letter_count_, row_count_;  // transitions
  std::array<double, kinds> share_{};
};

}  // namespace remap::belief
