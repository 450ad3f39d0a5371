#include "posterior/evidence/rates.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "remap/automata/random.hpp"

namespace remap::posterior {
namespace {

constexpr double usual_sharing = 0.5;
const std::vector<Rates> some_rates{{},
                                    {.wrong = .1},
                                    {.near = .3},
                                    {.wrong = .05, .near = .2, .first = .1},
                                    {.wrong = .2, .longer = .25, .forced = 1},
                                    {.wrong = .3, .near = .1, .forced = .5}};

TEST(PosteriorRates, AnswersAreDistributions) {
  for (const Rates& rates : some_rates) {
    for (int apart = -3; apart <= 3; ++apart) {
      for (const Longer longer : {Longer::second, Longer::neither, Longer::first}) {
        double all = 0;
        for (const Order said : {Order::lower, Order::equal, Order::higher}) {
          all += chance_of_order(rates, apart, said, longer);
        }
        EXPECT_NEAR(all, 1, 1e-5);
      }
    }
    for (int classes = 1; classes <= most_classes; ++classes) {
      for (int cls = 0; cls < classes; ++cls) {
        double all = 0;
        for (int said = 0; said < classes; ++said) all += chance_of_class(rates, classes, cls, said);
        EXPECT_NEAR(all, 1, 1e-4);
      }
    }
  }
}

TEST(PosteriorRates, CasesDoNotCollide) {
  std::vector<int> met(cases, 0);
  for (int apart = -2; apart <= 2; ++apart) {
    for (int said = 0; said < 3; ++said) {
      for (int longer = 0; longer < 3; ++longer) {
        ++met[pair_case(apart, static_cast<Order>(said), static_cast<Longer>(longer))];
      }
    }
  }
  for (int cls = 0; cls < most_classes; ++cls) {
    for (int said = 0; said < most_classes; ++said) {
      ++met[placed_case(cls, said)];
      ++met[accepted_case(cls, said)];
      ++met[marked_case(cls, said)];
    }
  }
  EXPECT_EQ(met, std::vector<int>(cases, 1));
}

std::vector<int> counted(const std::vector<std::vector<std::pair<int, int>>>& givers) {
  std::vector<int> counts(givers.size() * cases, 0);
  for (std::size_t giver = 0; giver < givers.size(); ++giver) {
    for (const auto& [number, times] : givers[giver]) counts[giver * cases + static_cast<std::size_t>(number)] = times;
  }
  return counts;
}

const int right = placed_case(0, 0), wrong = placed_case(0, 2);

TEST(PosteriorRates, TheLikelihoodIsThatOfOneSequenceOfAnswers) {
  // The probabilities of all sequences of three answers add up to 1, whatever the rates are.
  const RateGrid grid(3, {}, usual_sharing);
  double all = 0;
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      for (int c = 0; c < 3; ++c) {
        std::vector<int> counts(cases, 0);
        for (const int said : {a, b, c}) ++counts[placed_case(1, said)];
        all += std::exp(grid.log_likelihood(counts));
      }
    }
  }
  EXPECT_NEAR(all, 1, 1e-4);
}

TEST(PosteriorRates, AreLearned) {
  const RateGrid grid(3, {}, usual_sharing);
  const Rates few = grid.expected(counted({{{right, 5}}}), 0);
  EXPECT_GT(few.wrong, 0.01);
  const Rates many = grid.expected(counted({{{right, 900}, {wrong, 100}}}), 0);
  EXPECT_NEAR(many.wrong, 0.1, 0.03);
  EXPECT_LT(many.near, 0.05);
  const Rates near = grid.expected(counted({{{right, 700}, {placed_case(0, 1), 300}}}), 0);
  EXPECT_NEAR(near.near, 0.3, 0.03);
}

TEST(PosteriorRates, AGiverWhoSaidLittleIsJudgedByTheOthers) {
  const RateGrid grid(3, {}, usual_sharing);
  const auto sloppy = std::vector<std::pair<int, int>>{{right, 80}, {wrong, 20}};
  const Rates alone = grid.expected(counted({{{right, 2}}}), 0);
  const Rates among = grid.expected(counted({{{right, 2}}, sloppy, sloppy}), 0);
  EXPECT_GT(among.wrong, alone.wrong + 0.03);
  // One who said much is judged by that.
  const Rates careful = grid.expected(counted({{{right, 500}}, sloppy, sloppy}), 0);
  EXPECT_LT(careful.wrong, 0.01);
}

TEST(PosteriorRates, SharedRatesAreOneGiversRates) {
  const RateGrid shared(3, {}, 1), own(3, {}, 0);
  const auto a = std::vector<std::pair<int, int>>{{right, 40}, {wrong, 3}};
  const auto both = std::vector<std::pair<int, int>>{{right, 80}, {wrong, 6}};
  EXPECT_NEAR(shared.log_likelihood(counted({a, a})), shared.log_likelihood(counted({both})), 1e-9);
  EXPECT_NEAR(own.log_likelihood(counted({a, a})), 2 * own.log_likelihood(counted({a})), 1e-9);
}

TEST(PosteriorRates, ManyGiversNeitherVanishNorOverflow) {
  const RateGrid grid(3, {}, usual_sharing);
  const auto one = std::vector<std::pair<int, int>>{{right, 300}, {wrong, 100}};
  const std::vector<std::vector<std::pair<int, int>>> many(2000, one);
  const double likelihood = grid.log_likelihood(counted(many));
  EXPECT_TRUE(std::isfinite(likelihood));
  EXPECT_GT(likelihood, 2000 * grid.log_likelihood(counted({one})));
  EXPECT_GT(grid.expected(counted(many), 0).wrong, 0.2);
}

TEST(PosteriorRates, LookForSidesOnlyIfTold) {
  // Of pairs of equal words, the first was preferred in 30 of 100.
  auto counts = counted(
      {{{pair_case(0, Order::equal, Longer::neither), 70}, {pair_case(0, Order::higher, Longer::neither), 30}}});
  EXPECT_EQ(RateGrid(3, {}, usual_sharing).expected(counts, 0).first, 0);
  const RateGrid grid(3, {.sides = true}, usual_sharing);
  EXPECT_GT(grid.expected(counts, 0).first, 0.2);
  EXPECT_LT(grid.expected(counts, 0).wrong, 0.1);
}

TEST(PosteriorRates, OverlookingIsARateOfItsOwn) {
  const RateGrid grid(3, {.overlooking = true}, usual_sharing);
  // Wrong predictions, of which a third was accepted, while nothing else was wrong.
  const auto counts = counted({{{right, 100}, {accepted_case(0, 2), 10}, {marked_case(0, 0), 20}}});
  const Rates rates = grid.expected(counts, 0);
  EXPECT_GT(rates.overlook, 0.25);
  EXPECT_LT(rates.wrong, 0.05);
}

TEST(PosteriorRates, ANobodyWhoErrsHasOneRate) {
  const RateGrid grid(3, {.errors = false}, usual_sharing);
  EXPECT_LT(grid.log_likelihood(counted({{{wrong, 1}}})), -8);
}

}  // namespace
}  // namespace remap::posterior
