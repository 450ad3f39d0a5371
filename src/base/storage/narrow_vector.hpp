// A vector of numbers that takes as few bytes for each as the largest of them needs: one, two or four.
//
// What is known of each word of a large run is one small number, mostly one of few classes, and there are more words
// than anything else.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/storage/large_vector.hpp"

namespace remap {

class NarrowVector {
 public:
  /// What is there before a number is.
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// How many bytes each number takes.
  [[nodiscard]] std::size_t width() const noexcept { return width_; }

  [[nodiscard]] std::uint32_t operator[](std::size_t at) const noexcept {
    if (width_ == 1) return widened(bytes_[at]);
    if (width_ == 2) return widened(load<std::uint16_t>(at));
    return load<std::uint32_t>(at);
  }
  void set(std::size_t at, std::uint32_t number) {
    if (number >= limit_ && number != none) [[unlikely]]
      widen(number);
    store(at, number);
  }
  /// The same for a number that the vector holds elsewhere, so that it needs no more room.
  void repeat(std::size_t at, std::uint32_t number) noexcept { store(at, number); }
  /// Sets numbers one after the other as long as they take a byte and there is none in their place. Returns how many.
  /// `place_of`, `number_of`: of an item.
  template <class Item, class PlaceOf, class NumberOf>
  std::size_t set_new(std::span<const Item> items, const PlaceOf& place_of, const NumberOf& number_of) noexcept {
    if (width_ != 1) return 0;
    const std::span<std::uint8_t> bytes(bytes_.data(), size_);
    std::size_t set = 0;
    for (; set < items.size(); ++set) {
      const std::size_t place = place_of(items[set]);
      const std::uint32_t number = number_of(items[set]);
      if (place >= bytes.size() || bytes[place] != all_ones || number >= all_ones) break;
      bytes[place] = static_cast<std::uint8_t>(number);
    }
    return set;
  }
  void resize(std::size_t size) {
    bytes_.resize(size * width_, all_ones);
    size_ = size;
  }
  void clear() noexcept {
    bytes_.clear();
    size_ = 0;
  }
  /// A hint that a number will be looked at soon.
  void prefetch(std::size_t at) const noexcept { __builtin_prefetch(&bytes_[at * width_]); }

 private:
  static constexpr std::uint8_t all_ones = std::numeric_limits<std::uint8_t>::max();

  template <class Number>
  static std::uint32_t widened(Number number) noexcept {
    return number == std::numeric_limits<Number>::max() ? none : number;
  }
  template <class Number>
  [[nodiscard]] Number load(std::size_t at) const noexcept {
    Number number;
    std::memcpy(&number, &bytes_[at * sizeof number], sizeof number);
    return number;
  }
  template <class Number>
  void store_as(std::size_t at, Number number) noexcept {
    std::memcpy(&bytes_[at * sizeof number], &number, sizeof number);
  }
  void store(std::size_t at, std::uint32_t number) noexcept {
    if (width_ == 1) return store_as(at, static_cast<std::uint8_t>(number));
    if (width_ == 2) return store_as(at, static_cast<std::uint16_t>(number));
    store_as(at, number);
  }
  [[gnu::noinline, gnu::cold]] void widen(std::uint32_t number) {
    NarrowVector wider;
    wider.width_ = number < std::numeric_limits<std::uint16_t>::max() ? 2 : 4;
    wider.limit_ = wider.width_ == 2 ? std::numeric_limits<std::uint16_t>::max() : none;
    wider.resize(size_);
    for (std::size_t i = 0; i < size_; ++i) wider.store(i, (*this)[i]);
    *this = std::move(wider);
  }

  LargeVector<std::uint8_t> bytes_;
  std::size_t size_ = 0;
  std::size_t width_ = 1;
  std::uint32_t limit_ = all_ones;  // the least number that does not fit
};

}  // namespace remap
