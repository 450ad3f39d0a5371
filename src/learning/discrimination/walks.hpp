// Words whose class is known, as walks through a shape that keeps changing.
//
// A walk is a start and letters; it is stored as the transitions it took when it was last followed, all walks in one
// array. Following it again is a comparison: as long as no transition on the path has a new target, no step depends on
// the previous one, so the processor fetches the targets of a whole walk at once instead of waiting for each. Only from
// the first change on is the walk recomputed. 4 bytes per letter.
//
// The searches of a deep machine follow the same long paths over and over, and their transitions would take n³ bytes.
// So a long walk that recurs is stored once, and of a very long one only the letters are, shared by all walks that end
// alike but for the first letter (letter_pool.hpp). It is recomputed each time, unless it was the last one whose steps
// were asked for.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/storage/number_map.hpp"
#include "learning/words/letter_pool.hpp"
#include "learning/words/word_tree.hpp"

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
  /// To be called whenever a target has changed.
  void target_changed() noexcept { followed_ = false; }
  /// Follows the walk and returns its end. `target`: per transition.
  State follow(Walk walk, std::span<const State> target);
  /// The last transition that it takes; `no_transition` if it has no letters.
  Transition last_step(Walk walk, std::span<const State> target);
  /// The same as `follow` for several walks. Long ones are followed together along letters that they share.
  void follow_all(std::span<const Walk> walks, std::span<const State> target, std::span<State> ends);
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
    std::uint64_t is_long : 1;  // steps_ has its first letter, and the place and the number of the others instead
  };
  /// The stored walk equal to this one; none if there is no such walk, in which case the next one is registered as it.
  std::optional<Walk> find(State start, WordId word);
  Walk add_new(State start, WordId word, std::span<const Letter> letters);
  Walk add_long(State start, WordId word, std::span<const Letter> letters);
  Walk end_walk(State start, WordId word, bool is_long = false);
  /// The first letter of a long walk, and the others.
  [[nodiscard]] Transition first_letter(Walk walk) const noexcept { return steps_[begin(walk)]; }
  [[nodiscard]] std::span<const Letter> other_letters(Walk walk) const noexcept;
  [[nodiscard]] State after_first(Walk walk, std::span<const State> target) const noexcept {
    return target[index(start(walk)) * letters_ + first_letter(walk)];
  }
  [[nodiscard]] State follow_last(std::span<const State> target);
  [[nodiscard]] State run(State at, std::span<const Letter> letters, std::span<const State> target) const noexcept;
  [[nodiscard]] std::size_t place(Walk walk) const noexcept { return steps_[begin(walk) + 1]; }
  void move_runners(std::size_t from, std::size_t to, std::span<const State> target);
  void join_runners();
  /// The transitions that a short walk took when it was last followed.
  [[nodiscard]] std::span<const Transition> kept(Walk walk) const noexcept;
  [[nodiscard]] std::size_t begin(Walk walk) const noexcept {
    return index(walk) == 0 ? 0 : walks_[index(walk) - 1].end;
  }

  Transition letters_;
  LargeVector<Entry> walks_;
  LargeVector<Transition> steps_;
  LetterPool letters_of_long_;
  NumberMap known_;                // by start and word: long and recurring walks, from 1
  Walk last_ = no_id<Walk>;        // the long walk whose steps were last asked for
  std::vector<Transition> taken_;  // these steps
  bool followed_ = false;          // they are those of now
  State end_{};                    // where they lead, then
  Word spelled_;
  // Walks that are followed together. Those that meet go on as one.
  struct Runner {
    State at;
    std::uint32_t number;
  };
  struct Meeting {
    std::uint32_t time = 0;
    std::uint32_t number = 0;
  };
  std::vector<std::uint32_t> together_;  // which walks
  std::vector<Runner> runners_;
  std::vector<std::uint32_t> joined_;  // per number, the runner that it goes on as
  std::vector<Meeting> met_;           // per state, who was last seen there
  std::uint32_t time_ = 0;
};

}  // namespace remap
