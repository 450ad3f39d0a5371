#include "learning/state_tests/splitting_suffixes.hpp"

namespace remap {

namespace {
// The estimated share of tests that find something: (found + 0.2) / (tests + 10).
constexpr double found_before = 0.2;
constexpr double tests_before = 10;
constexpr double promise = 0.3;   // what an end of a counterexample is worth, in tests that found something
constexpr double any_letter = 5;  // splits shared out among all letters before the first one
}  // namespace

SplittingSuffixes::SplittingSuffixes(std::size_t letters) {
  for (std::size_t i = 0; i < letters; ++i) letters_.add(any_letter / static_cast<double>(letters));
}

void SplittingSuffixes::split(std::span<const Letter> suffix, std::span<const Letter> involved) {
  praise(suffix, 1);
  count_letters(involved);
}

void SplittingSuffixes::counterexample(std::span<const Letter> letters) {
  for (std::size_t i = 1; i < letters.size(); ++i) praise(letters.subspan(i), promise);
  count_letters(letters);
}

void SplittingSuffixes::tested(Suffix suffix, bool found) {
  Entry& entry = suffixes_[index(suffix)];
  entry.tests += 1;
  entry.found += found ? 1 : 0;
  weigh(index(suffix));
}

void SplittingSuffixes::spell(Suffix suffix, Word& into) {
  words_.spell(suffixes_[index(suffix)].word, scratch_);
  into.insert(into.end(), scratch_.begin(), scratch_.end());
}

Letter SplittingSuffixes::draw_letter(Random& random) const { return make_id<Letter>(letters_.draw(random)); }

void SplittingSuffixes::praise(std::span<const Letter> suffix, double by) {
  if (suffix.empty()) return;
  const auto [found, fresh] = find_.try_emplace(words_.insert(suffix), suffixes_.size());
  if (fresh) {
    suffixes_.push_back({found->first, 0, 0});
    weights_.add(found_before / tests_before);
  }
  suffixes_[found->second].found += by;
  weigh(found->second);
}

void SplittingSuffixes::weigh(std::size_t at) {
  weights_.set(at, (suffixes_[at].found + found_before) / (suffixes_[at].tests + tests_before));
}

void SplittingSuffixes::count_letters(std::span<const Letter> letters) {
  counts_.assign(letters_.size(), 0);
  for (const Letter letter : letters) ++counts_[index(letter)];
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] > 0) letters_.set(i, letters_.weight(i) + counts_[i]);
  }
}

}  // namespace remap
