#include "learning/symbolic/tails.hpp"

#include <algorithm>
#include <utility>

namespace remap::symbolic {

void Tails::begin() {
  if (tails_.empty()) tails_.emplace_back();
  tails_.front().classes = rules_.places().classes();
  tails_.front().own = no_class;
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
    made.own = no_class;
  }
  return tails_[letters].classes;
}

std::span<const std::uint64_t> Tails::apart(std::size_t letters, ClassId own) {
  const std::span<const ClassId> classes = after(letters);
  Tail& tail = tails_[letters];
  if (tail.own != own) {
    find_places(
        classes, [own](ClassId id) { return id != own; }, tail.apart);
    tail.own = own;
  }
  return tail.apart;
}

}  // namespace remap::symbolic
