// A set of words that is emptied all at once, a round's words, in one byte per word.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/storage/large_vector.hpp"
#include "remap/learning/question.hpp"

namespace remap {

class WordSet {
 public:
  [[nodiscard]] bool contains(WordId word) const noexcept {
    return index(word) < round_of_.size() && round_of_[index(word)] == round_;
  }
  /// False if it is there already.
  bool insert(WordId word) {
    if (index(word) >= round_of_.size()) [[unlikely]]
      round_of_.resize(index(word) + index(word) / 8 + 1, 0);
    if (round_of_[index(word)] == round_) return false;
    round_of_[index(word)] = round_;
    return true;
  }
  void clear() noexcept {
    if (++round_ != 0) return;
    std::fill(round_of_.begin(), round_of_.end(), std::uint8_t{0});
    round_ = 1;
  }

 private:
  LargeVector<std::uint8_t> round_of_;  // per word, the last round in which it was there
  std::uint8_t round_ = 1;
};

}  // namespace remap
