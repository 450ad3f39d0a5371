#include "learning/ranking/ranker.hpp"

#include "learning/ranking/ranker_internal.hpp"
#include "remap/automata/error.hpp"

namespace remap {

void Ranker::answer(std::span<const Output>) {
  throw Misuse("Ranker::answer", "comparisons were asked for, not values");
}

void Ranker::tell(WordId, Output) { throw Misuse("Ranker::tell", "this ranker does not ask for values"); }

void refuse_unsure(std::span<const Comparison> asked, std::span<const Preference> answers) {
  Undecided undecided;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i] == Preference::unsure) undecided.comparisons.push_back(asked[i]);
  }
  if (!undecided.comparisons.empty()) throw undecided;
}

std::unique_ptr<Ranker> make_ranker(RankerKind kind, Classes& classes, std::uint64_t seed) {
  switch (kind) {
    case RankerKind::quicksort:
      return make_quicksort_ranker(classes, seed);
    case RankerKind::all_pairs:
      return make_all_pairs_ranker(classes);
    case RankerKind::search:
      return make_search_ranker(classes);
    case RankerKind::membership:
      return make_membership_ranker(classes);
  }
  throw Misuse("make_ranker", "unknown kind");
}

}  // namespace remap
