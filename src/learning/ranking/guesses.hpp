// What a word's class is expected to be, as ranks, and which class to look at first because of that.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace remap {

template <class Rank>
struct Guesses {
  static constexpr Rank none = std::numeric_limits<Rank>::max();
  Rank expected = none, alternative = none;
  bool one_of_two = false;  // as in an inquiry

  [[nodiscard]] bool any() const noexcept { return expected != none || alternative != none; }

  /// Drops those that are not among the ranks from `begin` to `end`.
  void narrow(std::uint32_t begin, std::uint32_t end) noexcept {
    const auto possible = [&](Rank rank) { return rank != none && rank >= begin && rank < end; };
    if (!possible(alternative)) alternative = none;
    if (!possible(expected)) expected = std::exchange(alternative, none);
  }

  /// The rank whose answer is most likely to leave nothing open, if something is expected. If two classes are likely,
  /// that is one of them, or, if the learner prefers that, one between them. `outcomes`: how many there are from one
  /// rank to another.
  template <class Outcomes>
  [[nodiscard]] std::uint32_t first_look(std::uint32_t begin, std::uint32_t end, const Outcomes& outcomes) const {
    if (alternative == none) return expected;
    const auto open = [&](std::uint32_t guess, std::uint32_t looked_at) {
      if (guess == looked_at) return 0;
      return (guess < looked_at ? outcomes(begin, looked_at) : outcomes(looked_at + 1, end)) > 1 ? 1 : 0;
    };
    const std::uint32_t first = std::min(expected, alternative), last = std::max(expected, alternative);
    std::uint32_t best = expected;
    int least = open(alternative, best);
    for (std::uint32_t rank = first; rank <= last && least > 0; ++rank) {
      const int cost = 2 * open(expected, rank) + open(alternative, rank);
      const bool guessed = rank == first || rank == last;
      if (cost >= least || (!guessed && !one_of_two)) continue;
      least = cost;
      best = rank;
    }
    return best;
  }
};

}  // namespace remap
