// Words whose class is known, as walks through a shape that keeps changing.
//
// A walk is a start and letters; it is stored as the transitions it took when it was last followed, all walks in one
// array. Following it again is a comparison: as long as no transition on the path has a new target, no step depends on
// the previous one, so the processor fetches the targets of a whole walk at once instead of waiting for each. Only from
// the first change on is the walk recomputed. 4 bytes per letter.
//
// The searches of a deep machine follow the same long paths over and over, and their transitions would take n³ bytes.
// So of a long walk only the letters are stored, shared by all walks that end alike (letter_pool.hpp), and it is
// recomputed each time; one that recurs is stored once.
#pragma once

#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

#include "learning/letter_pool.hpp"
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
  /// How many letters or steps are stored for them.
  [[nodiscard]] std::size_t kept_letters() const noexcept { return steps_.size() + letters_of_long_.size(); }
  [[nodiscard]] State start(Walk walk) const noexcept { return walks_[index(walk)].start; }
  [[nodiscard]] WordId word(Walk walk) const noexcept { return walks_[index(walk)].word; }

  /// Whether only its letters are stored.
  [[nodiscard]] bool is_long(Walk walk) const noexcept { return walks_[index(walk)].is_long != 0; }

  /// A walk from `start` along `letters`; `word` is the word that it represents. The same walk may get the same number.
  Walk add(State start, WordId word, std::span<const Letter> letters);
  /// The same for a walk that is likely to have come before: it is stored once, too, however short it is.
  Walk add_recurring(State start, WordId word, std::span<const Letter> letters);
  /// The same for a walk whose steps are known.
  Walk add_followed(State start, WordId word, std::span<const Transition> steps);
  /// Follows the walk and returns its end. `target`: per transition.
  State follow(Walk walk, std::span<const State> target);
  /// The last transition that it takes; `no_transition` if it has no letters.
  Transition last_step(Walk walk, std::span<const State> target);
  /// The same as `follow` for several walks. Long ones are followed side by side, since each step has to wait for the
  /// previous one.
  void follow_all(std::span<const Walk> walks, std::span<const State> target, std::span<State> ends);
  static constexpr std::size_t side_by_side = 8;
  /// The transitions it takes. Valid until the next call of a member.
  [[nodiscard]] std::span<const Transition> steps(Walk walk, std::span<const State> target);
  /// Whether it crosses a marked transition, if every transition is marked whose target has changed since it was last
  /// followed. `marks`: per transition.
  [[nodiscard]] bool crosses(Walk walk, std::span<const State> target, std::span<const std::uint8_t> marks) const;
  /// Writes the letters of a walk into `into`, which is resized to fit.
  void letters(Walk walk, Word& into) const;

 private:
  struct Entry {
    State start;
    WordId word;
    std::uint64_t end : 63;     // in steps_; it begins where the previous one ends
    std::uint64_t is_long : 1;  // steps_ has the place and the number of its letters instead
  };
  /// The stored long walk equal to this one; null if there is none, in which case this one is registered.
  const Walk* find(State start, WordId word);
  Walk add_new(State start, WordId word, std::span<const Letter> letters);
  Walk add_long(State start, WordId word, std::span<const Letter> letters);
  Walk end_walk(State start, WordId word, bool is_long = false);
  /// The letters of a long walk.
  [[nodiscard]] std::span<const Letter> long_letters(Walk walk) const noexcept;
  /// The transitions that a short walk took when it was last followed.
  [[nodiscard]] std::span<const Transition> kept(Walk walk) const noexcept;
  [[nodiscard]] std::size_t begin(Walk walk) const noexcept {
    return index(walk) == 0 ? 0 : walks_[index(walk) - 1].end;
  }

  Transition letters_;
  LargeVector<Entry> walks_;
  LargeVector<Transition> steps_;
  LetterPool letters_of_long_;
  std::unordered_map<std::uint64_t, Walk> known_;  // by start and word: long and recurring walks
  std::vector<Transition> scratch_;
  Word spelled_;
};

}  // namespace remap
