// Compact encoding of long words in a session log of version 2, by shared stems.
//
// The words that a learner asks about are access words of states followed by suffixes that distinguish states; in deep
// machines both are long, and a word mostly shares both with recent words. So a long word is written as part of a stem,
// some letters, and part of another stem. A stem is a word spelled out on its own line. Stems do not refer to each
// other, and their lines are written twice, so that one damaged line costs no other.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "remap/automata/ids.hpp"

namespace remap {

class Stems {
 public:
  /// A part of a stem.
  struct Stretch {
    std::size_t stem = 0;  // its number
    std::size_t from = 0;
    std::size_t length = 0;  // 0: none
  };
  struct Parts {
    Stretch begin;
    std::span<const Letter> middle;
    Stretch end;
  };

  Stems() = default;

  /// The encoding of a word.
  Parts split(std::span<const Letter> word);
  /// Whether a word with this encoding should become a stem instead.
  [[nodiscard]] static bool worth_a_stem(const Parts& parts, std::size_t length);
  /// Makes a word a stem and returns its number. The least recently used stem may be dropped.
  std::size_t add(std::span<const Letter> word);
  /// The numbers of all stems, least recently used first.
  [[nodiscard]] std::vector<std::uint64_t> used() const;

 private:
  friend class ReadStems;
  struct Stem {
    std::size_t number;
    std::vector<Letter> letters;
  };
  void use(std::size_t number);

  std::vector<Stem> recent_;  // most recently used first
  std::size_t next_ = 1;      // number
};

/// The stems of a log that is being read.
class ReadStems {
 public:
  void add(std::uint64_t number, std::vector<Letter> letters);
  /// The letters of a stem, which now counts as used last; null if there is no stem of that number.
  [[nodiscard]] const std::vector<Letter>* use(std::uint64_t number) const;
  /// For the writer who continues the log: as if it had written all of it.
  [[nodiscard]] Stems continued() const;

  /// The numbers of the stems that a writer remembers, least recently used first.
  [[nodiscard]] std::vector<std::uint64_t> used() const;
  /// Uses stems in this order, as when the lines that refer to them are read.
  void use_all(std::span<const std::uint64_t> numbers) const {
    for (const std::uint64_t number : numbers) static_cast<void>(use(number));
  }

 private:
  struct Stem {
    std::vector<Letter> letters;
    mutable std::uint64_t used = 0;  // when; later is larger
  };
  std::map<std::uint64_t, Stem> stems_;
  mutable std::uint64_t clock_ = 0;
};

}  // namespace remap
