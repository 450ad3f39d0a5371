// Fingerprints of sequences of letters, by which words are told apart and found.
//
// A sequence is a polynomial with its letters as coefficients; its print is the value of the polynomial at a fixed
// point, modulo the prime 2^61 - 1, at two points (Karp and Rabin, 1987). So the print of a word followed by a suffix
// takes two multiplications, whatever their lengths, and a word is found by one look into a table. Sequences with the
// same print are taken to be the same: among a billion words of a hundred thousand letters, the chance that two
// different ones have the same print is below 10^-8 even if the points are the worst for most of them, and about 10^-19
// otherwise.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/storage/large_vector.hpp"
#include "remap/automata/alphabet.hpp"

namespace remap {

struct Print {
  std::uint64_t a, b;  // of the empty sequence: 0
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
  const std::uint64_t quotient = (sum + (sum >> 61) + 1) >> 61;  // rounded down
  return (sum + quotient) & modulus;
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

/// Finds numbers by prints, which are stored by its owner. It takes up to 16 bytes for a number, and
/// up to 61 while it is small. It grows in place, so that the system has to provide only what is added.
///
/// Numbers are in buckets of 64 bytes, a line of the processor's cache. Eight bits of a print, its tag, are compared
/// with the tags of a whole bucket at once, so that looking for a print that is not there, which is most of what a
/// learner does, takes one bucket and no unpredictable branch. What does not fit into its bucket is in the next.
class PrintIndex {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  /// Where a number is, or is to be put before any other one.
  struct Place {
    std::size_t bucket;
    std::uint32_t number;  // `none` if it is to be put there
  };

  PrintIndex() : buckets_(fewest_homes) {}

  /// What a print is looked for by.
  [[nodiscard]] static std::uint32_t hash_of(const Print& print) noexcept {
    return static_cast<std::uint32_t>(((print.a ^ print.b << 3) * 0x9e3779b97f4a7c15ULL) >> 32);
  }

  /// The number with this print, `none` if there is none. `print_at`: the print of a number.
  template <class PrintAt>
  [[nodiscard]] std::uint32_t find(const Print& print, const PrintAt& print_at) const noexcept {
    return place_of(print, hash_of(print), print_at).number;
  }
  /// Then so many numbers can be put. `print_at`: as above.
  template <class PrintAt>
  void make_room(std::size_t count, const PrintAt& print_at) {
    while (used_ + count > most_used_) [[unlikely]] grow(print_at);
  }
  template <class PrintAt>
  [[nodiscard]] Place place_of(const Print& print, std::uint32_t hash, const PrintAt& print_at) const noexcept;
  /// There must be room for it.
  void put(const Place& place, std::uint32_t hash, std::uint32_t number) {
    if (place.bucket == buckets_.size()) [[unlikely]]
      buckets_.push_back({});
    buckets_[place.bucket].add(tag_of(hash), number);
    ++used_;
  }
  /// The number with this print, or `none`: then it is `number` from now on, and there must be room for it.
  template <class PrintAt>
  std::uint32_t find_or_put(const Print& print, std::uint32_t hash, std::uint32_t number, const PrintAt& print_at) {
    Bucket& home = buckets_[this->home(hash)];
    if (home.used < slots && !home.has(tag_of(hash))) [[likely]] {
      home.add(tag_of(hash), number);
      ++used_;
      return none;
    }
    return find_or_put_beyond(print, hash, number, print_at);
  }
  /// A hint that a print will be looked for soon.
  void prefetch(std::uint32_t hash) const noexcept { __builtin_prefetch(&buckets_[home(hash)]); }

 private:
  static constexpr std::size_t slots = 12;
  static constexpr std::size_t fewest_homes = 32;
  struct Bucket {
    std::array<std::uint8_t, slots> tags{};
    std::uint32_t used = 0;
    std::array<std::uint32_t, slots> numbers{};

    void add(std::uint8_t tag, std::uint32_t number) noexcept {
      tags[used] = tag;
      numbers[used++] = number;
    }
    /// The slots with this tag, a byte for each, of the first eight and of the others: 0 where it is another tag.
    [[nodiscard]] std::array<std::uint64_t, 2> alike(std::uint8_t tag) const noexcept {
      using Bytes = std::uint8_t __attribute__((vector_size(16)));
      Bytes bytes;
      std::memcpy(&bytes, this, sizeof bytes);  // the tags, and `used`
      const auto same = bytes == tag;
      std::array<std::uint64_t, 2> slots_alike;
      std::memcpy(slots_alike.data(), &same, sizeof same);
      slots_alike[1] &= 0xffffffff;
      return slots_alike;
    }
    [[nodiscard]] bool has(std::uint8_t tag) const noexcept {
      const auto [first, others] = alike(tag);
      return (first | others) != 0;
    }
  };
  static_assert(sizeof(Bucket) == 64);

