// One factory per ranker; `make_ranker` chooses among them.
#pragma once

#include "learning/ranking/ranker.hpp"

namespace remap {

std::unique_ptr<Ranker> make_quicksort_ranker(Classes& classes, std::uint64_t seed);
std::unique_ptr<Ranker> make_all_pairs_ranker(Classes& classes);
std::unique_ptr<Ranker> make_search_ranker(Classes& classes);
std::unique_ptr<Ranker> make_membership_ranker(Classes& classes);

/// For rankers that need every answer: throws `Undecided` with the comparisons that were answered `unsure`.
void refuse_unsure(std::span<const Comparison> asked, std::span<const Preference> answers);

}  // namespace remap
