#include "learning/absorption.hpp"

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
  for (WordId at = words_.parent(word); at != no_word; at = words_.parent(at)) {
    if (classes_.class_of(at) == absorbing) return true;
  }
  return false;
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
    WordId at = words_.parent(inquiry.word);
    while (at != no_word && !asked.contains(at)) at = words_.parent(at);
    if (at != no_word) {
      held_.push_back(inquiry);
    } else {
      admitted_.push_back(inquiry);
      unchecked_.push_back(inquiry.word);
    }
  }
  return admitted_;
}

// A word that came in between an older word and its parent leads to that one. Other new words lead only to new ones, of
// which nothing is known yet.
void Absorption::inherit() {
  const std::size_t before = left_.size();
  left_.resize(words_.size(), false);
  for (std::size_t w = before; w < left_.size(); ++w) {
    WordId below = make_id<WordId>(w);
    while (below != no_word && index(below) >= before) below = words_.first_extension(below);
    left_[w] = below != no_word && left_[index(below)];
  }
}

void Absorption::check() {
  const ClassId id = absorbing();
  if (id == no_class) return;
  inherit();
  for (WordId word : unchecked_) {
    if (classes_.class_of(word) == id) continue;
    for (WordId at = word; at != no_word && !left_[index(at)]; at = words_.parent(at)) {
      left_[index(at)] = true;
      if (classes_.class_of(at) == id) throw Conflict{};
    }
  }
  for (WordId word : unchecked_) {
    if (classes_.class_of(word) == id && left_[index(word)]) throw Conflict{};
  }
  unchecked_.clear();
}

}  // namespace remap
