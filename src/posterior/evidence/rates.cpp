#include "posterior/evidence/rates.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/portable_math.hpp"

namespace remap::posterior {

namespace {

struct Weighed {
  double rate, weight;
};
constexpr std::array wrong_rates{Weighed{.001, .25}, Weighed{.01, .14},  Weighed{.025, .15},
                                 Weighed{.05, .17},  Weighed{.075, .11}, Weighed{.11, .09},
                                 Weighed{.16, .05},  Weighed{.24, .03},  Weighed{.3, .01}};
constexpr std::array near_rates{Weighed{0, .7}, Weighed{.1, .1}, Weighed{.2, .09}, Weighed{.3, .08}, Weighed{.37, .03}};
constexpr std::array side_rates{Weighed{.1, .08}, Weighed{.25, .04}};  // of each side; the rest prefer none
constexpr std::array overlook_rates{Weighed{.01, .4}, Weighed{.1, .3}, Weighed{.3, .3}};
// With more errors than that, two classes could trade places.
constexpr double least_right = 0.6;
constexpr double least_chance = 1e-6;
constexpr double rate_of_nobody = 0.0005;  // of those who never err
constexpr double negligible = -30;         // nats below the best point

}  // namespace

int pair_case(int apart, Order said, Longer longer) noexcept {
  return (std::clamp(apart, -2, 2) + 2) * 9 + static_cast<int>(said) * 3 + static_cast<int>(longer);
}
int placed_case(int cls, int said) noexcept { return pair_cases + cls * most_classes + said; }
int accepted_case(int cls, int predicted) noexcept { return placed_case(cls, predicted) + class_cases; }
int marked_case(int cls, int said) noexcept { return placed_case(cls, said) + 2 * class_cases; }

double chance_of_order(const Rates& rates, int apart, Order said, Longer longer) noexcept {
  const Order truth = apart < 0 ? Order::lower : apart > 0 ? Order::higher : Order::equal;
  const double tie = apart == 1 || apart == -1 ? rates.near : 0;
  double meant = said == truth ? 1 - tie : said == Order::equal ? tie : 0;
  if (truth == Order::equal) {
    const double kept = said == Order::equal ? 1.0 : 0.0;
    meant = (1 - rates.forced) * kept + rates.forced * (1 - kept) / 2;
  }
  const double sober = meant * (1 - rates.wrong) + (1 - meant) * rates.wrong / 2;
  const double long_side = longer == Longer::neither ? 0 : rates.longer;
  const Order to_longer = longer == Longer::first ? Order::higher : Order::lower;
  return std::max(least_chance, (1 - rates.first - long_side) * sober + (said == Order::higher ? rates.first : 0) +
                                    (said == to_longer ? long_side : 0));
}

double chance_of_class(const Rates& rates, int classes, int cls, int said) noexcept {
  if (classes == 1) return 1;
  const int neighbours = (cls > 0 ? 1 : 0) + (cls + 1 < classes ? 1 : 0);
  double chance = (1 - rates.near) * (said == cls ? 1 - rates.wrong : rates.wrong / (classes - 1));
  if (said == cls - 1 || said == cls + 1) chance += rates.near / neighbours;
  return std::max(least_chance, chance);
}

RateGrid::RateGrid(int classes, RatesSought sought, double same_rates)
    : classes_(classes), sought_(sought), same_rates_(same_rates) {
  if (sought.errors) {
    add_points();
  } else {
    add_point({.wrong = rate_of_nobody}, 1);
  }
  const double all = std::accumulate(weights_.begin(), weights_.end(), 0.0);
  for (double& weight : weights_) weight /= all;
  tabulate();
}

void RateGrid::add_points() {
  for (const Weighed& wrong : wrong_rates) {
    for (const Weighed& near : near_rates) {
      if (near.rate > 0 && !sought_.near) continue;
      if ((1 - wrong.rate) * (1 - near.rate) < least_right) continue;
      add_point({.wrong = wrong.rate, .near = near.rate}, wrong.weight * near.weight);
    }
  }
  // Each point again for each of some further rates.
  const auto multiply = [&](bool wanted, const auto& add_variants) {
    if (!wanted) return;
    const auto points = std::exchange(points_, {});
    const auto weights = std::exchange(weights_, {});
    for (std::size_t i = 0; i < points.size(); ++i) add_variants(points[i], weights[i]);
  };
  multiply(sought_.sides, [&](const Rates& point, double weight) {
    double none = 1;
    for (const Weighed& side : side_rates) none -= 2 * side.weight;
    add_point(point, weight * none);
    for (const Weighed& side : side_rates) {
      for (double Rates::*preferred : {&Rates::first, &Rates::longer}) {
        Rates rates = point;
        rates.*preferred = side.rate;
        add_point(rates, weight * side.weight);
      }
    }
  });
  multiply(sought_.overlooking, [&](Rates point, double weight) {
    for (const Weighed& overlook : overlook_rates) {
      point.overlook = overlook.rate;
      add_point(point, weight * overlook.weight);
    }
  });
  multiply(sought_.forced, [&](Rates point, double weight) {
    for (const double forced : {0.0, 1.0}) {
      point.forced = forced;
      add_point(point, weight / 2);
    }
  });
}

void RateGrid::tabulate() {
  log_chance_.assign(points_.size() * cases, 0);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Rates& rates = points_[i];
    const auto put = [&](int number, double chance) {
      log_chance_[static_cast<std::size_t>(number) * points_.size() + i] = portable::log(chance);
    };
    for (int apart = -2; apart <= 2; ++apart) {
      for (const Order said : {Order::lower, Order::equal, Order::higher}) {
        for (const Longer longer : {Longer::second, Longer::neither, Longer::first}) {
          put(pair_case(apart, said, longer), chance_of_order(rates, apart, said, longer));
        }
      }
    }
    for (int c = 0; c < classes_; ++c) {
      for (int said = 0; said < classes_; ++said) {
        const double chance = chance_of_class(rates, classes_, c, said);
        put(placed_case(c, said), chance);
        put(accepted_case(c, said), c == said ? chance : rates.overlook + (1 - rates.overlook) * chance);
        put(marked_case(c, said), (1 - rates.overlook) * chance);
      }
    }
  }
}

