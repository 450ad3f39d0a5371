// Checks of the parameters of sampled words.
#pragma once

#include "remap/learning/options.hpp"

namespace remap {

/// Throws InputError unless the probability that a sampled word ends after a letter is above 0 and at most 1.
void check_stop(double stop);

}  // namespace remap