  /// Not 0, which is the tag of a free slot.
  static std::uint8_t tag_of(std::uint32_t hash) noexcept {
    return static_cast<std::uint8_t>(std::max<std::uint32_t>(hash >> 24, 1));
  }
  [[nodiscard]] static std::size_t most_used(std::size_t homes) noexcept { return homes * slots / 10 * 7; }
  /// Where the search begins.
  [[nodiscard]] std::size_t home(std::uint32_t hash) const noexcept { return hash & home_bits_; }
  template <class PrintAt>
  [[gnu::noinline]] std::uint32_t find_or_put_beyond(const Print& print, std::uint32_t hash, std::uint32_t number,
                                                     const PrintAt& print_at) {
    const Place place = place_of(print, hash, print_at);
    if (place.number == none) put(place, hash, number);
    return place.number;
  }
  template <class PrintAt>
  [[gnu::noinline]] void grow(const PrintAt& print_at);

  LargeVector<Bucket> buckets_;  // the homes, and those that follow the last of them if that is full
  std::size_t home_bits_ = fewest_homes - 1;
  std::size_t used_ = 0;
  std::size_t most_used_ = most_used(fewest_homes);
};

template <class PrintAt>
inline PrintIndex::Place PrintIndex::place_of(const Print& print, std::uint32_t hash,
                                              const PrintAt& print_at) const noexcept {
  const std::uint8_t tag = tag_of(hash);
  for (std::size_t at = home(hash);; ++at) {
    if (at == buckets_.size()) [[unlikely]]
      return {at, none};
    const Bucket& bucket = buckets_[at];
    const auto [first, others] = bucket.alike(tag);
    if ((first | others) != 0) {
      const auto there = [&](std::uint64_t alike, const std::uint32_t* numbers) {
        for (std::uint64_t left = alike & 0x0101010101010101; left != 0; left &= left - 1) {
          const std::uint32_t number = numbers[std::countr_zero(left) / 8];
          if (print_at(number) == print) return number;
        }
        return none;
      };
      std::uint32_t number = there(first, bucket.numbers.data());
      if (number == none) number = there(others, bucket.numbers.data() + 8);
      if (number != none) return {at, number};
    }
    if (bucket.used < slots) return {at, none};
  }
}

// A number stays at its home or moves up by a multiple of the number of homes that there were. It is never before its
// home, so one pass from the first bucket on, in which each is emptied and its numbers are put back, leaves no room
// before a number that was put back. What lies after the last home comes last, since those buckets are homes now.
template <class PrintAt>
void PrintIndex::grow(const PrintAt& print_at) {
  constexpr std::size_t ahead = 4, few = 8192;  // homes
  const std::size_t homes = home_bits_ + 1;
  const std::size_t more_homes = (homes < few ? 8 : 2) * homes;  // memory matters less than time at first
  buckets_.make_room(more_homes - homes);                        // or nothing has changed
  const std::vector<Bucket> last(buckets_.begin() + homes, buckets_.end());
  buckets_.resize(homes);
  buckets_.resize(more_homes);
  home_bits_ = more_homes - 1;
  most_used_ = most_used(more_homes);
  used_ = 0;
  const auto put_back = [&](const Bucket& bucket) {
    for (std::size_t i = 0; i < bucket.used; ++i) {
      const std::uint32_t hash = hash_of(print_at(bucket.numbers[i]));
      std::size_t at = home(hash);
      while (at < buckets_.size() && buckets_[at].used == slots) ++at;
      put({at, none}, hash, bucket.numbers[i]);
    }
  };
  for (std::size_t i = 0; i < homes; ++i) {
    if (i + ahead < homes) {
      const Bucket& later = buckets_[i + ahead];
      for (std::size_t j = 0; j < later.used; ++j) __builtin_prefetch(&print_at(later.numbers[j]));
    }
    put_back(std::exchange(buckets_[i], {}));
  }
  for (const Bucket& bucket : last) put_back(bucket);
}

}  // namespace remap
