// A lower bound on comparisons that no learner can beat on average.
#pragma once

#include <cstddef>

namespace remap {

/// The information floor of machines with this many states, letters and outputs: there are n^(nk) · |O|^n / (n-1)! of
/// them up to the numbering of states, and a comparison has three answers, so log3 of that many comparisons are needed
/// to tell them all apart. Equivalence questions are not counted: each can carry more information than a comparison.
double information_floor(std::size_t states, std::size_t letters, std::size_t outputs);

}  // namespace remap
