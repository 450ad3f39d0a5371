// What to ask about a word next: the comparison with the highest expected information about its place.
//
// In each level two partners are considered, one that the word was not yet compared with and one that it was: another
// member of a class is as informative as its representative, and outvotes repeated errors. Members with a certain label
// come first, then short ones.
#pragma once

#include "belief/inference/belief.hpp"
#include "remap/learning/options.hpp"

namespace remap::belief {

struct Question {
  WordId partner = no_word;  // none: there is nothing left to compare with
  double gain = -1;          // expected, in nats
};

struct QuestionOptions {
  std::size_t most_same = 2;       // how often the same pair is asked
  std::size_t longest = no_limit;  // letters of a word that is asked about
  /// Rather compare the word with the level that was expected, if it seems to be another one. Where the teacher calls
  /// near values equal, a word may equal both.
  bool against_expected = false;
  std::span<const WordId> without = {};  // partners that are not asked about
};

/// `posterior` is that of the word.
Question best_question(const Belief& belief, WordId word, const Posterior& posterior, const QuestionOptions& options);

/// Makes a posterior that of the word after the most likely answer about the two.
void suppose_answered(const Belief& belief, WordId word, WordId partner, Posterior& posterior);

/// A word of a neighbouring level, the larger one first, that the word was never compared with; `no_word` if there is
/// none. `untried`: only if the word was compared with no other word of that level either.
WordId neighbouring_partner(const Belief& belief, WordId word, const QuestionOptions& options, bool untried = false);

}  // namespace remap::belief
