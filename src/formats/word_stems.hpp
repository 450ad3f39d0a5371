// Long words of a session log, version 2, by the stems they share.
//
// The words that a learner asks about are prefixes of states followed by suffixes that tell states apart; of deep
// machines both are long, and the next word mostly has both in common with words just asked about. So a long word is
// written as a stretch of a stem, letters, and a stretch of a stem. A stem is a word with a line of its own, spelled
// out; whatever refers to a stem refers to nothing else, and its line is written twice, so that one damaged line costs
// no other.
#pragma once

#include <span>
#include <vector>

#include "remap/automata/ids.hpp"

namespace remap {

class Stems {
 public:
  /// A stretch of a stem.
  struct Stretch {
    std::size_t stem = 0;  // its number
    std::size_t from = 0;
    std::size_t length = 0;  // 0: no stretch
  };
  struct Parts {
    Stretch begin;
    std::span<const Letter> middle;
    Stretch end;
  };

  /// Stems are numbered from there on.
  explicit Stems(std::size_t next = 1) : next_(next) {}

  /// How to write a word.
  Parts split(std::span<const Letter> word);
  /// Whether a word that was split like this should rather become a stem.
  [[nodiscard]] static bool worth_a_stem(const Parts& parts, std::size_t length);
  /// Makes a word a stem, and returns its number. The stem that was of no use for longest may be forgotten.
  std::size_t add(std::span<const Letter> word);

 private:
  struct Stem {
    std::size_t number;
    std::vector<Letter> letters;
  };
  void use(std::size_t number);

  std::vector<Stem> recent_;  // the latest use first
  std::size_t next_;
};

}  // namespace remap
