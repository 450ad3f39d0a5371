// All comparisons of a run with their answers, in order, in one to three bytes each.
//
// They are needed only when answers contradict each other, and there are as many as words. A learner asks about new
// words, so the left word mostly follows the one before by number; the right word is mostly one that was just compared
// with. The first byte of an entry holds, lowest bits first: the answer (2 bits); the right word, one of the last three
// or spelled out (2 bits); how far the left word is from the one before, or that this is spelled out (4 bits).
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <span>

#include "learning/evidence.hpp"
#include "learning/large_vector.hpp"

namespace remap {

class ComparisonTrail {
  /// What the next entry refers to.
  struct Before {
    WordId left = empty_word;
    std::array<WordId, 3> rights{};  // the latest first
    void update(const Comparison& comparison) noexcept;
  };

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
    Iterator(const std::uint8_t* at, const std::uint8_t* end) : at_(at), next_(at), end_(end) { read(); }
    void read();
    std::uint64_t read_number();

    const std::uint8_t* at_;    // where the entry begins
    const std::uint8_t* next_;  // and the one after it
    const std::uint8_t* end_;
    Before before_;
    ComparisonAnswer entry_{};
  };

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// How many bytes it takes.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_.size(); }
  /// Lives until something is added.
  [[nodiscard]] Iterator begin() const { return {bytes_.begin(), bytes_.end()}; }
  [[nodiscard]] Iterator end() const { return {bytes_.end(), bytes_.end()}; }

  /// All but those whose answer is unsure.
  void add(std::span<const Comparison> questions, std::span<const Preference> answers);

 private:
  LargeVector<std::uint8_t> bytes_;
  std::size_t size_ = 0;
  Before before_;
};

}  // namespace remap
