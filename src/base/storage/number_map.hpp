// Small numbers by key.
//
// Open addressing in one array, so that a look-up takes a multiplication and mostly one memory access, and emptying it
// keeps the array.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace remap {

class NumberMap {
 public:
  /// How many keys have a number.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// The number of a key, 0 if it has none.
  [[nodiscard]] std::uint32_t operator[](std::uint64_t key) const noexcept {
    return slots_.empty() ? 0 : slots_[slot_of(key)].number;
  }
  /// The same, to be changed. One that is 0 has to be given another number at once.
  [[nodiscard]] std::uint32_t& at(std::uint64_t key) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[slot_of(key)];
    if (slot.number == 0) {
      slot.key = key;
      ++size_;
    }
    return slot.number;
  }
  /// A hint that a key will be needed soon.
  void prefetch(std::uint64_t key) const noexcept {
    if (!slots_.empty()) __builtin_prefetch(&slots_[first_slot(key)]);
  }
  void clear() noexcept {
    if (size_ == 0) return;
    std::fill(slots_.begin(), slots_.end(), Slot{});
    size_ = 0;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t number = 0;  // 0: the slot is free
  };

  [[nodiscard]] std::size_t first_slot(std::uint64_t key) const noexcept {
    return key * 0x9E3779B97F4A7C15ULL >> shift_;
  }
  [[nodiscard]] std::size_t slot_of(std::uint64_t key) const noexcept {
    const std::size_t at = first_slot(key);
    return is_slot_of(key, at) ? at : further_slot(key, at);
  }
  [[nodiscard]] bool is_slot_of(std::uint64_t key, std::size_t at) const noexcept {
    return slots_[at].number == 0 || slots_[at].key == key;
  }
  // Apart, since most are where they are looked for first.
  [[nodiscard, gnu::noinline]] std::size_t further_slot(std::uint64_t key, std::size_t at) const noexcept {
    const std::size_t mask = slots_.size() - 1;
    do at = (at + 1) & mask;
    while (!is_slot_of(key, at));
    return at;
  }
  [[gnu::noinline]] void grow() {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(std::max<std::size_t>(8, 2 * slots_.size())));
    shift_ = 64 - std::countr_zero(slots_.size());
    for (const Slot& slot : old) {
      if (slot.number != 0) slots_[slot_of(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;  // a power of two
  int shift_ = 0;
  std::size_t size_ = 0;
};

}  // namespace remap
