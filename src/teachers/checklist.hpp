// Words by which a hypothesis can be checked by hand.
#pragma once

#include <vector>

#include "remap/automata/moore.hpp"

namespace remap {

/// Words that between them take every transition that can be reached, shortest first: a shortest way to each state,
/// followed by each letter that does not begin the shortest way to another state. At most `limit` of them.
std::vector<Word> checklist(const MooreMachine& machine, std::size_t limit);

/// Words to be checked by a person. First every transition that can be reached: the empty word, then a shortest way to
/// each state followed by each letter, shortest first. Then `longer` words drawn at random, each longer than those: a
/// machine that has too few states may get every transition right. Words are spelled when asked for, so that long lists
/// cost little.
class TransitionWords {
 public:
  /// How many longer words people are shown, drawn by the number of the equivalence question.
  static constexpr std::size_t shown_longer = 10;

  TransitionWords(const MooreMachine& machine, std::size_t longer, std::uint64_t seed);

  [[nodiscard]] std::size_t size() const noexcept { return transitions() + longer_.size(); }
  [[nodiscard]] std::size_t transitions() const noexcept { return 1 + ways_.size() * letters_; }
  [[nodiscard]] Word word(std::size_t position) const;

  /// Whether words of other transitions begin with this one.
  [[nodiscard]] bool leads_on(std::size_t position) const;

 private:
  std::size_t letters_;
  std::vector<std::size_t> ways_{0};  // per state, the position of the shortest way to it; in order
  std::vector<Word> longer_;
};

}  // namespace remap
