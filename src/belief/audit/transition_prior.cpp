#include "belief/audit/transition_prior.hpp"

namespace remap::belief {

namespace {
constexpr std::size_t rounds = 20;
constexpr double imagined = 1;  // transitions of each kind, so that few of them do not decide
}  // namespace

TransitionPrior::TransitionPrior(std::span<const Index> next, std::size_t letters, const std::vector<bool>& skipped)
    : next_(next.begin(), next.end()), letters_(letters), states_(next.size() / letters), skipped_(skipped) {
  of_letter_.assign(letters_ * states_, 0);
  of_state_.assign(states_ * states_, 0);
  letter_count_.assign(letters_, 0);
  row_count_.assign(states_, 0);
  for (std::size_t t = 0; t < next_.size(); ++t) {
    if (skipped_[t]) continue;
    const std::size_t from = t / letters_, letter = t % letters_;
    ++of_letter_[letter * states_ + next_[t]];
    ++of_state_[from * states_ + next_[t]];
    ++letter_count_[letter];
    ++row_count_[from];
  }
  share_.fill(1.0 / kinds);
  for (std::size_t round = 0; round < rounds; ++round) {
    std::array<double, kinds> sum{};
    sum.fill(imagined);
    double all = imagined * kinds;
    for (std::size_t t = 0; t < next_.size(); ++t) {
      if (skipped_[t]) continue;
      std::array<double, kinds> part =
          by_kind(static_cast<Index>(t / letters_), static_cast<Index>(t % letters_), next_[t]);
      double total = 0;
      for (std::size_t kind = 0; kind < kinds; ++kind) total += part[kind] *= share_[kind];
      for (std::size_t kind = 0; kind < kinds; ++kind) sum[kind] += part[kind] / total;
      ++all;
    }
    for (std::size_t kind = 0; kind < kinds; ++kind) share_[kind] = sum[kind] / all;
  }
}

// Without the transition itself. Where there is no other one of a kind, it says nothing.
std::array<double, TransitionPrior::kinds> TransitionPrior::by_kind(Index from, Index letter, Index to) const {
  const std::size_t here = from * letters_ + letter;
  const double own = skipped_[here] ? 0 : 1, same = next_[here] == to ? own : 0;
  const double anywhere = 1 / static_cast<double>(states_);
  const auto among = [&](double count, double all) { return all > own ? (count - same) / (all - own) : anywhere; };
  return {from == to ? 1.0 : 0.0, among(of_letter_[letter * states_ + to], letter_count_[letter]),
          among(of_state_[from * states_ + to], row_count_[from]), anywhere};
}

double TransitionPrior::chance(Index from, Index letter, Index to) const {
  const std::array<double, kinds> part = by_kind(from, letter, to);
  double sum = 0;
  for (std::size_t kind = 0; kind < kinds; ++kind) sum += share_[kind] * part[kind];
  return sum;
}

}  // namespace remap::belief
