#include "belief/answers/error_model.hpp"

#include <gtest/gtest.h>

namespace remap::belief {
namespace {

constexpr std::array answers = {Preference::less, Preference::equal, Preference::greater};
constexpr std::array sides = {Side::second, Side::neither, Side::first};

TEST(BeliefErrorModel, TheChancesOfAllAnswersMakeOne) {
  ErrorRates rates = ErrorRates::even(0.1, 0.3);
  rates.missed_near = 0.3;
  rates.to_longer = 0.8;
  rates.to_first = 0.4;
  const ErrorModel model(rates);
  for (const Side longer : sides) {
    for (const Side first : sides) {
      for (std::size_t d = 0; d < distances; ++d) {
        double sum = 0;
        for (const Preference answer : answers) sum += model.chance(answer, longer, first)[d];
        EXPECT_NEAR(sum, 1, 1e-12);
      }
    }
  }
}

TEST(BeliefErrorModel, EachKindHasItsChance) {
  ErrorRates rates;
  rates.told_apart = 0.2;
  rates.missed_near = 0.3;
  rates.missed_far = 0.01;
  rates.reversed_near = 0.04;
  rates.reversed_far = 0.02;
  const ErrorModel model(rates);
  const auto chance = [&](Preference answer, Distance distance) {
    return model.chance(answer, Side::neither, Side::neither)[static_cast<std::size_t>(distance)];
  };
  EXPECT_NEAR(chance(Preference::less, Distance::none), 0.1, 1e-12);
  EXPECT_NEAR(chance(Preference::equal, Distance::none), 0.8, 1e-12);
  EXPECT_NEAR(chance(Preference::equal, Distance::just_above), 0.3, 1e-12);
  EXPECT_NEAR(chance(Preference::less, Distance::just_above), 0.04, 1e-12);
  EXPECT_NEAR(chance(Preference::greater, Distance::just_above), 0.66, 1e-12);
  EXPECT_NEAR(chance(Preference::equal, Distance::far_below), 0.01, 1e-12);
  EXPECT_NEAR(chance(Preference::greater, Distance::far_below), 0.02, 1e-12);
}

TEST(BeliefErrorModel, ErrorsLeanToASide) {
  ErrorRates rates = ErrorRates::even(0.1, 0.3);
  rates.to_longer = 0.9;
  const ErrorModel model(rates);
  const auto told_apart = [&](Preference answer, Side longer) {
    return model.chance(answer, longer, Side::neither)[2];
  };
  EXPECT_NEAR(told_apart(Preference::greater, Side::first), 0.09, 1e-12);
  EXPECT_NEAR(told_apart(Preference::less, Side::first), 0.01, 1e-12);
  EXPECT_NEAR(told_apart(Preference::less, Side::second), 0.09, 1e-12);
}

TEST(BeliefErrorModel, DistancesAreReadOffPlaces) {
  EXPECT_EQ(distance(0), Distance::none);
  EXPECT_EQ(distance(1), Distance::just_above);  // a level and the gap above it
  EXPECT_EQ(distance(2), Distance::just_above);
  EXPECT_EQ(distance(3), Distance::far_above);
  EXPECT_EQ(distance(-2), Distance::just_below);
  EXPECT_EQ(distance(-4), Distance::far_below);
}

}  // namespace
}  // namespace remap::belief
