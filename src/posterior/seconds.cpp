#include "posterior/seconds.hpp"

#include <algorithm>

namespace remap::posterior {

double seconds_to_place(const Word& word, int classes) noexcept {
  return seconds_a_placement + seconds_an_event * static_cast<double>(word.size()) +
         seconds_a_pile * std::max(0, classes - 2);
}

double seconds_to_compare(const Word& word, const Word& other, bool other_stays) noexcept {
  if (other_stays) return seconds_beside + seconds_an_event * static_cast<double>(word.size());
  const auto [end, other_end] = std::mismatch(word.begin(), word.end(), other.begin(), other.end());
  return seconds_a_comparison + seconds_an_event * static_cast<double>(word.size()) +
         seconds_an_event * static_cast<double>(other.end() - other_end);
}

double seconds_to_enter(const Word& word) noexcept {
  return seconds_an_example + seconds_an_event_entered * static_cast<double>(word.size());
}

}  // namespace remap::posterior
