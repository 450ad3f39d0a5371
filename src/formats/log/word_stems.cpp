#include "formats/log/word_stems.hpp"

#include <algorithm>

namespace remap {

namespace {

constexpr std::size_t remembered = 64;
constexpr std::size_t shortest_word = 32;    // that refers to stems
constexpr std::size_t shortest_stretch = 8;  // shorter ones are as short in letters

}  // namespace

void Stems::use(std::size_t number) {
  const auto found =
      std::find_if(recent_.begin(), recent_.end(), [&](const Stem& stem) { return stem.number == number; });
  if (found != recent_.end()) std::rotate(recent_.begin(), found, found + 1);
}

Stems::Parts Stems::split(std::span<const Letter> word) {
  Parts parts{{}, word, {}};
  if (word.size() < shortest_word) return parts;
  for (const Stem& stem : recent_) {
    const auto same = static_cast<std::size_t>(
        std::mismatch(word.begin(), word.end(), stem.letters.begin(), stem.letters.end()).first - word.begin());
    if (same >= shortest_stretch && same > parts.begin.length) parts.begin = {stem.number, 0, same};
    if (same == word.size()) break;
  }
  const std::span<const Letter> rest = word.subspan(parts.begin.length);
  for (const Stem& stem : recent_) {
    if (parts.end.length == rest.size()) break;
    const auto same = static_cast<std::size_t>(
        std::mismatch(rest.rbegin(), rest.rend(), stem.letters.rbegin(), stem.letters.rend()).first - rest.rbegin());
    if (same >= shortest_stretch && same > parts.end.length) {
      parts.end = {stem.number, stem.letters.size() - same, same};
    }
  }
  parts.middle = rest.first(rest.size() - parts.end.length);
  if (parts.end.length > 0) use(parts.end.stem);
  if (parts.begin.length > 0) use(parts.begin.stem);
  return parts;
}

bool Stems::worth_a_stem(const Parts& parts, std::size_t length) {
  return length >= shortest_word && parts.middle.size() > shortest_word / 2 + length / 8;
}

std::size_t Stems::add(std::span<const Letter> word) {
  if (recent_.size() == remembered) recent_.pop_back();
  recent_.insert(recent_.begin(), {next_, {word.begin(), word.end()}});
  return next_++;
}

std::vector<std::uint64_t> Stems::used() const {
  std::vector<std::uint64_t> numbers;
  for (const Stem& stem : recent_) numbers.insert(numbers.begin(), stem.number);
  return numbers;
}

void ReadStems::add(std::uint64_t number, std::vector<Letter> letters) {
  stems_.insert_or_assign(number, Stem{std::move(letters), ++clock_});
}

const std::vector<Letter>* ReadStems::use(std::uint64_t number) const {
  const auto found = stems_.find(number);
  if (found == stems_.end()) return nullptr;
  found->second.used = ++clock_;
  return &found->second.letters;
}

std::vector<std::uint64_t> ReadStems::used() const {
  std::vector<std::uint64_t> numbers;
  for (const auto& [number, stem] : stems_) numbers.push_back(number);
  std::sort(numbers.begin(), numbers.end(),
            [&](std::uint64_t a, std::uint64_t b) { return stems_.at(a).used < stems_.at(b).used; });
  if (numbers.size() > remembered) numbers.erase(numbers.begin(), numbers.end() - remembered);
  return numbers;
}

Stems ReadStems::continued() const {
  Stems result;
  for (const std::uint64_t number : used()) {
    result.recent_.insert(result.recent_.begin(), {number, stems_.at(number).letters});
  }
  if (!stems_.empty()) result.next_ = stems_.rbegin()->first + 1;
  return result;
}

}  // namespace remap
