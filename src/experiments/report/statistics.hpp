// The statistics of the report: nothing more than it shows.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace remap::experiments {

/// All are 0 for no values; deviation and error are 0 for fewer than two.
struct Summary {
  std::size_t count = 0;
  double mean = 0;
  double deviation = 0;  // of the sample, with n - 1
  double error = 0;      // standard error of the mean
};
Summary summarise(std::span<const double> values);

/// Wilson's 95 % confidence interval of a probability, from the number of successes; 0 to 1 for no trials.
struct Interval {
  double low = 0;
  double high = 1;
};
Interval share_interval(std::size_t happened, std::size_t trials);

/// Linear interpolation between neighbours; `sorted` is not empty, 0 <= p <= 1. Throws Misuse otherwise.
double quantile(std::span<const double> sorted, double p);

/// y = slope · x through the origin by least squares.
struct OriginFit {
  double slope = 0;
  double error = 0;      // standard error of the slope
  double r_squared = 0;  // 1 - residual sum of squares / sum of squares about the mean of y
};
OriginFit fit_through_origin(std::span<const double> x, std::span<const double> y);

/// C = a · N · ln N, the paper's law for the number of comparisons; N >= 1.
OriginFit fit_n_log_n(std::span<const double> n, std::span<const double> c);

/// The density of the values at each position: Gaussian kernel, Silverman's width, at least `least_width`.
std::vector<double> density(std::span<const double> values, std::span<const double> at, double least_width);

}  // namespace remap::experiments
