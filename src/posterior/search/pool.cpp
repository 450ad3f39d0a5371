#include "posterior/search/pool.hpp"

#include <algorithm>
#include <limits>

#include "base/portable_math.hpp"

namespace remap::posterior {

namespace {
constexpr double surely_kept = 4;  // nats below the best: kept even if the pool is full
constexpr double lowest_score = std::numeric_limits<double>::lowest();
}  // namespace

void Pool::consider(const Machine& machine) {
  if (machines_.empty()) top_ = lowest_ = lowest_score;
  top_ = std::max(top_, machine.score);
  if (machine.score < top_ - numbers_.window) return;
  if (machine.score < lowest_ && machine.score < top_ - surely_kept) return;
  if (prints_.insert(machine.print).second) machines_.push_back(machine);
  if (static_cast<double>(machines_.size()) > 4 * numbers_.pool) {
    sort();
    drop_unranked();
  }
}

void Pool::sort() {
  order_.resize(machines_.size());
  for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t i, std::uint32_t j) {
    const Machine &a = machines_[i], &b = machines_[j];
    return a.score != b.score ? a.score > b.score : a.print < b.print;
  });
  top_ = best().score;
  const auto most = static_cast<std::size_t>(numbers_.pool);
  if (order_.size() > most) order_.resize(most);
  lowest_ = order_.size() == most ? machines_[order_.back()].score : lowest_score;
  while (machines_[order_.back()].score < top_ - numbers_.window) order_.pop_back();
}

void Pool::drop_unranked() {
  std::vector<Machine> kept;
  kept.reserve(order_.size());
  for (const std::uint32_t i : order_) kept.push_back(machines_[i]);
  machines_ = std::move(kept);
  for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
}

void Pool::rescore(Scorer& scorer) {
  sort();
  drop_unranked();
  prints_.clear();
  for (Machine& machine : machines_) {
    scorer.rate(machine);
    prints_.insert(machine.print);
  }
  sort();
}

std::vector<double> Pool::weights(std::size_t most) const {
  std::vector<double> weights;
  double all = 0;
  for (std::size_t rank = 0; rank < std::min(most, size()); ++rank) {
    weights.push_back(portable::exp((*this)[rank].score - best().score));
    all += weights.back();
  }
  for (double& weight : weights) weight /= all;
  return weights;
}

double Pool::share_of_best(const Space& space, const Excluded& excluded) const {
  double share = 0, all = 0;
  for (std::size_t rank = 0; rank < size(); ++rank) {
    const Machine& machine = (*this)[rank];
    const double weight = portable::exp(machine.score - best().score);
    all += weight;
    if (rank == 0 || (!excluded.empty() && !differ(space, machine, best(), excluded))) share += weight;
  }
  return on_grid(share / all);
}

}  // namespace remap::posterior
