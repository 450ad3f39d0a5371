#include "learning/walks.hpp"

namespace remap {

namespace {
constexpr std::size_t long_walk = 32;  // steps
}  // namespace

const Walk* Walks::find(State start, WordId word, std::size_t length) {
  if (length < long_walk) return nullptr;
  const std::uint64_t key = std::uint64_t{index(start)} << 32 | index(word);
  const auto [found, fresh] = long_.try_emplace(key, make_id<Walk>(walks_.size()));
  return fresh ? nullptr : &found->second;
}

Walk Walks::add(State start, WordId word, std::span<const Letter> letters) {
  if (const Walk* known = find(start, word, letters.size())) return *known;
  for (Letter letter : letters) steps_.push_back(static_cast<Transition>(letter));  // from state 0, until followed
  return end_walk(start, word);
}

Walk Walks::add_followed(State start, WordId word, std::span<const Transition> steps) {
  if (const Walk* known = find(start, word, steps.size())) return *known;
  for (Transition step : steps) steps_.push_back(step);
  return end_walk(start, word);
}

Walk Walks::end_walk(State start, WordId word) {
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

std::span<const Transition> Walks::steps(Walk walk) const noexcept {
  return std::span(steps_).subspan(begin(walk), walks_[index(walk)].end - begin(walk));
}

void Walks::letters(Walk walk, Word& into) const {
  into.clear();
  for (Transition step : steps(walk)) into.push_back(make_id<Letter>(step % letters_));
}

}  // namespace remap
