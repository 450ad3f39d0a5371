// Where every place leads to with the last letters of a word, and which places that tells apart.
//
// Each letter takes a pass over all places. Words that end alike share these passes if they are read one after the
// other (`Records::by_ending`): most words of a run are a letter from a state and one of few suffixes.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "learning/tour/rules/rules.hpp"

namespace remap::symbolic {

using PlaceSet = std::vector<std::uint64_t>;  // bit p % 64 of entry p / 64 stands for place p

/// How many places two sets of the same length share.
inline std::size_t count_shared(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) noexcept {
  std::size_t count = 0;
  for (std::size_t block = 0; block < a.size(); ++block) count += count_ones(a[block] & b[block]);
  return count;
}

/// How many places of a set are not in another one, which may be shorter.
inline std::size_t count_besides(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) noexcept {
  std::size_t count = 0;
  for (std::size_t block = 0; block < a.size(); ++block) {
    count += count_ones(block < b.size() ? a[block] & ~b[block] : a[block]);
  }
  return count;
}

/// Whether a set, which may be short, holds a place.
inline bool holds_place(std::span<const std::uint64_t> set, std::size_t place) noexcept {
  return place / 64 < set.size() && (set[place / 64] >> place % 64 & 1) != 0;
}

/// The places for which `is_one` is true of the class in `tail`.
template <class IsOne>
void find_places(std::span<const ClassId> tail, const IsOne& is_one, PlaceSet& into) {
  into.clear();
  std::array<std::uint8_t, 64> ones{};
  while (!tail.empty()) {
    const std::size_t count = std::min(ones.size(), tail.size());
    if (count < ones.size()) ones.fill(0);
    for (std::size_t i = 0; i < count; ++i) ones[i] = is_one(tail[i]) ? 1 : 0;
    std::uint64_t places = 0;
    for (std::size_t i = 0; i < ones.size(); i += 8) {  // the product has bit 0 of each byte in its highest byte
      std::uint64_t bytes = 0;
      for (std::size_t k = 0; k < 8; ++k) bytes |= std::uint64_t{ones[i + k]} << (8 * k);
      places |= (bytes * 0x0102040810204080ULL >> 56) << i;
    }
    into.push_back(places);
    tail = tail.subspan(count);
  }
}

class Tails {
 public:
  explicit Tails(const Rules& rules) : rules_(rules) {}

  /// Forgets all, since rules or classes may have changed.
  void begin();
  /// The word that the next two are about, until rules change.
  void read(std::span<const PropositionSet> word);
  /// Per place, the class that so many last letters lead to.
  [[nodiscard]] std::span<const ClassId> after(std::size_t letters);
  /// The places from which they lead to another class than this one.
  [[nodiscard]] std::span<const std::uint64_t> apart(std::size_t letters, ClassId own);

 private:
  struct Apart {
    ClassId own = no_class;
    PlaceSet places;
  };
  struct Tail {
    std::vector<ClassId> classes;  // per place
    std::vector<Apart> apart;      // for the classes that were asked for, then what is left of other tails
    std::size_t asked = 0;         // how many these are
  };

  const Rules& rules_;
  std::vector<PropositionSet> word_;
  std::vector<Tail> tails_;  // by the number of letters
  std::size_t known_ = 0;    // for how many letters
};

}  // namespace remap::symbolic
