#include "learning/tour/rules/letter_space.hpp"

#include <algorithm>

namespace remap::symbolic {

namespace {

std::size_t size_of(PropositionSet set) { return static_cast<std::size_t>(std::popcount(set)); }

// How many sets of at most `most` out of `free` propositions there are, as far as `limit`.
std::size_t subsets(std::size_t free, std::size_t most, std::size_t limit) {
  std::size_t total = 0, with = 1;  // sets of exactly so many propositions
  for (std::size_t size = 0; size <= std::min(free, most); ++size) {
    total += with;
    if (total >= limit || with > limit * (size + 1)) return limit;
    with = with * (free - size) / (size + 1);
  }
  return std::min(total, limit);
}

}  // namespace

LetterSpace::LetterSpace(const Alphabet& alphabet)
    : alphabet_(alphabet), propositions_(alphabet.propositions().size()), most_(0) {
  everything_ = propositions_ == 64 ? ~PropositionSet{0} : (PropositionSet{1} << propositions_) - 1;
  if (!alphabet.listed()) {
    most_ = propositions_;
    all_sets_ = true;
    return;
  }
  for (const PropositionSet set : alphabet.sets()) most_ = std::max(most_, size_of(set));
  if (subsets(propositions_, most_, alphabet.size() + 1) != alphabet.size()) listed_ = alphabet.sets();
  all_sets_ = listed_.empty() && most_ == propositions_;
}

PropositionSet LetterSpace::smallest(const Cube& cube) const {
  if (listed_.empty()) return cube.value;
  PropositionSet best = everything_;
  bool any = false;
  for (const PropositionSet set : listed_) {
    if (!cube.contains(set) || (any && size_of(set) >= size_of(best))) continue;
    best = set;
    any = true;
  }
  return best;
}

std::size_t LetterSpace::count(const Cube& cube, std::size_t most) const {
  if (listed_.empty()) {
    const std::size_t on = size_of(cube.value);
    return on > most_ ? 0 : subsets(propositions_ - cube.literals(), most_ - on, most);
  }
  std::size_t found = 0;
  for (std::size_t i = 0; i < listed_.size() && found < most; ++i) found += cube.contains(listed_[i]) ? 1 : 0;
  return found;
}

}  // namespace remap::symbolic
