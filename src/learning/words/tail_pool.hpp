// Sequences of letters that words end with, known by numbers.
//
// A learner extends many words by the same suffixes, so a word stores the number of its tail, and a suffix has its
// print ready when a word is extended by it. 24 bytes for each, up to 16 to find it again, where that is useful, and 4
// for each letter, of which long sequences that end alike share their ends (letter_pool.hpp).
#pragma once

#include "learning/words/letter_pool.hpp"
#include "learning/words/print.hpp"

namespace remap {

enum class TailId : std::uint32_t {};
inline constexpr TailId empty_tail{0};

class TailPool {
 public:
  TailPool();

  /// The number of a sequence of letters; it is stored if it is new. They may be letters of a tail.
  TailId insert(std::span<const Letter> letters) { return insert(letters, print_of(letters)); }
  TailId insert(std::span<const Letter> letters, const Print& print);
  TailId insert(Letter letter) {
    const bool known = index(letter) < of_letter_.size() && of_letter_[index(letter)] != empty_tail;
    return known ? of_letter_[index(letter)] : insert_first(letter);
  }
  /// A number for a sequence, at least one letter, that is not likely to come again. Here, too, they may be letters of
  /// a tail.
  TailId add(std::span<const Letter> letters, const Print& print);

  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
  /// All letters stored; shared endings are stored once.
  [[nodiscard]] std::span<const Letter> all_letters() const noexcept { return letters_.letters(); }
  [[nodiscard]] std::size_t length(TailId tail) const noexcept { return entries_[index(tail)].length; }
  /// Valid until a sequence is stored.
  [[nodiscard]] std::span<const Letter> letters(TailId tail) const noexcept {
    const Entry& entry = entries_[index(tail)];
    return {letters_.at(entry.place), entry.length};
  }
  /// Where its letters begin among all letters stored, where these letters stay.
  [[nodiscard]] std::size_t place(TailId tail) const noexcept { return entries_[index(tail)].place; }
  /// The print of a sequence followed by the tail.
  [[nodiscard]] Print extended(const Print& print, TailId tail) const noexcept {
    const Entry& entry = entries_[index(tail)];
    return joined(print, entry.print, entry.power);
  }

 private:
  TailId insert_first(Letter letter);
  struct Entry {
    Print print;
    Print power;  // `print_power` of its length
    std::uint32_t place;
    std::uint32_t length;
  };

  LetterPool letters_;
  LargeVector<Entry> entries_;
  PrintIndex by_print_;
  std::vector<TailId> of_letter_;  // of single letters with small numbers; empty_tail: not stored yet
};

}  // namespace remap
