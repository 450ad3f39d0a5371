// Checks of the parameters of sampled words, and how many of them may be compared with each other.
#pragma once

#include "remap/learning/options.hpp"

namespace remap {

/// Throws InputError unless the probability that a sampled word ends after a letter is above 0 and at most 1.
void check_stop(double stop);

/// Words drawn two by two that should be equal can be compared with each other, which hides an error only if both are
/// wrong: if a share e of all words is wrong, two pass with a chance of at most (1 - e)² + e², because words that are
/// wrong and predicted alike are at most so many. How many of the words for the k-th question have to be tested alone
/// so that the promise of `size` still holds.
std::uint64_t words_alone(const SampleSize& size, std::size_t k);

}  // namespace remap
