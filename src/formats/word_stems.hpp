// Compact encoding of long words in a session log of version 2, by shared stems.
//
// The words that a learner asks about are access words of states followed by suffixes that distinguish states; in deep
// machines both are long, and a word mostly shares both with recent words. So a long word is written as part of a stem,
// some letters, and part of another stem. A stem is a word spelled out on its own line. Stems do not refer to each
// other, and their lines are written twice, so that one damaged line costs no other.
#pragma once

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

  /// Stems are numbered from there.
  explicit Stems(std::size_t next = 1) : next_(next) {}

  /// The encoding of a word.
  Parts split(std::span<const Letter> word);
  /// Whether a word with this encoding should become a stem instead.
  [[nodiscard]] static bool worth_a_stem(const Parts& parts, std::size_t length);
  /// Makes a word a stem and returns its number. The least recently used stem may be dropped.
  std::size_t add(std::span<const Letter> word);

 private:
  struct Stem {
    std::size_t number;
    std::vector<Letter> letters;
  };
  void use(std::size_t number);

  std::vector<Stem> recent_;  // most recently used first
  std::size_t next_;
};

}  // namespace remap
