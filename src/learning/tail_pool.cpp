#include "learning/tail_pool.hpp"

#include <limits>

#include "remap/automata/error.hpp"

namespace remap {

namespace {
constexpr std::size_t small_letters = 4096;
constexpr std::size_t most_tails = std::numeric_limits<std::uint32_t>::max() - 1;
}  // namespace

TailPool::TailPool() { entries_.push_back({{}, 0, 0}); }

TailId TailPool::insert(std::span<const Letter> letters, const Print& print) {
  if (letters.empty()) return empty_tail;
  const auto number = static_cast<std::uint32_t>(entries_.size());
  const auto print_at = [&](std::uint32_t tail) -> const Print& { return entries_[tail].print; };
  const std::uint32_t known = by_print_.find(print, print_at);
  if (known != PrintIndex::none) return TailId{known};
  if (entries_.size() >= most_tails) throw Error("TailPool: more than four billion sequences");
  copy_.assign(letters.begin(), letters.end());  // they move when they are in the pool itself
  const std::uint32_t place = letters_.place(copy_);
  entries_.push_back({print, place, static_cast<std::uint32_t>(letters.size())});
  static_cast<void>(by_print_.find_or_add(print, number, print_at));
  return TailId{number};
}

TailId TailPool::insert(Letter letter) {
  if (index(letter) >= small_letters) return insert(std::span(&letter, 1));
  if (index(letter) >= of_letter_.size()) of_letter_.resize(index(letter) + 1, empty_tail);
  TailId& tail = of_letter_[index(letter)];
  if (tail == empty_tail) tail = insert(std::span(&letter, 1));
  return tail;
}

}  // namespace remap
