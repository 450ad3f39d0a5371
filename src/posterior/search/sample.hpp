// A fair sample of machines: how often is it the best one?
//
// The pool sums what it has seen. What it misses are very many machines, each too unlikely to be listed: nearly always
// machines with a state more. A reversible chain (Metropolis and Hastings; another target, another class, birth and
// death of a state with a single way in, after Green, 1995) spends its time in proportion to the posterior, so it
// counts these, too. What it meets is considered for the pool.
#pragma once

#include "posterior/search/search.hpp"

namespace remap::posterior {

/// The share of the chain's time at the best machine, and at those that differ from it on impossible words only.
/// Declared classes only. Sorts the pool.
double sampled_share(const Space& space, const Excluded& excluded, Scorer& scorer, Search& search, Pool& pool,
                     Random& random, int steps);

}  // namespace remap::posterior