void RateGrid::add_point(const Rates& rates, double weight) {
  points_.push_back(rates);
  weights_.push_back(weight);
}

double RateGrid::likelihoods(std::span<const int> counts, std::vector<double>& into) const {
  const std::size_t points = points_.size();
  into.assign(points, 0);
  for (std::size_t number = 0; number < static_cast<std::size_t>(cases); ++number) {
    if (counts[number] == 0) continue;
    const double times = counts[number];
    const double* const row = log_chance_.data() + number * points;
    for (std::size_t i = 0; i < points; ++i) into[i] += times * row[i];
  }
  const double top = *std::max_element(into.begin(), into.end());
  for (double& x : into) x = x - top > negligible ? portable::exp(x - top) : 0;
  return top;
}

/// What a giver's answers say about the rates that all have in common, on top of `shared`. Returns the logarithm of
/// what was taken out of it, so that it neither vanishes nor overflows.
double RateGrid::share(std::span<const int> counts, std::vector<double>& own, std::vector<double>& shared) const {
  const double top = likelihoods(counts, own);
  const double alone = std::inner_product(own.begin(), own.end(), weights_.begin(), 0.0);
  for (std::size_t i = 0; i < own.size(); ++i) shared[i] *= 1 - same_rates_ + same_rates_ * own[i] / alone;
  const double most = *std::max_element(shared.begin(), shared.end());
  for (double& x : shared) x /= most;
  return top + portable::log(alone) + portable::log(most);
}

double RateGrid::log_likelihood(std::span<const int> counts) const {
  const std::size_t givers = counts.size() / cases;
  if (givers == 0) return 0;
  static thread_local std::vector<double> own, shared;
  if (givers == 1) {
    const double top = likelihoods(counts, own);
    return top + portable::log(std::inner_product(own.begin(), own.end(), weights_.begin(), 0.0));
  }
  shared.assign(points_.size(), 1);
  double sum = 0;
  for (std::size_t giver = 0; giver < givers; ++giver) sum += share(counts.subspan(giver * cases, cases), own, shared);
  return sum + portable::log(std::inner_product(shared.begin(), shared.end(), weights_.begin(), 0.0));
}

Rates RateGrid::expected(std::span<const int> counts, std::size_t giver) const {
  const std::size_t givers = counts.size() / cases;
  std::vector<double> own, others(points_.size(), 1);
  for (std::size_t other = 0; other < givers; ++other) {
    if (other != giver) share(counts.subspan(other * cases, cases), own, others);
  }
  const double of_others = std::inner_product(others.begin(), others.end(), weights_.begin(), 0.0);
  if (giver < givers) {
    likelihoods(counts.subspan(giver * cases, cases), own);
  } else {
    own.assign(points_.size(), 1);
  }
  Rates mean;
  double all = 0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const double weight = weights_[i] * own[i] * ((1 - same_rates_) * of_others + same_rates_ * others[i]);
    all += weight;
    for (double Rates::*rate :
         {&Rates::wrong, &Rates::near, &Rates::first, &Rates::longer, &Rates::overlook, &Rates::forced}) {
      mean.*rate += weight * points_[i].*rate;
    }
  }
  for (double Rates::*rate :
       {&Rates::wrong, &Rates::near, &Rates::first, &Rates::longer, &Rates::overlook, &Rates::forced}) {
    mean.*rate /= all;
  }
  return mean;
}

}  // namespace remap::posterior
