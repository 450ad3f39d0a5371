#include "experiments/report/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "remap/automata/error.hpp"

namespace remap::experiments {
namespace {

TEST(Statistics, MeanDeviationAndError) {
  const std::vector<double> values = {2, 4, 4, 4, 5, 5, 7, 9};
  const Summary summary = summarise(values);
  EXPECT_EQ(summary.count, 8U);
  EXPECT_DOUBLE_EQ(summary.mean, 5);
  EXPECT_DOUBLE_EQ(summary.deviation, std::sqrt(32.0 / 7));
  EXPECT_DOUBLE_EQ(summary.error, std::sqrt(32.0 / 7 / 8));
  EXPECT_EQ(summarise({}).mean, 0);
  EXPECT_EQ(summarise(std::vector<double>{3}).deviation, 0);
}

TEST(Statistics, IntervalsOfShares) {
  // Wilson: 8 of 10 is 0.490 to 0.943, 0 of 10 is 0 to 0.278, 100 of 100 is 0.963 to 1.
  EXPECT_NEAR(share_interval(8, 10).low, 0.4902, 1e-4);
  EXPECT_NEAR(share_interval(8, 10).high, 0.9433, 1e-4);
  EXPECT_EQ(share_interval(0, 10).low, 0);
  EXPECT_NEAR(share_interval(0, 10).high, 0.2775, 1e-4);
  EXPECT_NEAR(share_interval(100, 100).low, 0.9630, 1e-4);
  EXPECT_NEAR(share_interval(100, 100).high, 1, 1e-12);
  EXPECT_EQ(share_interval(0, 0).high, 1);
}

TEST(Statistics, QuantilesInterpolate) {
  const std::vector<double> values = {1, 2, 3, 4};
  EXPECT_DOUBLE_EQ(quantile(values, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(values, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile(values, 1), 4);
  EXPECT_THROW((void)quantile({}, 0.5), Misuse);
  EXPECT_THROW((void)quantile(values, 1.5), Misuse);
}

TEST(Statistics, FitThroughTheOrigin) {
  const std::vector<double> x = {1, 2, 3}, y = {2.1, 3.9, 6.0};
  const OriginFit fit = fit_through_origin(x, y);
  EXPECT_NEAR(fit.slope, 27.9 / 14, 1e-12);
  // By hand: residuals 0.1071, -0.0857, 0.0214; about the mean 4: 3.61 + 0.01 + 4.
  EXPECT_NEAR(fit.r_squared, 1 - (0.107143 * 0.107143 + 0.085714 * 0.085714 + 0.021429 * 0.021429) / 7.62, 1e-6);
  // The residuals' variance has n - 1 = 2 degrees of freedom; the sum of the squares of x is 14.
  EXPECT_NEAR(fit.error, std::sqrt((0.107143 * 0.107143 + 0.085714 * 0.085714 + 0.021429 * 0.021429) / 2 / 14), 1e-6);
  EXPECT_THROW(fit_through_origin(x, std::vector<double>{1}), Misuse);
}

TEST(Statistics, FindsTheLawItWasMadeBy) {
  std::vector<double> n, c;
  for (double value = 10; value < 5000; value *= 1.7) {
    n.push_back(value);
    c.push_back(0.2114 * value * std::log(value));
  }
  const OriginFit fit = fit_n_log_n(n, c);
  EXPECT_NEAR(fit.slope, 0.2114, 1e-12);
  EXPECT_NEAR(fit.r_squared, 1, 1e-12);
}

TEST(Statistics, DensitySumsToOne) {
  const std::vector<double> values = {0, 1, 1, 2, 5};
  std::vector<double> at;
  for (double x = -20; x <= 25; x += 0.05) at.push_back(x);
  double sum = 0;
  for (const double value : density(values, at, 0.1)) sum += value * 0.05;
  EXPECT_NEAR(sum, 1, 1e-6);
  // One value: a bell of the least width, 1 / (0.5 sqrt(2 pi)) high.
  const std::vector<double> one = {3}, top = {3};
  EXPECT_NEAR(density(one, top, 0.5).front(), 0.797885, 1e-6);
  // Silverman: 0.9 times the deviation (2) times n to the power of -0.2, here 0.9 * 2 * 3^-0.2.
  const std::vector<double> three = {-2, 0, 2}, middle = {0};
  const double width = 1.8 * std::pow(3, -0.2);
  EXPECT_NEAR(density(three, middle, 0.1).front(),
              (1 + 2 * std::exp(-2 / (width * width))) / (3 * width * std::sqrt(2 * std::acos(-1.0))), 1e-9);
}

}  // namespace
}  // namespace remap::experiments
