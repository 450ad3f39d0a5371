#include "learning/words/letter_pool.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>

#include "remap/automata/error.hpp"

namespace remap {

namespace {

constexpr std::size_t worth_sharing = 32;  // letters: more than random tests have
constexpr std::size_t looked_at = 16;      // letters that a stretch is looked for by
constexpr std::size_t most_letters = std::numeric_limits<std::uint32_t>::max();

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) noexcept {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 29);
}

std::uint64_t hash_of_end(std::span<const Letter> letters) noexcept {
  std::uint64_t hash = 0;
  for (const Letter letter : letters.last(looked_at)) hash = mix(hash, index(letter));
  return hash;
}

std::uint64_t hash_of_sample(std::span<const Letter> letters) noexcept {
  std::uint64_t hash = letters.size();
  for (std::size_t i = 0; i < looked_at; ++i) hash = mix(hash, index(letters[i * letters.size() / looked_at]));
  return hash;
}

}  // namespace

bool LetterPool::ends_with(const Stretch& stretch, std::span<const Letter> letters) const noexcept {
  return stretch.length >= letters.size() &&
         std::memcmp(at(stretch.begin + stretch.length - static_cast<std::uint32_t>(letters.size())), letters.data(),
                     letters.size_bytes()) == 0;
}

std::uint32_t LetterPool::store(std::span<const Letter> letters) {
  if (letters_.size() + letters.size() > most_letters) throw Error("LetterPool: more than four billion letters");
  const auto begin = static_cast<std::uint32_t>(letters_.size());
  const bool own = std::less_equal{}(letters_.begin(), letters.data()) && std::less{}(letters.data(), letters_.end());
  const std::ptrdiff_t at = own ? letters.data() - letters_.data() : 0;  // they move when there is not enough room
  letters_.resize_for_overwrite(letters_.size() + letters.size());
  std::copy_n(own ? letters_.data() + at : letters.data(), letters.size(), letters_.data() + begin);
  return begin;
}

LetterPool::Stretch& LetterPool::find(NumberMap& by, std::uint64_t key) {
  std::uint32_t& number = by.at(key);
  if (number == 0) {
    stretches_.emplace_back();
    number = static_cast<std::uint32_t>(stretches_.size());
  }
  return stretches_[number - 1];
}

std::uint32_t LetterPool::place(std::span<const Letter> letters) {
  if (letters.size() < worth_sharing) return store(letters);
  const auto length = static_cast<std::uint32_t>(letters.size());
  const std::uint64_t end = hash_of_end(letters);
  const Stretch longest = find(longest_, end);
  if (ends_with(longest, letters)) return longest.begin + longest.length - length;
  Stretch& known = find(known_, hash_of_sample(letters));
  if (known.length == length && ends_with(known, letters)) return known.begin;
  const std::uint32_t begin = store(letters);
  known = {begin, length};
  if (length > longest.length) find(longest_, end) = known;
  return begin;
}

}  // namespace remap
