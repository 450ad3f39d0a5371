#include "base/information.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "remap/automata/error.hpp"

namespace remap {
namespace {

double log3(double x) { return std::log(x) / std::log(3.0); }

TEST(Information, CountsSmallMachinesByHand) {
  EXPECT_NEAR(information_floor(1, 1, 1), 0, 1e-12);
  EXPECT_NEAR(information_floor(1, 5, 9), 2, 1e-12);
  EXPECT_NEAR(information_floor(2, 1, 2), log3(4 * 4), 1e-12);
  EXPECT_NEAR(information_floor(3, 2, 2), log3(729.0 * 8.0 / 2.0), 1e-12);
  EXPECT_NEAR(information_floor(4, 1, 3), log3(256.0 * 81.0 / 6.0), 1e-12);
}

TEST(Information, LargeMachinesDoNotOverflow) {
  const double floor = information_floor(100'000, 10, 4);
  EXPECT_GT(floor, 9.4e6);
  EXPECT_LT(floor, 1e7);
}

TEST(Information, AMachineOfNothingIsMisuse) {
  EXPECT_THROW(information_floor(0, 1, 1), Misuse);
  EXPECT_THROW(information_floor(1, 0, 1), Misuse);
  EXPECT_THROW(information_floor(1, 1, 0), Misuse);
}

}  // namespace
}  // namespace remap
