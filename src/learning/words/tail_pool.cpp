#include "learning/words/tail_pool.hpp"

#include <limits>

#include "remap/automata/error.hpp"

namespace remap {

namespace {
constexpr std::size_t small_letters = 4096;
constexpr std::size_t most_tails = std::numeric_limits<std::uint32_t>::max() - 1;
}  // namespace

TailPool::TailPool() { entries_.push_back({{}, print_power(0), 0, 0}); }

TailId TailPool::insert(std::span<const Letter> letters, const Print& print) {
  if (letters.empty()) return empty_tail;
  const auto print_at = [&](std::uint32_t tail) -> const Print& { return entries_[tail].print; };
  const std::uint32_t hash = PrintIndex::hash_of(print);
  by_print_.make_room(1, print_at);
  const PrintIndex::Place place = by_print_.place_of(print, hash, print_at);
  if (place.number != PrintIndex::none) return TailId{place.number};
  const TailId tail = add(letters, print);
  by_print_.put(place, hash, static_cast<std::uint32_t>(tail));
  return tail;
}

TailId TailPool::add(std::span<const Letter> letters, const Print& print) {
  if (entries_.size() >= most_tails) throw Error("TailPool: more than four billion sequences");
  const auto number = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back(
      {print, print_power(letters.size()), letters_.place(letters), static_cast<std::uint32_t>(letters.size())});
  return TailId{number};
}

TailId TailPool::insert_first(Letter letter) {
  const TailId tail = insert(std::span(&letter, 1));
  if (index(letter) >= small_letters) return tail;
  if (index(letter) >= of_letter_.size()) of_letter_.resize(index(letter) + 1, empty_tail);
  return of_letter_[index(letter)] = tail;
}

}  // namespace remap
