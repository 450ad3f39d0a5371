#include "learning/letter_rules.hpp"

#include <algorithm>
#include <cmath>

namespace remap {

namespace {

class Builder {
 public:
  Builder(std::span<const KnownLetter> known, std::span<const PropositionSet> letters, std::size_t propositions)
      : known_(known.begin(), known.end()), letters_(letters), propositions_(propositions) {
    rules_.target.resize(letters.size(), no_state);
    order_.resize(letters.size());
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<std::uint32_t>(i);
  }

  LetterRules build() {
    grow(known_, order_);
    return std::move(rules_);
  }

 private:
  // The expected number of bits still needed to tell the targets of `known` apart, times their number.
  double uncertainty(std::span<const KnownLetter> known, PropositionSet bit, bool with) {
    targets_.clear();
    for (const KnownLetter& k : known) {
      if (bit == 0 || ((k.set & bit) != 0) == with) targets_.push_back(k.target);
    }
    std::sort(targets_.begin(), targets_.end());
    double bits = 0;
    for (std::size_t i = 0; i < targets_.size();) {
      std::size_t j = i;
      while (j < targets_.size() && targets_[j] == targets_[i]) ++j;
      const auto count = static_cast<double>(j - i);
      bits -= count * std::log2(count / static_cast<double>(targets_.size()));
      i = j;
    }
    return bits;
  }

  void grow(std::span<KnownLetter> known, std::span<std::uint32_t> letters) {
    const bool alike =
        std::all_of(known.begin(), known.end(), [&](const KnownLetter& k) { return k.target == known.front().target; });
    if (alike) {
      for (std::uint32_t letter : letters) rules_.target[letter] = known.front().target;
      return;
    }
    PropositionSet best = 0;
    double least = 0;
    for (std::size_t p = 0; p < propositions_; ++p) {
      const PropositionSet bit = PropositionSet{1} << p;
      const auto with =
          std::count_if(known.begin(), known.end(), [&](const KnownLetter& k) { return (k.set & bit) != 0; });
      if (with == 0 || with == static_cast<std::ptrdiff_t>(known.size())) continue;
      const double left = uncertainty(known, bit, true) + uncertainty(known, bit, false);
      if (best == 0 || left < least - 1e-9) {
        best = bit;
        least = left;
      }
    }
    rules_.relevant |= best;
    const auto split = [best](auto span, auto set_of) {
      const auto middle =
          std::stable_partition(span.begin(), span.end(), [&](const auto& x) { return (set_of(x) & best) == 0; });
      const auto cut = static_cast<std::size_t>(middle - span.begin());
      return std::pair(span.first(cut), span.subspan(cut));
    };
    const auto [known_without, known_with] = split(known, [](const KnownLetter& k) { return k.set; });
    const auto [without, with] = split(letters, [this](std::uint32_t letter) { return letters_[letter]; });
    grow(known_without, without);
    grow(known_with, with);
  }

  std::vector<KnownLetter> known_;
  std::span<const PropositionSet> letters_;
  std::size_t propositions_;
  std::vector<std::uint32_t> order_;
  std::vector<State> targets_;
  LetterRules rules_;
};

}  // namespace

LetterRules predict_letters(std::span<const KnownLetter> known, std::span<const PropositionSet> letters,
                            std::size_t propositions) {
  return Builder(known, letters, propositions).build();
}

}  // namespace remap
