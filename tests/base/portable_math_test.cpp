#include "base/portable_math.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "remap/automata/random.hpp"

namespace remap {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// How many numbers lie between two of the same sign.
double units_apart(double a, double b) {
  return std::abs(static_cast<double>(std::bit_cast<std::int64_t>(a) - std::bit_cast<std::int64_t>(b)));
}

TEST(PortableMath, IsRightToAFewUnitsInTheLastPlace) {
  Random random(1);
  for (int i = 0; i < 100'000; ++i) {
    const double x = std::exp(600 * (random.unit() - 0.5)), near_one = 0.5 + random.unit();
    const double y = 1400 * (random.unit() - 0.5);
    EXPECT_LE(units_apart(portable::log(x), std::log(x)), 2) << x;
    EXPECT_LE(units_apart(portable::log(near_one), std::log(near_one)), 3) << near_one;
    EXPECT_LE(units_apart(portable::exp(y), std::exp(y)), 2) << y;
    const double base = 2 * random.unit(), whole = static_cast<double>(random.below(20));
    EXPECT_NEAR(portable::pow(base, whole) / std::pow(base, whole), 1, 1e-14) << base << " to the " << whole;
    EXPECT_NEAR(portable::pow(base, 0.9) / std::pow(base, 0.9), 1, 1e-14) << base;
    const double z = 1000 * random.unit() + 1e-6;
    EXPECT_NEAR(portable::log_gamma(z), std::lgamma(z), 1e-13 * std::max(10.0, std::abs(std::lgamma(z)))) << z;
  }
}

TEST(PortableMath, KnowsTheEdges) {
  EXPECT_EQ(portable::log(1), 0);
  EXPECT_EQ(portable::log(0), -infinity);
  EXPECT_EQ(portable::log(infinity), infinity);
  EXPECT_TRUE(std::isnan(portable::log(-1)));
  EXPECT_EQ(portable::exp(0), 1);
  EXPECT_EQ(portable::exp(-infinity), 0);
  EXPECT_EQ(portable::exp(infinity), infinity);
  EXPECT_TRUE(std::isnan(portable::exp(std::nan(""))));
  EXPECT_GT(portable::exp(-708), 0);
  EXPECT_LT(portable::exp(709), infinity);
  EXPECT_EQ(portable::pow(0, 0), 1);
  EXPECT_EQ(portable::pow(-2, 3), -8);
  EXPECT_EQ(portable::pow(2, -2), 0.25);
}

// Two numbers that are rounded differently on any machine change the sum.
TEST(PortableMath, GivesTheseBits) {
  Random random(7);
  std::uint64_t sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double x = random.unit() * 20 + 1e-9;
    for (const double result : {portable::log(x), portable::exp(x - 10), portable::pow(x, 0.9), portable::pow(x, 5),
                                portable::log_gamma(x)}) {
      sum = std::rotl(sum, 5) ^ std::bit_cast<std::uint64_t>(result);
    }
  }
  EXPECT_EQ(sum, 17252470843757250241U);
}

}  // namespace
}  // namespace remap
