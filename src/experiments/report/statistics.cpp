#include "experiments/report/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "remap/automata/error.hpp"

namespace remap::experiments {

Summary summarise(std::span<const double> values) {
  Summary summary{.count = values.size()};
  if (values.empty()) return summary;
  const double n = static_cast<double>(values.size());
  summary.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  if (values.size() < 2) return summary;
  double squares = 0;
  for (const double value : values) squares += (value - summary.mean) * (value - summary.mean);
  summary.deviation = std::sqrt(squares / (n - 1));
  summary.error = summary.deviation / std::sqrt(n);
  return summary;
}

Interval share_interval(std::size_t happened, std::size_t trials) {
  if (trials == 0) return {};
  constexpr double z = 1.959964;  // of the normal distribution, two-sided 95 %
  const double n = static_cast<double>(trials), share = static_cast<double>(happened) / n;
  const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
  const double half = z / (1 + z * z / n) * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

double quantile(std::span<const double> sorted, double p) {
  if (sorted.empty()) throw Misuse("quantile", "there are no values");
  if (!(p >= 0 && p <= 1)) throw Misuse("quantile", fmt::format("p is {}, expected 0 to 1", p));
  const double position = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  if (below + 1 >= sorted.size()) return sorted.back();
  const double part = position - static_cast<double>(below);
  return sorted[below] * (1 - part) + sorted[below + 1] * part;
}

OriginFit fit_through_origin(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size()) throw Misuse("fit_through_origin", fmt::format("{} x, {} y", x.size(), y.size()));
  OriginFit fit;
  double xx = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += x[i] * x[i];
    xy += x[i] * y[i];
  }
  if (xx == 0) return fit;
  fit.slope = xy / xx;
  const double mean = summarise(y).mean;
  double residual = 0, total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    residual += (y[i] - fit.slope * x[i]) * (y[i] - fit.slope * x[i]);
    total += (y[i] - mean) * (y[i] - mean);
  }
  if (total > 0) fit.r_squared = 1 - residual / total;
  if (x.size() > 1) fit.error = std::sqrt(residual / static_cast<double>(x.size() - 1) / xx);
  return fit;
}

OriginFit fit_n_log_n(std::span<const double> n, std::span<const double> c) {
  std::vector<double> x;
  x.reserve(n.size());
  for (const double value : n) x.push_back(value * std::log(value));
  return fit_through_origin(x, c);
}

std::vector<double> density(std::span<const double> values, std::span<const double> at, double least_width) {
  const double n = static_cast<double>(values.size());
  const double width = std::max(least_width, 0.9 * summarise(values).deviation * std::pow(std::max(n, 1.0), -0.2));
  if (!(width > 0)) throw Misuse("density", "the least width must be above 0");
  std::vector<double> result;
  result.reserve(at.size());
  const double scale = 1 / (std::max(n, 1.0) * width * std::sqrt(2 * std::acos(-1.0)));
  for (const double position : at) {
    double sum = 0;
    for (const double value : values) sum += std::exp(-0.5 * std::pow((position - value) / width, 2));
    result.push_back(sum * scale);
  }
  return result;
}

}  // namespace remap::experiments
