// How the teacher errs, from the same answers: every answer is compared with what the labels say. Where labels are in
// doubt, an answer counts in part as right and in part as wrong. Each kind of error is drawn towards the overall rate
// until there are answers enough to tell it apart, and the overall rate towards what was expected. Some teachers err in
// all ways alike, others in one way only: how strongly kinds are drawn together is learned as well.
#include "belief/inference/rates.hpp"

#include <algorithm>
#include <cmath>

#include "base/portable_math.hpp"

namespace remap::belief {

namespace {
using enum Counts::Nearness;
}

void count(const Pair& pair, int steps, double doubt, double share, std::span<const ErrorModel> models,
           std::span<Counts> counts) {
  const Preference truth = compared(steps, 0);
  const Counts::Nearness near_or_far = steps == 0 ? equal : std::abs(steps) == 1 ? near : far;
  for (std::size_t i = 0; i < pair.answers.size(); ++i) {
    const Said& said = pair.answers[i];
    Counts& to = counts[said.annotator];
    const auto same = [&](const Said& other) { return other.annotator == said.annotator; };
    const auto here = pair.answers.begin() + static_cast<std::ptrdiff_t>(i);
    const auto earlier = std::find_if(pair.answers.begin(), here, same);
    const double weight = share * (earlier == here ? 1 : 1 - models[said.annotator].rates().persistence);
    const double wrong = said.answer == truth ? doubt : 1 - doubt;
    to.all[near_or_far] += weight;
    to.wrong[near_or_far] += weight * wrong;
    if (said.answer != truth) {
      if (near_or_far != equal)
        (said.answer == Preference::equal ? to.missed : to.reversed)[near_or_far] += weight * wrong;
      if (said.answer != Preference::equal) {
        const bool first = said.answer == Preference::greater;
        if (pair.longer != Side::neither) {
          ((pair.longer == Side::first) == first ? to.to_longer : to.to_shorter) += weight * wrong;
        }
        (first == said.first_shown ? to.to_first : to.to_second) += weight * wrong;
      }
    }
    const bool second_time = earlier != here && std::count_if(pair.answers.begin(), here, same) == 1;
    if (second_time && earlier->answer != truth) {
      (said.answer == earlier->answer ? to.again : to.otherwise) += share * (1 - doubt);
    }
  }
}

namespace {

// How often errors of one kind were made, out of all occasions, and how often they were to be expected.
struct Kind {
  double expected, found, of;

  [[nodiscard]] double rate(double weight) const { return (weight * expected + found) / (weight + of); }
  /// The log probability of what was found, if the rate is drawn from a beta distribution of that weight.
  [[nodiscard]] double evidence(double weight) const {
    const auto log_beta = [](double a, double b) {
      return portable::log_gamma(a) + portable::log_gamma(b) - portable::log_gamma(a + b);
    };
    const double wrong = weight * expected, right = weight - wrong;
    return log_beta(wrong + found, right + of - found) - log_beta(wrong, right);
  }
};

}  // namespace

ErrorRates estimate(const Counts& counts, const BeliefOptions& options) {
  ErrorRates rates;
  const double all = counts.all[equal] + counts.all[near] + counts.all[far];
  const double wrong = counts.wrong[equal] + counts.wrong[near] + counts.wrong[far];
  rates.overall = (options.error_rate * options.weight + wrong) / (options.weight + all);
  rates.overall = std::clamp(rates.overall, 0.002, 0.45);
  const double half = rates.overall / 2;
  const Kind told_apart{rates.overall, counts.wrong[equal], counts.all[equal]};
  const Kind missed_near{half, counts.missed[near], counts.all[near]},
      missed_far{half, counts.missed[far], counts.all[far]};
  const Kind reversed_near{half, counts.reversed[near], counts.all[near]};
  const Kind reversed_far{half, counts.reversed[far], counts.all[far]};
  double odds = 0;  // log odds that kinds are alike
  for (const Kind& kind : {told_apart, missed_near, missed_far, reversed_near, reversed_far}) {
    odds += kind.evidence(options.alike_weight) - kind.evidence(options.unlike_weight);
  }
  const double alike = 1 / (1 + portable::exp(-odds));
  const auto rate = [&](const Kind& kind, double least, double most) {
    const double mean = alike * kind.rate(options.alike_weight) + (1 - alike) * kind.rate(options.unlike_weight);
    return std::clamp(mean, least, most);
  };
  rates.told_apart = rate(told_apart, 0.002, 0.6);
  rates.missed_near = rate(missed_near, 0.001, 0.95);
  rates.missed_far = rate(missed_far, 0.001, 0.95);
  rates.reversed_near = rate(reversed_near, 0.001, 0.45);
  rates.reversed_far = rate(reversed_far, 0.001, 0.45);
  rates.to_longer = counts.to_longer / (counts.to_longer + counts.to_shorter);
  rates.to_first = counts.to_first / (counts.to_first + counts.to_second);
  rates.persistence = std::clamp(counts.again / (counts.again + counts.otherwise), 0.02, 0.95);
  return rates;
}

Belief::Learned Belief::learned() const {
  std::vector<Counts> counts(learned_.models.size());
  for (const Pair& pair : evidence_.pairs()) {
    if (pair.answers.empty()) continue;
    if (labels_.labelled(pair.first) && labels_.labelled(pair.second)) {
      const int steps = static_cast<int>(labels_.rank(pair.first)) - static_cast<int>(labels_.rank(pair.second));
      const double doubt = std::min(0.5, labels_.error(pair.first) + labels_.error(pair.second));
      count(pair, steps, doubt, 1, learned_.models, counts);
    } else if (pair.passed) {  // without labels, but those who err get them: right answers must count as well
      count(pair, *pair.passed, 0, 1, learned_.models, counts);
    }
  }
  Learned result;
  for (const Counts& of : counts) {
    result.equal_heard += of.all[equal];
    result.near_heard += of.all[near];
    result.reliabilities.push_back(
        {of.all[equal] + of.all[near] + of.all[far], of.wrong[equal] + of.wrong[near] + of.wrong[far]});
    result.models.emplace_back(estimate(of, options_));
  }
  return result;
}

void Belief::learn(bool now) {
  constexpr std::uint32_t share = 64;  // so that all learning together costs a look or two at each answer
  if (!now && evidence_.size() < learned_at_ + learned_at_ / share) return;
  learned_at_ = evidence_.size();
  learned_ = learned();
}

}  // namespace remap::belief
