// Which sets of propositions are letters, and cubes of them.
//
// A cube is a conjunction of literals: all sets that agree with `value` on the propositions of `mask`. The learner
// deals with letters by their cubes and draws single ones, so alphabets of all sets, or of all sets of at most so many
// propositions, need no list. Other alphabets are lists, which are looked through.
#pragma once

#include <bit>
#include <vector>

#include "remap/automata/alphabet.hpp"

namespace remap::symbolic {

/// How many bits are set. By hand, since `std::popcount` is a call where a processor may lack the instruction.
inline std::size_t count_ones(std::uint64_t bits) noexcept {
  bits -= bits >> 1 & 0x5555555555555555ULL;
  bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
  return ((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56;
}

struct Cube {
  PropositionSet mask = 0, value = 0;

  [[nodiscard]] bool contains(PropositionSet set) const noexcept { return (set & mask) == value; }
  /// The letters in which the propositions of `bit` hold as they do in `like`.
  [[nodiscard]] Cube narrowed(PropositionSet bit, PropositionSet like) const noexcept {
    return {mask | bit, value | (like & bit)};
  }
  /// How many literals it has.
  [[nodiscard]] std::size_t literals() const noexcept { return count_ones(mask); }
  bool operator==(const Cube&) const = default;
};

/// Calls `with` for each proposition of a set, lowest first.
template <class With>
void each_proposition(PropositionSet set, const With& with) {
  for (; set != 0; set &= set - 1) with(static_cast<std::size_t>(std::countr_zero(set)));
}

class LetterSpace {
 public:
  /// Propositional alphabets only. Keeps a copy, which shares its contents.
  explicit LetterSpace(const Alphabet& alphabet);

  [[nodiscard]] PropositionSet set_of(Letter letter) const { return alphabet_.set_of(letter); }
  /// `no_letter` if there is none.
  [[nodiscard]] Letter letter_of(PropositionSet set) const { return alphabet_.letter_of(set); }
  [[nodiscard]] bool contains(PropositionSet set) const {
    if (listed_.empty()) return count_ones(set) <= most_;
    return letter_of(set) != no_letter;
  }
  [[nodiscard]] std::size_t propositions() const noexcept { return propositions_; }
  [[nodiscard]] PropositionSet everything() const noexcept { return everything_; }
  /// Every set of propositions is a letter.
  [[nodiscard]] bool all_sets() const noexcept { return all_sets_; }
  /// How many propositions hold at once, at most.
  [[nodiscard]] std::size_t most() const noexcept { return most_; }
  /// The letters, where they are neither all sets nor all sets of at most so many propositions; otherwise empty.
  [[nodiscard]] const std::vector<PropositionSet>& listed() const noexcept { return listed_; }
  /// A letter of the cube with as few propositions as possible. The cube must contain a letter.
  [[nodiscard]] PropositionSet smallest(const Cube& cube) const;
  /// How many letters a cube has, as far as `most`.
  [[nodiscard]] std::size_t count(const Cube& cube, std::size_t most) const;

 private:
  Alphabet alphabet_;
  std::size_t propositions_;
  std::size_t most_;
  bool all_sets_ = false;
  PropositionSet everything_;
  std::vector<PropositionSet> listed_;
};

}  // namespace remap::symbolic
