// What the known transitions of a state suggest about the others, if letters are sets of propositions.
//
// A small decision tree over propositions, built from the letters whose target is known (ID3: the most informative
// proposition first), predicts the target of every letter. Predictions are only guesses, and are never used without
// tests.
#pragma once

#include <span>
#include <vector>

#include "remap/automata/alphabet.hpp"

namespace remap {

struct KnownLetter {
  PropositionSet set;
  State target;
};

struct LetterRules {
  /// One prediction per letter, in the order of `letters`.
  std::vector<State> target;
  /// The propositions that the decision tree uses.
  PropositionSet relevant = 0;
};

/// `known` must not be empty and must not contradict itself. O(known · propositions + letters) per level of the tree.
LetterRules predict_letters(std::span<const KnownLetter> known, std::span<const PropositionSet> letters,
                            std::size_t propositions);

}  // namespace remap
