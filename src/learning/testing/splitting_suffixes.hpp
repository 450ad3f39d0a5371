// Suffixes and letters that have told states apart before: they are likely to do so again.
//
// A suffix is drawn with the share of its tests that found something, cautiously estimated, a letter with the number of
// splits that it took part in.
#pragma once

#include <vector>

#include "base/storage/weighted_draw.hpp"
#include "learning/words/tail_pool.hpp"

namespace remap {

enum class Suffix : std::uint32_t {};
inline constexpr Suffix no_suffix = no_id<Suffix>;

class SplittingSuffixes {
 public:
  explicit SplittingSuffixes(std::size_t letters);

  /// A state has been split by `suffix`; `involved`: it and the letters that led to the split.
  void split(std::span<const Letter> suffix, std::span<const Letter> involved);
  /// All ends of a counterexample are promising.
  void counterexample(std::span<const Letter> letters);
  /// A test with that suffix was answered.
  void tested(Suffix suffix, bool found);

  [[nodiscard]] bool empty() const noexcept { return suffixes_.empty(); }
  /// Only if there is one.
  [[nodiscard]] Suffix draw(Random& random) const { return make_id<Suffix>(weights_.draw(random)); }
  /// Appends its letters.
  void spell(Suffix suffix, Word& into) const;
  [[nodiscard]] Letter draw_letter(Random& random) const;

 private:
  struct Entry {
    double found = 0, tests = 0;
  };
  void praise(std::span<const Letter> suffix, const Print& print, double by);
  void weigh(std::size_t at);
  void count_letters(std::span<const Letter> letters);

  TailPool tails_;               // the suffixes, after the empty one
  std::vector<Entry> suffixes_;  // in the same order
  WeightedDraw weights_;
  WeightedDraw letters_;
  std::vector<std::uint32_t> counts_;  // per letter, for a moment
  std::vector<Print> prints_;          // likewise, per ending
};

}  // namespace remap
