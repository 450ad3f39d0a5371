#include "learning/refining/searches.hpp"

#include <algorithm>

namespace remap {

std::size_t Search::probe() const noexcept {
  if (low > 0) return low + (high - low) / 2;
  return std::max<std::size_t>(1, high > step ? high - step : high / 2);
}

void Search::narrow(ClassId id) noexcept {
  (id == end_class ? high : low) = at;
  (id == end_class ? high_word : low_word) = asked;
  step *= 2;
  asked = no_word;
}

Search& Searches::add(std::span<const Transition> steps, std::span<const Letter> letters, State end) {
  Search search;
  search.begin = steps_.size();
  search.length = search.high = steps.size();
  search.end = end;
  steps_.insert(steps_.end(), steps.begin(), steps.end());
  rests_.insert(rests_.end(), letters.begin(), letters.end());
  search.first_print = before_.size();
  for (; !letters.empty(); letters = letters.subspan(std::min(apart, letters.size()))) {
    before_.push_back(search.print);
    search.print = print_of(letters.first(std::min(apart, letters.size())), search.print);
  }
  return searches_.emplace_back(search);
}

void Searches::clear() noexcept {
  searches_.clear();
  steps_.clear();
  rests_.clear();
  before_.clear();
}

}  // namespace remap
