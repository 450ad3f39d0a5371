#include "learning/testing/splitting_suffixes.hpp"

#include "learning/tuning/tuning.hpp"

namespace remap {

SplittingSuffixes::SplittingSuffixes(std::size_t letters) {
  for (std::size_t i = 0; i < letters; ++i) letters_.add(tuning::any_letter / static_cast<double>(letters));
}

void SplittingSuffixes::split(std::span<const Letter> suffix, std::span<const Letter> involved) {
  praise(suffix, print_of(suffix), 1);
  count_letters(involved);
}

// Each ending has its print from the next shorter one, so that a long counterexample takes time by its length.
void SplittingSuffixes::counterexample(std::span<const Letter> letters) {
  prints_.assign(letters.size() + 1, {});
  Print power = print_power(0);
  for (std::size_t i = letters.size(); i-- > 0;) {
    prints_[i] = joined(joined({}, letters[i]), prints_[i + 1], power);
    power = joined(power, {}, prints::base);
  }
  for (std::size_t i = 1; i < letters.size(); ++i) praise(letters.subspan(i), prints_[i], tuning::suffix_promise);
  count_letters(letters);
}

void SplittingSuffixes::tested(Suffix suffix, bool found) {
  Entry& entry = suffixes_[index(suffix)];
  entry.tests += 1;
  entry.found += found ? 1 : 0;
  weigh(index(suffix));
}

void SplittingSuffixes::spell(Suffix suffix, Word& into) const {
  const std::span<const Letter> letters = tails_.letters(make_id<TailId>(index(suffix) + 1));
  into.insert(into.end(), letters.begin(), letters.end());
}

Letter SplittingSuffixes::draw_letter(Random& random) const { return make_id<Letter>(letters_.draw(random)); }

void SplittingSuffixes::praise(std::span<const Letter> suffix, const Print& print, double by) {
  if (suffix.empty()) return;
  const std::size_t at = index(tails_.insert(suffix, print)) - 1;
  if (at == suffixes_.size()) {
    suffixes_.push_back({});
    weights_.add(tuning::suffix_found_before / tuning::suffix_tests_before);
  }
  suffixes_[at].found += by;
  weigh(at);
}

void SplittingSuffixes::weigh(std::size_t at) {
  weights_.set(
      at, (suffixes_[at].found + tuning::suffix_found_before) / (suffixes_[at].tests + tuning::suffix_tests_before));
}

void SplittingSuffixes::count_letters(std::span<const Letter> letters) {
  counts_.assign(letters_.size(), 0);
  for (const Letter letter : letters) ++counts_[index(letter)];
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] > 0) letters_.set(i, letters_.weight(i) + counts_[i]);
  }
}

}  // namespace remap
