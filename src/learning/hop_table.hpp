// Per word of a tree, a hop over many letters and words to another one; open addressing in one array.
#pragma once

#include <cstdint>

#include "learning/large_vector.hpp"
#include "remap/automata/alphabet.hpp"

namespace remap {

struct Hop {
  WordId from = no_word;  // none: the slot is free
  WordId to = no_word;
  std::uint32_t letters = 0;  // where they are stored
  std::uint16_t length = 0;   // how many
  std::uint16_t words = 0;    // how many it leads past, with the last
};

class HopTable {
 public:
  /// The hop from a word; null if there is none.
  [[nodiscard]] const Hop* find(WordId from) const noexcept {
    if (slots_.empty()) return nullptr;
    const Hop& slot = slots_[slot_of(from)];
    return slot.from == no_word ? nullptr : &slot;
  }
  /// Unless there is one from the same word.
  void add(const Hop& hop) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    Hop& slot = slots_[slot_of(hop.from)];
    if (slot.from != no_word) return;
    slot = hop;
    ++used_;
  }

 private:
  [[nodiscard]] std::size_t slot_of(WordId from) const noexcept {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = (index(from) * 0x9e3779b97f4a7c15ULL >> 32) & mask;
    while (slots_[slot].from != no_word && slots_[slot].from != from) slot = (slot + 1) & mask;
    return slot;
  }
  void grow() {
    LargeVector<Hop> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    for (const Hop& hop : old) {
      if (hop.from != no_word) slots_[slot_of(hop.from)] = hop;
    }
  }

  LargeVector<Hop> slots_;  // a power of two
  std::size_t used_ = 0;
};

}  // namespace remap
