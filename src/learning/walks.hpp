// Words whose class is known, as walks through a shape that keeps changing.
//
// A walk is a start and letters; it is stored as the transitions it took when it was last followed, all walks in one
// array. Following it again is a comparison: as long as no transition on the path has a new target, no step depends on
// the previous one, so the processor fetches the targets of a whole walk at once instead of waiting for each. Only from
// the first change on is the walk recomputed. 4 bytes per letter; a long walk that recurs is stored once, because the
// searches of a deep machine follow the same long paths over and over.
#pragma once

#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

#include "learning/word_tree.hpp"

namespace remap {

/// State and letter in one number: state * letters + letter.
using Transition = std::uint32_t;
inline constexpr Transition no_transition = std::numeric_limits<Transition>::max();

enum class Walk : std::uint32_t {};

class Walks {
 public:
  explicit Walks(std::size_t letters) : letters_(static_cast<Transition>(letters)) {}

  [[nodiscard]] std::size_t size() const noexcept { return walks_.size(); }
  [[nodiscard]] State start(Walk walk) const noexcept { return walks_[index(walk)].start; }
  [[nodiscard]] WordId word(Walk walk) const noexcept { return walks_[index(walk)].word; }

  /// A walk from `start` along `letters`; `word` is the word that it represents. The same walk may get the same number.
  Walk add(State start, WordId word, std::span<const Letter> letters);
  /// The same for a walk whose steps are known.
  Walk add_followed(State start, WordId word, std::span<const Transition> steps);
  /// Follows the walk and returns its end. `target`: per transition.
  State follow(Walk walk, std::span<const State> target);
  /// The transitions it took when it was last followed.
  [[nodiscard]] std::span<const Transition> steps(Walk walk) const noexcept;
  /// Writes the letters of a walk into `into`, which is resized to fit.
  void letters(Walk walk, Word& into) const;

 private:
  struct Entry {
    State start;
    WordId word;
    std::size_t end;  // in steps_; it begins where the previous one ends
  };
  /// The stored long walk equal to this one; null if there is none, in which case this one is registered.
  const Walk* find(State start, WordId word, std::size_t length);
  Walk end_walk(State start, WordId word);
  [[nodiscard]] std::size_t begin(Walk walk) const noexcept {
    return index(walk) == 0 ? 0 : walks_[index(walk) - 1].end;
  }

  Transition letters_;
  LargeVector<Entry> walks_;
  LargeVector<Transition> steps_;
  std::unordered_map<std::uint64_t, Walk> long_;  // by start and word
};

}  // namespace remap
