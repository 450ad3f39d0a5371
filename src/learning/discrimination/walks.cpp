#include "learning/discrimination/walks.hpp"

#include <algorithm>
#include <utility>

namespace remap {

namespace {
constexpr std::size_t kept_once = 32;   // steps
constexpr std::size_t long_walk = 256;  // likewise
constexpr std::size_t join_every = 32;  // letters
constexpr std::size_t most_steps = (std::size_t{1} << 63) - 1;
}  // namespace

std::optional<Walk> Walks::find(State start, WordId word) {
  std::uint32_t& number = known_.at(std::uint64_t{index(start)} << 32 | index(word));
  if (number != 0) return make_id<Walk>(number - 1);
  number = static_cast<std::uint32_t>(walks_.size() + 1);
  return std::nullopt;
}

Walk Walks::add(State start, WordId word, std::span<const Letter> letters) {
  if (letters.size() >= kept_once) return add_recurring(start, word, letters);
  return add_new(start, word, letters);
}

Walk Walks::add_recurring(State start, WordId word, std::span<const Letter> letters) {
  if (const std::optional<Walk> known = find(start, word)) return *known;
  return add_new(start, word, letters);
}

Walk Walks::add_new(State start, WordId word, std::span<const Letter> letters) {
  if (letters.size() >= long_walk) return add_long(start, word, letters);
  for (Letter letter : letters) steps_.push_back(static_cast<Transition>(letter));  // from state 0, until followed
  return end_walk(start, word);
}

Walk Walks::add_followed(State start, WordId word, std::span<const Transition> steps) {
  if (steps.size() >= kept_once) {
    if (const std::optional<Walk> known = find(start, word)) return *known;
  }
  if (steps.size() >= long_walk) {
    spelled_.clear();
    for (Transition step : steps) spelled_.push_back(make_id<Letter>(step % letters_));
    return add_long(start, word, spelled_);
  }
  for (Transition step : steps) steps_.push_back(step);
  return end_walk(start, word);
}

Walk Walks::add_long(State start, WordId word, std::span<const Letter> letters) {
  steps_.push_back(static_cast<Transition>(letters.front()));
  steps_.push_back(letters_of_long_.place(letters.subspan(1)));
  steps_.push_back(static_cast<Transition>(letters.size() - 1));
  return end_walk(start, word, true);
}

Walk Walks::end_walk(State start, WordId word, bool is_long) {
  walks_.push_back({start, word, steps_.size() & most_steps, is_long});
  return make_id<Walk>(walks_.size() - 1);
}

std::span<const Letter> Walks::other_letters(Walk walk) const noexcept {
  const std::size_t at = begin(walk);
  return {letters_of_long_.at(steps_[at + 1]), steps_[at + 2]};
}

State Walks::run(State at, std::span<const Letter> letters, std::span<const State> target) const noexcept {
  for (Letter letter : letters) at = target[index(at) * letters_ + index(letter)];
  return at;
}

// The test asks whether a step starts in `at`, by one subtraction. It must stay a branch, which the processor can
// predict: a conditional move would make every step wait for the one before.
State Walks::follow(Walk walk, std::span<const State> target) {
  if (walk == last_) return follow_last(target);
  if (is_long(walk)) return run(after_first(walk, target), other_letters(walk), target);
  State at = start(walk);
  const std::size_t end = walks_[index(walk)].end;
  for (std::size_t i = begin(walk); i < end; ++i) {
    const Transition base = static_cast<Transition>(at) * letters_;
    if (steps_[i] - base >= letters_) steps_[i] = base + steps_[i] % letters_;
    at = target[steps_[i]];
  }
  return at;
}

// The same up to the first change. What comes then is made anew; where a letter is repeated that leads nowhere, without
// a look at where it leads.
State Walks::follow_last(std::span<const State> target) {
  if (std::exchange(followed_, true)) return end_;
  State at = start(last_);
  std::size_t i = 0;
  for (; i < taken_.size() && taken_[i] - static_cast<Transition>(at) * letters_ < letters_; ++i)
    at = target[taken_[i]];
  const std::span<const Letter> letters = other_letters(last_);
  taken_.resize(letters.size() + 1);
  while (i < taken_.size()) {
    const Transition letter = i == 0 ? first_letter(last_) : static_cast<Transition>(letters[i - 1]);
    const Transition step = static_cast<Transition>(at) * letters_ + letter;
    taken_[i++] = step;
    const bool stays = target[step] == at;
    while (stays && i < taken_.size() && static_cast<Transition>(letters[i - 1]) == letter) taken_[i++] = step;
    at = target[step];
  }
  return end_ = at;
}

Transition Walks::last_step(Walk walk, std::span<const State> target) {
  if (!is_long(walk)) {
    follow(walk, target);
    return kept(walk).empty() ? no_transition : kept(walk).back();
  }
  const std::span<const Letter> letters = other_letters(walk);
  const State at = run(after_first(walk, target), letters.first(letters.size() - 1), target);
  return static_cast<Transition>(at) * letters_ + static_cast<Transition>(letters.back());
}

// All long walks that share letters end where these end, so they are taken in the order of their beginnings.
void Walks::follow_all(std::span<const Walk> walks, std::span<const State> target, std::span<State> ends) {
  together_.clear();
  for (std::size_t i = 0; i < walks.size(); ++i) {
    if (is_long(walks[i])) {
      together_.push_back(static_cast<std::uint32_t>(i));
    } else {
      ends[i] = follow(walks[i], target);
    }
  }
  const auto end_of = [&](std::uint32_t i) { return place(walks[i]) + other_letters(walks[i]).size(); };
  std::sort(together_.begin(), together_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(end_of(a), place(walks[a])) < std::pair(end_of(b), place(walks[b]));
  });
  met_.resize(std::max(met_.size(), target.size() / letters_));
  for (std::size_t begin = 0; begin < together_.size();) {
    const std::size_t end = end_of(together_[begin]);
    runners_.clear();
    joined_.clear();
    std::size_t at = place(walks[together_[begin]]), last = begin;
    for (; last < together_.size() && end_of(together_[last]) == end; ++last) {
      const Walk walk = walks[together_[last]];
      move_runners(at, place(walk), target);
      at = place(walk);
      const auto number = static_cast<std::uint32_t>(joined_.size());
      joined_.push_back(number);
      runners_.push_back({after_first(walk, target), number});
    }
    move_runners(at, end, target);
    for (const Runner& runner : runners_) ends[together_[begin + runner.number]] = runner.at;
    for (std::size_t i = begin; i < last; ++i) {
      std::size_t number = i - begin;
      while (joined_[number] != number) number = joined_[number] = joined_[joined_[number]];
      ends[together_[i]] = ends[together_[begin + number]];
    }
    begin = last;
  }
}

