// The search for the reason why a word disagrees: one binary search over its steps and over their propositions.
//
// Rivest and Schapire replace the first i letters of a word by the access word of the state that the shape reaches
// there; the first word (i = 0) disagrees, the last one agrees, and where the two meet a step is wrong. Here each step
// is spread further: position (i, j) is access(sᵢ) · letter · rest, where j propositions of the letter have been set as
// they are in the fact of its rule. Neighbours within a step differ in one proposition, which then matters: the rule is
// to be split on it. After the last one the letter is the fact itself, and the step to (i + 1, 0) is its target.
//
// Positions are weighed by how likely the reason lies there (`Doubts`), and each word halves the weight, so that one of
// 64 propositions costs 6 words only if nothing is known about any of them. Propositions are first switched off, then
// on: if letters are sets of limited size, so are all between. Sets that are no letters are passed over; neighbours
// then differ in several propositions.
#pragma once

#include <vector>

#include "learning/tour/doubts/doubts.hpp"
#include "remap/automata/random.hpp"

namespace remap::symbolic {

class Chain {
 public:
  struct Position {
    std::size_t step;           // the letter's place in the word
    State state;                // where the shape is before it
    RuleId rule;                // which the shape follows there
    PropositionSet letter;      // in place of the word's own
    PropositionSet difference;  // to the next letter of this step; 0: this is the fact
  };

  /// The doubts must be fresh.
  Chain(const Rules& rules, const Doubts& doubts, const LetterSpace& letters, std::vector<PropositionSet> word,
        Random& random);

  [[nodiscard]] const std::vector<PropositionSet>& word() const noexcept { return word_; }
  [[nodiscard]] bool finished() const noexcept { return high_ - low_ <= 1; }
  /// The position whose class to find out next; only if the search is not finished.
  [[nodiscard]] const Position& probe();
  /// The class there, compared with the one that the shape gives the word.
  void take(bool as_predicted) noexcept { (as_predicted ? high_ : low_) = at_; }
  /// Where the reason lies, once the search is finished.
  [[nodiscard]] const Position& reason() const noexcept { return positions_[low_]; }
  /// Whether the letter of the reason's step was not the fact itself.
  [[nodiscard]] bool had_parts() const noexcept { return word_[reason().step] != positions_[last_of_step()].letter; }

 private:
  [[nodiscard]] std::size_t last_of_step() const noexcept;

  std::vector<PropositionSet> word_;
  std::vector<Position> positions_;
  std::vector<double> before_;  // the weight of all positions before each
  std::size_t low_ = 0, high_ = 0, at_ = 0;
};

}  // namespace remap::symbolic
