#include "learning/random_tests.hpp"

#include <algorithm>
#include <array>

namespace remap {

namespace {
// Tests start short, which makes their analysis cheap while anything is wrong, and grow as long as they find nothing.
constexpr std::size_t shortest_test = 3;  // letters after the access word, at most
constexpr std::size_t test_growth = 2;    // more per agreement
constexpr std::size_t longest_test = 30;
// Agreements in a row before the shape is offered: so many, and so many more per state. Where letters are sets of
// propositions a random letter says little, so fewer are spent there: a tenth per state.
constexpr std::size_t fewest_tests = 5;
constexpr double test_share = 0.15;
constexpr std::size_t words_at_once = 32;  // words are made so many at a time, because the time goes into finding them
}  // namespace

void RandomTests::letters_are_opaque(std::size_t care) {
  fewest_ = care * fewest_tests;
  share_ = static_cast<double>(care) * test_share;
}

void RandomTests::test() {
  if (!refiner_.tests_passed()) return;
  const std::size_t states = refiner_.tree().states();
  const std::size_t enough = fewest_ + static_cast<std::size_t>(share_ * static_cast<double>(states));
  if (refiner_.agreements() >= enough) return refiner_.offer();
  add(std::min(enough - refiner_.agreements(), refiner_.most_at_once()));
}

void RandomTests::add(std::size_t count) {
  const std::size_t letters = refiner_.letters();
  Crossings& crossings = refiner_.crossings();
  std::array<Transition, words_at_once * longest_test> steps{};
  std::array<Letter, words_at_once * longest_test> spelled{};
  std::array<std::size_t, words_at_once> length{};
  std::array<State, words_at_once> start{}, end{};
  std::array<WordId, words_at_once> words{};
  std::array<std::span<const Letter>, words_at_once> rest;
  for (std::size_t size = 0; count > 0; count -= size) {
    size = std::min(count, words_at_once);
    for (std::size_t i = 0; i < size; ++i) {
      start[i] = end[i] = crossings.draw_start(random_);
      const std::size_t before = refiner_.agreements() + refiner_.tests().size() + i;
      length[i] = 1 + random_.below(std::min(longest_test, shortest_test + test_growth * before));
      words[i] = refiner_.tree().access(start[i]);
      rest[i] = std::span(spelled).subspan(i * longest_test, length[i]);
    }
    for (std::size_t step = 0; step < longest_test; ++step) {
      for (std::size_t i = 0; i < size; ++i) {
        if (step >= length[i]) continue;
        const Transition taken = crossings.draw_step(end[i], random_);
        steps[i * longest_test + step] = taken;
        spelled[i * longest_test + step] = make_id<Letter>(taken % letters);
        end[i] = refiner_.target(taken);
        crossings.prefetch(end[i]);
        refiner_.prefetch_targets(end[i]);
      }
    }
    refiner_.words().extend_all(std::span(words).first(size), std::span(rest).first(size));
    for (std::size_t i = 0; i < size; ++i) {
      refiner_.add_test(start[i], words[i], std::span(steps).subspan(i * longest_test, length[i]), end[i]);
    }
  }
}

}  // namespace remap
