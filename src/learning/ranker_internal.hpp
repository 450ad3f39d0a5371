// One maker per ranker; `make_ranker` chooses among them.
#pragma once

#include "remap/learning/ranker.hpp"

namespace remap {

std::unique_ptr<Ranker> make_quicksort_ranker(Classes& classes, std::uint64_t seed);
std::unique_ptr<Ranker> make_all_pairs_ranker(Classes& classes);
std::unique_ptr<Ranker> make_search_ranker(Classes& classes);
std::unique_ptr<Ranker> make_membership_ranker(Classes& classes);

}  // namespace remap
