// What learners with a discrimination tree tell code that doubts answers (`Grounds` in learner.hpp).
#pragma once

#include <vector>

#include "learning/discrimination/discrimination_tree.hpp"
#include "learning/learner/learner.hpp"

namespace remap {

/// The words by which a transition was sifted, as far as they exist.
std::vector<WordId> sifted_by(const DiscriminationTree& tree, const WordTree& words, const Grounds::Sifting& sifting);

/// An access word that another word begins with.
struct AccessPrefix {
  State state;
  std::size_t length;
};
/// All of them, the longest first; the word itself may be one.
std::vector<AccessPrefix> access_prefixes(const DiscriminationTree& tree, const WordTree& words, WordId word);

}  // namespace remap
