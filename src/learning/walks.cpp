#include "remap/learning/walks.hpp"

#include <algorithm>

namespace remap {

Walk Walks::add(State start, WordId word, std::span<const Letter> letters) {
  for (Letter letter : letters) steps_.push_back(static_cast<Transition>(letter));  // from state 0, until followed
  walks_.push_back({start, word, steps_.size()});
  return make_id<Walk>(walks_.size() - 1);
}

// The test asks whether a step starts in `at`, by one subtraction. It must stay a branch, which the processor can
// predict: a conditional move would make every step wait for the one before.
State Walks::follow(Walk walk, std::span<const State> target) {
  State at = start(walk);
  const std::size_t end = walks_[index(walk)].end;
  for (std::size_t i = begin(walk); i < end; ++i) {
    const Transition base = static_cast<Transition>(at) * letters_;
    if (steps_[i] - base >= letters_) steps_[i] = base + steps_[i] % letters_;
    at = target[steps_[i]];
  }
  return at;
}

void Walks::follow_new(std::span<const Walk> walks, std::span<const State> target, std::span<State> ends) {
  std::size_t longest = 0;
  for (std::size_t w = 0; w < walks.size(); ++w) {
    ends[w] = start(walks[w]);
    longest = std::max(longest, steps(walks[w]).size());
  }
  for (std::size_t i = 0; i < longest; ++i) {
    for (std::size_t w = 0; w < walks.size(); ++w) {
      const std::size_t at = begin(walks[w]) + i;
      if (at >= walks_[index(walks[w])].end) continue;
      steps_[at] += static_cast<Transition>(ends[w]) * letters_;  // it was a mere letter
      ends[w] = target[steps_[at]];
    }
  }
}

std::span<const Transition> Walks::steps(Walk walk) const noexcept {
  return std::span(steps_).subspan(begin(walk), walks_[index(walk)].end - begin(walk));
}

void Walks::letters(Walk walk, Word& into) const {
  into.clear();
  for (Transition step : steps(walk)) into.push_back(make_id<Letter>(step % letters_));
}

}  // namespace remap
