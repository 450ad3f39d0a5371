#include "learning/testing/random_walks.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "learning/tuning/tuning.hpp"

namespace remap {

namespace {
// Tests start short, which makes their analysis cheap while anything is wrong, and grow as long as they find nothing.
constexpr std::size_t longest_walk = 30;
constexpr std::size_t words_at_once = 32;  // words are made so many at a time, because the time goes into finding them
}  // namespace

std::size_t RandomWalks::room_after(State start) const {
  if (longest_ == no_limit) return longest_walk;
  const std::size_t length = refiner_.words().length(refiner_.tree().access(start));
  return length < longest_ ? std::min(longest_walk, longest_ - length) : 0;
}

void RandomWalks::add(std::size_t count, std::size_t agreements) {
  const std::size_t letters = refiner_.letters();
  Crossings& crossings = refiner_.crossings();
  std::array<Transition, words_at_once * longest_walk> steps{};
  std::array<Letter, words_at_once * longest_walk> spelled{};
  std::array<std::size_t, words_at_once> length{};
  std::array<State, words_at_once> start{}, end{};
  std::array<std::uint8_t, words_at_once> on_the_way{};
  std::array<WordId, words_at_once> words{};
  std::array<WordTree::Suffix, words_at_once> rest;
  for (std::size_t done = 0; done < count;) {
    std::size_t size = 0;
    for (; done < count && size < words_at_once; ++done) {
      start[size] = end[size] = crossings.draw_start(random_);
      const std::size_t most =
          std::min(longest_walk, tuning::shortest_walk + tuning::walk_growth * (agreements + done));
      const std::size_t room = room_after(start[size]);
      if (room == 0) continue;
      length[size] = std::min<std::size_t>(room, 1 + random_.below(most));
      words[size] = refiner_.tree().access(start[size]);
      ++size;
    }
    // All of them a step at a time. Those that go on are listed, in order, without a branch for each.
    std::size_t walking = size;
    std::iota(on_the_way.begin(), on_the_way.end(), std::uint8_t{0});
    for (std::size_t step = 0; walking > 0; ++step) {
      std::size_t left = 0;
      for (std::size_t w = 0; w < walking; ++w) {
        const std::size_t i = on_the_way[w];
        const Transition taken = crossings.draw_step(end[i], random_);
        steps[i * longest_walk + step] = taken;
        spelled[i * longest_walk + step] = make_id<Letter>(taken - index(end[i]) * letters);
        end[i] = refiner_.target(taken);
        crossings.prefetch(end[i]);
        refiner_.prefetch_targets(end[i]);
        on_the_way[left] = static_cast<std::uint8_t>(i);
        left += step + 1 < length[i] ? 1 : 0;
      }
      walking = left;
    }
    for (std::size_t i = 0; i < size; ++i) {
      const std::span<const Letter> walk = std::span(spelled).subspan(i * longest_walk, length[i]);
      rest[i] = {walk, print_of(walk)};
    }
    refiner_.words().extend_all(std::span(words).first(size), std::span(rest).first(size));
    for (std::size_t i = 0; i < size; ++i) {
      if (!refiner_.is_open(words[i])) continue;
      refiner_.add_test(start[i], words[i], std::span(steps).subspan(i * longest_walk, length[i]));
    }
  }
}

}  // namespace remap
