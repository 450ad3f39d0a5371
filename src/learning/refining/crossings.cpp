#include "learning/refining/crossings.hpp"

#include <algorithm>
#include <limits>

#include "learning/tuning/tuning.hpp"

namespace remap {

namespace {

// The place of the least number, of the first if there are several. Two plain loops, because the processor can look at
// many numbers at once in these.
std::size_t first_least(std::span<const std::uint8_t> numbers) {
  std::uint8_t least = std::numeric_limits<std::uint8_t>::max();
  for (std::uint8_t number : numbers) least = std::min(least, number);
  return static_cast<std::size_t>(std::find(numbers.begin(), numbers.end(), least) - numbers.begin());
}
}  // namespace

State Crossings::draw_start(Random& random) const {
  const std::span<const std::uint8_t> crossed(crossed_);
  const std::size_t first = random.below(crossed.size());
  const std::size_t looks = std::min(tuning::most_transitions_looked_at, crossed.size());
  const std::size_t end = std::min(first + looks, crossed.size());
  std::size_t best = first + first_least(crossed.subspan(first, end - first));
  if (const std::size_t around = first + looks - end; around > 0) {  // after the last comes the first
    const std::size_t other = first_least(crossed.first(around));
    if (crossed[other] < crossed[best]) best = other;
  }
  return make_id<State>(best / letters_);
}

}  // namespace remap
