// What to ask about a word next: the comparison that is expected to tell most about its place.
//
// In each level the partners worth asking are one that the word was not compared with yet, and one that it was: another
// member of a class says as much as its representative, and outvotes errors that come back. Of members those with a
// certain label come first, then short ones.
#pragma once

#include "belief.hpp"

namespace remap::belief {

struct Question {
  WordId partner = no_word;  // none: there is nobody left to compare with
  double gain = -1;          // expected, in nats
};

struct QuestionOptions {
  std::size_t most_same = 2;  // how often the same pair is asked
};

/// `posterior` is that of the word.
Question best_question(const Belief& belief, WordId word, const Posterior& posterior, const QuestionOptions& options);

/// A word of a neighbouring level that the word was never compared with, of the larger one first; none: `no_word`.
WordId neighbouring_partner(const Belief& belief, WordId word);

}  // namespace remap::belief
