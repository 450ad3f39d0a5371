#include "learning/tour/rules/tails.hpp"

#include <algorithm>
#include <utility>

namespace remap::symbolic {

void Tails::begin() {
  if (tails_.empty()) tails_.emplace_back();
  tails_.front().classes = rules_.places().classes();
  tails_.front().asked = 0;
  word_.clear();
  known_ = 0;
}

void Tails::read(std::span<const PropositionSet> word) {
  const std::size_t most = std::min({known_, word.size(), word_.size()});
  std::size_t shared = 0;
  while (shared < most && word[word.size() - 1 - shared] == word_[word_.size() - 1 - shared]) ++shared;
  known_ = shared;
  word_.assign(word.begin(), word.end());
}

std::span<const ClassId> Tails::after(std::size_t letters) {
  for (; known_ < letters; ++known_) {
    if (tails_.size() < known_ + 2) tails_.emplace_back();
    Tail& made = tails_[known_ + 1];
    rules_.prepend(word_[word_.size() - 1 - known_], tails_[known_].classes, made.classes);
    made.asked = 0;
  }
  return tails_[letters].classes;
}

std::span<const std::uint64_t> Tails::apart(std::size_t letters, ClassId own) {
  const std::span<const ClassId> classes = after(letters);
  Tail& tail = tails_[letters];
  for (std::size_t i = 0; i < tail.asked; ++i) {
    if (tail.apart[i].own == own) return tail.apart[i].places;
  }
  if (tail.asked == tail.apart.size()) tail.apart.emplace_back();
  Apart& made = tail.apart[tail.asked++];
  made.own = own;
  find_places(
      classes, [own](ClassId id) { return id != own; }, made.places);
  return made.places;
}

}  // namespace remap::symbolic
