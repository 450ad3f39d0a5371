#include "learning/walks.hpp"

#include <algorithm>
#include <array>

namespace remap {

namespace {
constexpr std::size_t long_walk = 32;  // steps
constexpr std::size_t most_steps = (std::size_t{1} << 63) - 1;
}  // namespace

const Walk* Walks::find(State start, WordId word) {
  const std::uint64_t key = std::uint64_t{index(start)} << 32 | index(word);
  const auto [found, fresh] = known_.try_emplace(key, make_id<Walk>(walks_.size()));
  return fresh ? nullptr : &found->second;
}

Walk Walks::add(State start, WordId word, std::span<const Letter> letters) {
  if (letters.size() >= long_walk) return add_recurring(start, word, letters);
  return add_new(start, word, letters);
}

Walk Walks::add_recurring(State start, WordId word, std::span<const Letter> letters) {
  if (const Walk* known = find(start, word)) return *known;
  return add_new(start, word, letters);
}

Walk Walks::add_new(State start, WordId word, std::span<const Letter> letters) {
  if (letters.size() >= long_walk) return add_long(start, word, letters);
  for (Letter letter : letters) steps_.push_back(static_cast<Transition>(letter));  // from state 0, until followed
  return end_walk(start, word);
}

Walk Walks::add_followed(State start, WordId word, std::span<const Transition> steps) {
  if (steps.size() >= long_walk) {
    spelled_.clear();
    for (Transition step : steps) spelled_.push_back(make_id<Letter>(step % letters_));
    return add_recurring(start, word, spelled_);
  }
  for (Transition step : steps) steps_.push_back(step);
  return end_walk(start, word);
}

Walk Walks::add_long(State start, WordId word, std::span<const Letter> letters) {
  steps_.push_back(letters_of_long_.place(letters));
  steps_.push_back(static_cast<Transition>(letters.size()));
  return end_walk(start, word, true);
}

Walk Walks::end_walk(State start, WordId word, bool is_long) {
  walks_.push_back({start, word, steps_.size() & most_steps, is_long});
  return make_id<Walk>(walks_.size() - 1);
}

std::span<const Letter> Walks::long_letters(Walk walk) const noexcept {
  const std::size_t at = begin(walk);
  return {letters_of_long_.at(steps_[at]), steps_[at + 1]};
}

// The test asks whether a step starts in `at`, by one subtraction. It must stay a branch, which the processor can
// predict: a conditional move would make every step wait for the one before.
State Walks::follow(Walk walk, std::span<const State> target) {
  State at = start(walk);
  if (walks_[index(walk)].is_long) {
    for (Letter letter : long_letters(walk)) at = target[index(at) * letters_ + index(letter)];
    return at;
  }
  const std::size_t end = walks_[index(walk)].end;
  for (std::size_t i = begin(walk); i < end; ++i) {
    const Transition base = static_cast<Transition>(at) * letters_;
    if (steps_[i] - base >= letters_) steps_[i] = base + steps_[i] % letters_;
    at = target[steps_[i]];
  }
  return at;
}

Transition Walks::last_step(Walk walk, std::span<const State> target) {
  if (!walks_[index(walk)].is_long) {
    follow(walk, target);
    return kept(walk).empty() ? no_transition : kept(walk).back();
  }
  const std::span<const Letter> letters = long_letters(walk);
  State at = start(walk);
  for (Letter letter : letters.first(letters.size() - 1)) at = target[index(at) * letters_ + index(letter)];
  return static_cast<Transition>(at) * letters_ + static_cast<Transition>(letters.back());
}

void Walks::follow_all(std::span<const Walk> walks, std::span<const State> target, std::span<State> ends) {
  for (std::size_t begin = 0; begin < walks.size(); begin += side_by_side) {
    const std::size_t end = std::min(begin + side_by_side, walks.size());
    std::array<const Letter*, side_by_side> letters{};
    std::array<std::size_t, side_by_side> left{};
    std::array<std::size_t, side_by_side> at{};
    std::array<std::size_t, side_by_side> place{};
    std::size_t running = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (!walks_[index(walks[i])].is_long) {
        ends[i] = follow(walks[i], target);
        continue;
      }
      const std::span<const Letter> way = long_letters(walks[i]);
      letters[running] = way.data();
      left[running] = way.size();
      at[running] = index(start(walks[i]));
      place[running++] = i;
    }
    while (running > 0) {
      const std::size_t steps = *std::min_element(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(running));
      if (running == side_by_side) {  // a number of times that the compiler knows
        for (std::size_t i = 0; i < steps; ++i) {
          for (std::size_t k = 0; k < side_by_side; ++k) at[k] = index(target[at[k] * letters_ + index(letters[k][i])]);
        }
      } else {
        for (std::size_t i = 0; i < steps; ++i) {
          for (std::size_t k = 0; k < running; ++k) at[k] = index(target[at[k] * letters_ + index(letters[k][i])]);
        }
      }
      std::size_t kept = 0;
      for (std::size_t k = 0; k < running; ++k) {
        if (left[k] == steps) {
          ends[place[k]] = make_id<State>(at[k]);
          continue;
        }
        letters[kept] = letters[k] + steps;
        left[kept] = left[k] - steps;
        at[kept] = at[k];
        place[kept++] = place[k];
      }
      running = kept;
    }
  }
}

std::span<const Transition> Walks::kept(Walk walk) const noexcept {
  return std::span(steps_).subspan(begin(walk), walks_[index(walk)].end - begin(walk));
}

std::span<const Transition> Walks::steps(Walk walk, std::span<const State> target) {
  if (!walks_[index(walk)].is_long) {
    follow(walk, target);
    return kept(walk);
  }
  scratch_.clear();
  State at = start(walk);
  for (Letter letter : long_letters(walk)) {
    scratch_.push_back(static_cast<Transition>(index(at) * letters_ + index(letter)));
    at = target[scratch_.back()];
  }
  return scratch_;
}

// A walk is the same as before up to the first marked transition that it crosses, so it does not matter whether the
// steps are those of then or of now. Several steps at once, without a branch for each.
bool Walks::crosses(Walk walk, std::span<const State> target, std::span<const std::uint8_t> marks) const {
  if (walks_[index(walk)].is_long) {
    State at = start(walk);
    for (Letter letter : long_letters(walk)) {
      const std::size_t step = index(at) * letters_ + index(letter);
      if (marks[step] != 0) return true;
      at = target[step];
    }
    return false;
  }
  std::span<const Transition> steps = kept(walk);
  for (constexpr std::size_t many = 16; steps.size() >= many; steps = steps.subspan(many)) {
    std::uint8_t any = 0;
    for (Transition step : steps.first(many)) any |= marks[step];
    if (any != 0) return true;
  }
  return std::any_of(steps.begin(), steps.end(), [&](Transition step) { return marks[step] != 0; });
}

void Walks::letters(Walk walk, Word& into) const {
  into.clear();
  if (walks_[index(walk)].is_long) {
    const std::span<const Letter> letters = long_letters(walk);
    into.assign(letters.begin(), letters.end());
    return;
  }
  for (Transition step : kept(walk)) into.push_back(make_id<Letter>(step % letters_));
}

}  // namespace remap
