#include "learning/ranking/absorption.hpp"

#include <algorithm>
#include <unordered_set>

namespace remap {

ClassId Absorption::absorbing() const {
  for (std::size_t rank = 0; rank < classes_.size(); ++rank) {
    const ClassId id = classes_.at_rank(rank);
    if (classes_.certain_value(id) == output_) return id;
  }
  return no_class;
}

bool Absorption::absorbed(WordId word, ClassId absorbing) const {
  const std::vector<WordId> prefixes = words_.prefixes(word);
  return std::any_of(prefixes.begin(), prefixes.end(), [&](WordId at) { return classes_.class_of(at) == absorbing; });
}

std::span<const Inquiry> Absorption::admit(std::span<const Inquiry> inquiries) {
  scratch_.assign(held_.begin(), held_.end());
  scratch_.insert(scratch_.end(), inquiries.begin(), inquiries.end());
  held_.clear();
  admitted_.clear();
  const ClassId id = absorbing();
  std::unordered_set<WordId> asked;
  for (const Inquiry& inquiry : scratch_) asked.insert(inquiry.word);
  const auto settled = [&](WordId word) {
    if (word == no_word || id == no_class || !absorbed(word, id)) return false;
    classes_.join(word, id);
    return true;
  };
  for (const Inquiry& inquiry : scratch_) {
    const bool first = settled(inquiry.word), second = settled(inquiry.twin);
    if (first || second) continue;
    if (inquiry.twin != no_word) {
      admitted_.push_back(inquiry);
      continue;
    }
    const std::vector<WordId> prefixes = words_.prefixes(inquiry.word);
    if (std::any_of(prefixes.begin(), prefixes.end(), [&](WordId at) { return asked.contains(at); })) {
      held_.push_back(inquiry);
    } else {
      admitted_.push_back(inquiry);
      unchecked_.push_back(inquiry.word);
    }
  }
  return admitted_;
}

void Absorption::check() {
  const ClassId id = absorbing();
  if (id == no_class) return;
  for (WordId word : unchecked_) {
    if (classes_.class_of(word) == id) continue;
    // From the longest prefix on, until one whose prefixes have been noted, too.
    const std::vector<Print> prefixes = words_.prefix_prints(word);
    for (std::size_t length = prefixes.size(); length-- > 0 && left_.insert(prefixes[length]).second;) {
      const WordId prefix = words_.find(prefixes[length]);
      if (prefix != no_word && classes_.class_of(prefix) == id) throw Conflict{};
    }
  }
  for (WordId word : unchecked_) {
    if (classes_.class_of(word) == id && left_.contains(words_.print(word))) throw Conflict{};
  }
  unchecked_.clear();
}

}  // namespace remap
