// Stretches of letters, the long ones stored once.
//
// The words of a deep machine end alike: nearly every one is an access word followed by one of few long suffixes.
// Stored one by one, the letters of n states take n³; here a long stretch that is there already, alone or as the end of
// a longer one, is not stored again. It is looked for by its last letters and by a sample of all of them, and compared
// in full, so what is missed costs memory and nothing else. 4 bytes per letter stored.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>

#include "learning/large_vector.hpp"
#include "remap/automata/alphabet.hpp"

namespace remap {

class LetterPool {
 public:
  /// Where these letters are from now on. They may not be letters of the pool itself.
  std::uint32_t place(std::span<const Letter> letters);
  /// Lives until letters are placed.
  [[nodiscard]] const Letter* at(std::uint32_t place) const noexcept { return letters_.data() + place; }
  /// How many are stored.
  [[nodiscard]] std::size_t size() const noexcept { return letters_.size(); }

 private:
  struct Stretch {
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
  };
  [[nodiscard]] bool ends_with(const Stretch& stretch, std::span<const Letter> letters) const noexcept;
  std::uint32_t store(std::span<const Letter> letters);

  LargeVector<Letter> letters_;
  std::unordered_map<std::uint64_t, Stretch> longest_;  // by its last letters
  std::unordered_map<std::uint64_t, Stretch> known_;    // by length and sample
};

}  // namespace remap
