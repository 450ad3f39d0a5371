#include "belief/answers/error_model.hpp"

#include <algorithm>
#include <cstdlib>

namespace remap::belief {

namespace {
constexpr double most_wrong = 0.9;    // the chance of an error of one kind
constexpr double least_right = 0.02;  // no answer is impossible
}  // namespace

ErrorRates ErrorRates::even(double rate, double persistence) noexcept {
  ErrorRates rates;
  rates.overall = rates.told_apart = rate;
  rates.missed_near = rates.missed_far = rates.reversed_near = rates.reversed_far = rate / 2;
  rates.persistence = persistence;
  return rates;
}

ErrorModel::ErrorModel(const ErrorRates& rates) : rates_(rates) {
  for (int answer = 0; answer < 3; ++answer) {
    for (int longer = 0; longer < 3; ++longer) {
      for (int first = 0; first < 3; ++first) {
        Likelihoods& row = table_[static_cast<std::size_t>((answer * 3 + longer) * 3 + first)];
        for (int d = 0; d < 5; ++d) {
          row[static_cast<std::size_t>(d)] = compute(answer - 1, d - 2, longer - 1, first - 1);
        }
      }
    }
  }
}

// Sides are -1 and 1, 0 for neither; the distance is from -2 to 2.
double ErrorModel::compute(int answer, int distance, int longer, int shown_first) const {
  const auto leaning = [&](int side) {
    double factor = 1;
    if (longer != 0) factor *= 2 * (side == longer ? rates_.to_longer : 1 - rates_.to_longer);
    if (shown_first != 0) factor *= 2 * (side == shown_first ? rates_.to_first : 1 - rates_.to_first);
    return factor;
  };
  const auto capped = [](double chance) { return std::min(chance, most_wrong); };
  if (distance == 0) {
    const double up = capped(rates_.told_apart / 2 * leaning(1)), down = capped(rates_.told_apart / 2 * leaning(-1));
    if (answer != 0) return answer > 0 ? up : down;
    return std::max(1 - up - down, least_right);
  }
  const bool near = std::abs(distance) == 1;
  const int truth = distance > 0 ? 1 : -1;
  const double reversed = capped((near ? rates_.reversed_near : rates_.reversed_far) * leaning(-truth));
  const double missed = capped(near ? rates_.missed_near : rates_.missed_far);
  if (answer == 0) return missed;
  return answer == -truth ? reversed : std::max(1 - reversed - missed, least_right);
}

}  // namespace remap::belief
