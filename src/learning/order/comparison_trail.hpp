// All comparisons of a run with their answers, in order, in two bytes each.
//
// They are needed only when answers contradict each other, and there are as many as words. A learner asks about new
// words, so the left word mostly follows closely on the one before by number; the right word is mostly one of few, the
// representatives of classes, and has a short code. An entry is one unit of 16 bits, lowest bits first: the answer (2
// bits), the code of the right word (6 bits), how far the left word is from the one before (8 bits). If it is too far,
// or the right word has no code yet, four more units spell out both words, and the right word has the code from then
// on.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <span>

#include "base/storage/large_vector.hpp"
#include "learning/order/evidence.hpp"

namespace remap {

class ComparisonTrail {
  using Unit = std::uint16_t;
  static constexpr std::size_t codes = 64;
  static constexpr std::array<WordId, codes> all_free() {
    std::array<WordId, codes> right{};
    right.fill(no_word);
    return right;
  }

 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = ComparisonAnswer;
    using difference_type = std::ptrdiff_t;
    using pointer = const ComparisonAnswer*;
    using reference = const ComparisonAnswer&;

    reference operator*() const noexcept { return entry_; }
    Iterator& operator++() {
      at_ = next_;
      read();
      return *this;
    }
    bool operator==(const Iterator& other) const noexcept { return at_ == other.at_; }

   private:
    friend class ComparisonTrail;
    Iterator(const Unit* at, const Unit* end) : at_(at), next_(at), end_(end) { read(); }
    void read();
    WordId read_word();

    const Unit* at_;    // where the entry begins
    const Unit* next_;  // and the one after it
    const Unit* end_;
    WordId left_ = empty_word;                      // of the entry before
    std::array<WordId, codes> right_ = all_free();  // by code
    ComparisonAnswer entry_{};
  };

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// How many bytes it takes.
  [[nodiscard]] std::size_t bytes() const noexcept { return units_.size() * sizeof(Unit); }
  /// Lives until something is added.
  [[nodiscard]] Iterator begin() const { return {units_.begin(), units_.end()}; }
  [[nodiscard]] Iterator end() const { return {units_.end(), units_.end()}; }

  /// All but those whose answer is unsure.
  void add(std::span<const Comparison> questions, std::span<const Preference> answers);

 private:
  /// Where the code of a word is looked up.
  [[nodiscard]] static std::size_t place_of(WordId word) noexcept {
    return static_cast<std::uint32_t>(word) * 0x9e3779b1U >> 24;
  }

  LargeVector<Unit> units_;
  std::size_t size_ = 0;
  WordId left_ = empty_word;              // of the last entry
  std::array<std::uint8_t, 256> code_{};  // by a hash of the right word, if it has one
  std::array<WordId, codes> right_ = all_free();
  std::size_t given_ = 0;  // codes
};

}  // namespace remap
