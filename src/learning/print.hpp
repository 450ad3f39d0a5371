// Fingerprints of sequences of letters, by which words are told apart and found.
//
// A sequence is a polynomial with its letters as coefficients; its print is the value of the polynomial at a fixed
// point, modulo the prime 2^61 - 1, at two points (Karp and Rabin, 1987). So the print of a word followed by a suffix
// takes two multiplications, whatever their lengths, and a word is found by one look into a table. Sequences with the
// same print are taken to be the same: among a billion words of a hundred thousand letters, the chance that two
// different ones have the same print is below 10^-8 even if the points are the worst for most of them, and about 10^-19
// otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "learning/large_vector.hpp"
#include "remap/automata/alphabet.hpp"

namespace remap {

struct Print {
  std::uint64_t a = 0, b = 0;  // the empty sequence
  bool operator==(const Print&) const = default;
};

/// Arithmetic modulo 2^61 - 1.
namespace prints {

__extension__ using Product = unsigned __int128;
inline constexpr std::uint64_t modulus = (std::uint64_t{1} << 61) - 1;
inline constexpr Print base{0x0ae3c41f95b60d87ULL, 0x13d2f8a64e7b1c59ULL};

/// x y + z
constexpr std::uint64_t times_plus(std::uint64_t x, std::uint64_t y, std::uint64_t z) noexcept {
  const Product product = Product{x} * y;
  const std::uint64_t sum =
      (static_cast<std::uint64_t>(product) & modulus) + static_cast<std::uint64_t>(product >> 61) + z;
  const std::uint64_t folded = (sum & modulus) + (sum >> 61);
  return folded >= modulus ? folded - modulus : folded;
}

}  // namespace prints

/// The print of a sequence followed by another one. `power`: `print_power` of the length of the latter.
constexpr Print joined(const Print& first, const Print& second, const Print& power) noexcept {
  return {prints::times_plus(first.a, power.a, second.a), prints::times_plus(first.b, power.b, second.b)};
}
/// The print of what remains of a sequence after its beginning. `power`: `print_power` of the length of the rest.
constexpr Print rest_of(const Print& whole, const Print& beginning, const Print& power) noexcept {
  const auto minus = [](std::uint64_t x, std::uint64_t y) { return x >= y ? x - y : x + prints::modulus - y; };
  const Print shifted = joined(beginning, {}, power);
  return {minus(whole.a, shifted.a), minus(whole.b, shifted.b)};
}
constexpr Print joined(const Print& first, Letter letter) noexcept {
  const std::uint64_t number = std::uint64_t{index(letter)} + 1;
  return joined(first, {number, number}, prints::base);
}

namespace prints {

// The power of its order less one, by Fermat.
constexpr std::uint64_t inverse(std::uint64_t x) noexcept {
  std::uint64_t result = 1;
  for (std::uint64_t left = modulus - 2; left > 0; left /= 2, x = times_plus(x, x, 0)) {
    if (left % 2 != 0) result = times_plus(result, x, 0);
  }
  return result;
}
inline constexpr Print inverse_base{inverse(base.a), inverse(base.b)};

inline constexpr std::array<Print, 64> powers = [] {
  std::array<Print, 64> made{};
  made[0] = {1, 1};
  for (std::size_t i = 1; i < made.size(); ++i) made[i] = joined(made[i - 1], {}, base);
  return made;
}();
Print large_power(std::size_t length) noexcept;

}  // namespace prints

/// The print of a sequence without its last letter.
constexpr Print without_last(const Print& print, Letter letter) noexcept {
  return joined(rest_of(print, joined({}, letter), {1, 1}), {}, prints::inverse_base);
}

/// The power of the point that a print is multiplied by when so many letters follow.
inline Print print_power(std::size_t length) noexcept {
  return length < prints::powers.size() ? prints::powers[length] : prints::large_power(length);
}
/// Of the letters, or of a sequence with the print `before` followed by them.
Print print_of(std::span<const Letter> letters, Print before = {}) noexcept;

/// Finds numbers by prints. It stores 8 bytes for a number, in at most 2.9 times as many places; the prints are stored
/// by its owner. It grows in place, so that the system has to provide only what is added.
class PrintIndex {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  PrintIndex() : slots_(fewest_homes + 1) {}

  /// What a print is looked for by.
  [[nodiscard]] static std::uint32_t hash_of(const Print& print) noexcept {
    return static_cast<std::uint32_t>(((print.a ^ print.b << 3) * 0x9e3779b97f4a7c15ULL) >> 32);
  }

  /// The number with this print, `none` if there is none. `print_at`: the print of a number.
  template <class PrintAt>
  [[nodiscard]] std::uint32_t find(const Print& print, const PrintAt& print_at) const noexcept {
    return slots_[slot_of(print, hash_of(print), print_at)].number;
  }
  /// Where the number with this print is, or is to be put before any other one.
  template <class PrintAt>
  [[nodiscard]] std::size_t place_of(const Print& print, std::uint32_t hash, const PrintAt& print_at) {
    if (used_ >= most_used_) [[unlikely]]
      grow();
    return slot_of(print, hash, print_at);
  }
  /// `none` if it is to be put there.
  [[nodiscard]] std::uint32_t number_at(std::size_t place) const noexcept { return slots_[place].number; }
  void put(std::size_t place, std::uint32_t hash, std::uint32_t number) {
    fill(place, {hash, number});
    ++used_;
  }
  /// A hint that a print will be looked for soon.
  void prefetch(std::uint32_t hash) const noexcept { __builtin_prefetch(&slots_[home(hash)]); }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = none;  // none: the slot is free
  };
  static constexpr std::size_t fewest_homes = 1024;

  [[nodiscard]] static std::size_t most_used(std::size_t homes) noexcept { return homes / 10 * 7; }
  /// Where the search begins.
  [[nodiscard]] std::size_t home(std::uint32_t hash) const noexcept { return hash & home_bits_; }
  /// The one with this print, or a free one for it.
  template <class PrintAt>
  [[nodiscard]] std::size_t slot_of(const Print& print, std::uint32_t hash, const PrintAt& print_at) const noexcept {
    const Slot* slots = slots_.data();
    std::size_t at = home(hash);
    while (slots[at].number != none && (slots[at].hash != hash || !(print_at(slots[at].number) == print))) ++at;
    return at;
  }
  void fill(std::size_t at, Slot slot) {
    if (at + 1 == slots_.size()) [[unlikely]]
      slots_.push_back({});
    slots_[at] = slot;
  }
  [[gnu::noinline, gnu::cold]] void grow();

  LargeVector<Slot> slots_;  // the homes and those that follow the last of them, where a free one is at the end
  std::size_t home_bits_ = fewest_homes - 1;
  std::size_t used_ = 0;
  std::size_t most_used_ = most_used(fewest_homes);
};

}  // namespace remap