void Walks::move_runners(std::size_t from, std::size_t to, std::span<const State> target) {
  for (; from < to; ++from) {
    const std::size_t letter = index(*letters_of_long_.at(static_cast<std::uint32_t>(from)));
    for (Runner& runner : runners_) runner.at = target[index(runner.at) * letters_ + letter];
    if (from % join_every == 0) join_runners();
  }
}

void Walks::join_runners() {
  ++time_;
  std::size_t kept = 0;
  for (const Runner& runner : runners_) {
    Meeting& met = met_[index(runner.at)];
    if (met.time == time_) {
      joined_[runner.number] = met.number;
    } else {
      met = {time_, runner.number};
      runners_[kept++] = runner;
    }
  }
  runners_.resize(kept);
}

std::span<const Transition> Walks::kept(Walk walk) const noexcept {
  return std::span(steps_).subspan(begin(walk), walks_[index(walk)].end - begin(walk));
}

std::span<const Transition> Walks::steps(Walk walk, std::span<const State> target) {
  if (!is_long(walk)) {
    follow(walk, target);
    return kept(walk);
  }
  if (std::exchange(last_, walk) != walk) {
    taken_.clear();
    followed_ = false;
  }
  static_cast<void>(follow_last(target));
  return taken_;
}

// A walk is the same as before up to the first marked transition that it crosses, so it does not matter whether the
// steps are those of then or of now. Several steps at once, without a branch for each.
bool Walks::crosses(Walk walk, std::span<const State> target, std::span<const std::uint8_t> marks) const {
  if (is_long(walk)) {
    Transition step = static_cast<Transition>(start(walk)) * letters_ + first_letter(walk);
    for (Letter letter : other_letters(walk)) {
      if (marks[step] != 0) return true;
      step = static_cast<Transition>(target[step]) * letters_ + static_cast<Transition>(letter);
    }
    return marks[step] != 0;
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
  if (is_long(walk)) {
    const std::span<const Letter> letters = other_letters(walk);
    into.push_back(make_id<Letter>(first_letter(walk)));
    into.insert(into.end(), letters.begin(), letters.end());
    return;
  }
  for (Transition step : kept(walk)) into.push_back(make_id<Letter>(step % letters_));
}

}  // namespace remap
