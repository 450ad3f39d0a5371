#include "teachers/book/booked_words.hpp"

#include <algorithm>

namespace remap {

WordId BookedWords::find(const WordTree& words, WordId word) {
  if (words.identity() != tree_) {
    tree_ = words.identity();
    booked_.clear();
  }
  if (booked_.size() < words.size()) booked_.resize(std::max(words.size(), booked_.size() * 2), no_word);
  booked_[index(empty_word)] = empty_word;
  path_.clear();
  while (booked_[index(word)] == no_word) {
    path_.push_back(word);
    word = words.parent(word);
  }
  WordId mine = booked_[index(word)];
  for (std::size_t i = path_.size(); i-- > 0;) {
    mine = book_.words().extend(mine, words.tail(path_[i]));
    booked_[index(path_[i])] = mine;
  }
  return mine;
}

}  // namespace remap
