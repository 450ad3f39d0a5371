// Sequences of letters, with long ones stored only once.
//
// The words of a deep machine share endings: nearly every one is an access word followed by one of few long suffixes.
// Stored separately, the words of n states take n³ letters; here a long sequence that is already stored, alone or as
// the end of a longer one, is not stored again. It is looked up by its last letters and by a sample of all of them, and
// compared in full, so a miss only costs memory. 4 bytes per stored letter.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/storage/large_vector.hpp"
#include "base/storage/number_map.hpp"
#include "remap/automata/alphabet.hpp"

namespace remap {

class LetterPool {
 public:
  /// Stores these letters and returns their position. They may be letters of the pool itself.
  std::uint32_t place(std::span<const Letter> letters);
  /// Valid until letters are stored.
  [[nodiscard]] const Letter* at(std::uint32_t place) const noexcept { return letters_.data() + place; }
  /// The number of stored letters.
  [[nodiscard]] std::size_t size() const noexcept { return letters_.size(); }

  /// All stored letters.
  [[nodiscard]] std::span<const Letter> letters() const noexcept { return {letters_.data(), letters_.size()}; }

 private:
  struct Stretch {
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
  };
  [[nodiscard]] bool ends_with(const Stretch& stretch, std::span<const Letter> letters) const noexcept;
  std::uint32_t store(std::span<const Letter> letters);
  /// The stretch for a key; an empty one if there was none.
  [[nodiscard]] Stretch& find(NumberMap& by, std::uint64_t key);

  LargeVector<Letter> letters_;
  std::vector<Stretch> stretches_;
  NumberMap longest_;  // by its last letters, from 1
  NumberMap known_;    // by length and sample, likewise
};

}  // namespace remap
