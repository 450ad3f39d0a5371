#include "belief/audit/transition_prior.hpp"

#include <gtest/gtest.h>

#include "remap/automata/random.hpp"

namespace remap::belief {
namespace {

using Index = TransitionPrior::Index;

TransitionPrior prior_of(const std::vector<Index>& next, std::size_t letters) {
  return TransitionPrior(next, letters, std::vector<bool>(next.size(), false));
}

TEST(BeliefTransitionPrior, TheChancesOfAllTargetsMakeOne) {
  const TransitionPrior prior = prior_of({0, 1, 1, 2, 2, 2, 0, 3}, 2);
  for (Index from = 0; from < 4; ++from) {
    for (Index letter = 0; letter < 2; ++letter) {
      double sum = 0;
      for (Index to = 0; to < 4; ++to) sum += prior.chance(from, letter, to);
      EXPECT_NEAR(sum, 1, 1e-9);
    }
  }
}

TEST(BeliefTransitionPrior, WhereMostLettersDoNothingStatesStay) {
  // Each state is left by a letter of its own.
  std::vector<Index> next;
  for (Index q = 0; q < 6; ++q) {
    for (Index a = 0; a < 6; ++a) next.push_back(a == q ? (q + 1) % 6 : q);
  }
  const TransitionPrior prior = prior_of(next, 6);
  EXPECT_GT(prior.chance(2, 4, 2), 10 * prior.chance(2, 4, 0));
  EXPECT_GT(prior.chance(2, 2, 2), 10 * prior.chance(2, 2, 3)) << "what it does itself does not count";
}

TEST(BeliefTransitionPrior, ALetterMayLeadToOnePlace) {
  std::vector<Index> next;
  for (Index q = 0; q < 8; ++q) {
    next.push_back(5);
    next.push_back((q + 1) % 8);
  }
  const TransitionPrior prior = prior_of(next, 2);
  EXPECT_GT(prior.chance(2, 0, 5), 5 * prior.chance(2, 0, 4));
  EXPECT_LT(prior.chance(2, 1, 5), 3 * prior.chance(2, 1, 4));
}

TEST(BeliefTransitionPrior, WhereAnythingGoesNothingIsMuchLikelier) {
  Random random(3);
  std::vector<Index> next;
  for (std::size_t i = 0; i < 80; ++i) next.push_back(static_cast<Index>(random.below(20)));
  const TransitionPrior prior = prior_of(next, 4);
  for (Index to = 0; to < 20; ++to) {
    EXPECT_GT(prior.chance(7, 1, to), 0.02);
    EXPECT_LT(prior.chance(7, 1, to), 0.2);
  }
}

}  // namespace
}  // namespace remap::belief
