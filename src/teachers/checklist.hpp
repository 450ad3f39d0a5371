// Words for checking a hypothesis by hand.
#pragma once

#include <vector>

#include "remap/learning/question.hpp"

namespace remap {

/// Words that together cover every reachable transition, shortest first: a shortest path to each state, followed by
/// each letter that does not extend it to the shortest path to another state. At most `limit` of them.
std::vector<Word> checklist(const Hypothesis& machine, std::size_t limit);

/// Words for a person to check. First every reachable transition: the empty word, then a shortest path to each state
/// followed by each letter (if letters are not listed, by the smallest letter to each successor), shortest first. Then
/// `longer` random words, each longer than those: a machine with too few states may get every transition right. Words
/// are spelled on demand, so that long lists are cheap.
class TransitionWords {
 public:
  /// How many longer words people are shown; the number of the equivalence question is their seed.
  static constexpr std::size_t shown_longer = 10;

  TransitionWords(const Hypothesis& machine, std::size_t longer, std::uint64_t seed);

  [[nodiscard]] std::size_t size() const noexcept { return transitions() + longer_.size(); }
  [[nodiscard]] std::size_t transitions() const noexcept { return begin_.back(); }
  [[nodiscard]] Word word(std::size_t position) const;

  /// Whether words of other transitions begin with this one.
  [[nodiscard]] bool leads_on(std::size_t position) const;

 private:
  /// `each(state, meet)` calls `meet` with the target of each transition of a state.
  template <class Each>
  void collect(std::size_t states, State initial, const Each& each);
  void draw(const Alphabet& alphabet, std::size_t longer, std::uint64_t seed);

  std::vector<std::size_t> ways_{0};   // per state, the position of the shortest path to it; increasing
  std::vector<std::size_t> begin_{1};  // per state, the position of its first transition; then the number of positions
  std::vector<Letter> letters_;        // per transition, if letters are not listed
  std::vector<Word> longer_;
};

}  // namespace remap
