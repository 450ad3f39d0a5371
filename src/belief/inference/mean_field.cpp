#include "belief/inference/mean_field.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/portable_math.hpp"
#include "belief/inference/rates.hpp"

namespace remap::belief {

namespace {
constexpr std::size_t most_sweeps = 40;
constexpr std::uint32_t nowhere = UINT32_MAX;
constexpr double least_change = 1e-3;
constexpr double first_guess = 0.8;  // the chance of the level that a word begins in
constexpr std::size_t passes_for_order = 20;
}  // namespace

MeanField::MeanField(const Evidence& evidence, const Labels& labels, const Statements& statements,
                     const BeliefOptions& options, std::span<const ErrorModel> models)
    : statements_(statements),
      options_(options),
      initial_models_(models.begin(), models.end()),
      models_(initial_models_) {
  std::vector<Index> place(evidence.words().size(), nowhere);
  for (std::size_t w = 0; w < place.size(); ++w) {
    if (!labels.labelled(make_id<WordId>(w))) continue;
    place[w] = static_cast<Index>(words_.size());
    words_.push_back(make_id<WordId>(w));
  }
  links_of_.resize(words_.size());
  for (const Pair& pair : evidence.pairs()) {
    const Index first = place[index(pair.first)], second = place[index(pair.second)];
    if (pair.answers.empty() || first == nowhere || second == nowhere) continue;
    for (const Index word : {first, second}) links_of_[word].push_back(static_cast<Index>(links_.size()));
    links_.push_back({first, second, &pair, {}});
  }
}

void MeanField::begin_anew(std::size_t levels) {
  levels_ = levels;
  models_ = initial_models_;
  const double others = levels == 1 ? 1 : (1 - first_guess) / static_cast<double>(levels - 1);
  chance_.assign(words_.size() * levels, others);
  frequency_.assign(levels, -portable::log(static_cast<double>(levels)));
}

void MeanField::begin_at(const Labels& labels) {
  begin_anew(labels.size());
  if (levels_ == 1) return;
  for (Index w = 0; w < words_.size(); ++w) chance(w, labels.rank(words_[w])) = first_guess;
}

void MeanField::begin_in_order(std::size_t levels) {
  begin_anew(levels);
  if (levels == 1) return;
  std::vector<double> value(words_.size(), 0);
  for (std::size_t pass = 0; pass < passes_for_order; ++pass) {
    for (Index w = 0; w < words_.size(); ++w) {
      double sum = 0, all = 1;
      for (const Index at : links_of_[w]) {
        const Link& link = links_[at];
        const bool first = link.first == w;
        for (const Said& said : link.pair->answers) {
          const double answer = static_cast<double>(said.answer) - static_cast<double>(Preference::equal);
          sum += value[first ? link.second : link.first] + (first ? answer : -answer);
          ++all;
        }
      }
      value[w] = sum / all;
    }
  }
  const auto [least, most] = std::minmax_element(value.begin(), value.end());
  const double low = *least, width = std::max(*most - *least, 1e-9);
  for (Index w = 0; w < words_.size(); ++w) {
    const auto level = static_cast<std::size_t>((value[w] - low) / width * static_cast<double>(levels));
    chance(w, std::min(level, levels - 1)) = first_guess;
  }
}

void MeanField::weigh() {
  for (Link& link : links_) {
    link.log = likelihood(*link.pair, models_);
    for (double& chance : link.log) chance = portable::log(chance);
  }
}

bool MeanField::update(Index word) {
  scratch_ = frequency_;
  for (const Index at : links_of_[word]) {
    const Link& link = links_[at];
    const Likelihoods log = link.first == word ? link.log : mirrored(link.log);
    const Index other = link.first == word ? link.second : link.first;
    double below = 0;  // the chance that the other word is two or more levels below
    double above = 1;  // at the same level or above
    for (std::size_t a = 0; a < levels_; ++a) {
      const double here = chance(other, a), lower = a >= 1 ? chance(other, a - 1) : 0,
                   higher = a + 1 < levels_ ? chance(other, a + 1) : 0;
      if (a >= 2) below += chance(other, a - 2);
      above = 1 - below - lower - here - higher;
      scratch_[a] += log[4] * below + log[3] * lower + log[2] * here + log[1] * higher + log[0] * std::max(0.0, above);
    }
  }
  if (const Statement* said = statements_.find(words_[word]); said != nullptr && levels_ == statements_.outputs()) {
    const double unlikely = portable::log(std::max(options_.value_error, 1e-9));
    for (std::size_t a = 0; a < levels_; ++a) {
      if (a != said->value) scratch_[a] += unlikely;
    }
  }
  const double top = *std::max_element(scratch_.begin(), scratch_.end());
  double sum = 0;
  for (double& value : scratch_) sum += value = portable::exp(value - top);
  double change = 0;
  for (std::size_t a = 0; a < levels_; ++a) {
    const double now = scratch_[a] / sum;
    change = std::max(change, std::abs(now - chance(word, a)));
    chance(word, a) = now;
  }
  return change > least_change;
}

Likelihoods MeanField::steps(const Link& link) const {
  Likelihoods result{};
  double below = 0;
  for (std::size_t a = 0; a < levels_; ++a) {
    const double mine = chance(link.first, a);
    const double here = chance(link.second, a), lower = a >= 1 ? chance(link.second, a - 1) : 0,
                 higher = a + 1 < levels_ ? chance(link.second, a + 1) : 0;
    if (a >= 2) below += chance(link.second, a - 2);
    result[4] += mine * below;
    result[3] += mine * lower;
    result[2] += mine * here;
    result[1] += mine * higher;
    result[0] += mine * std::max(0.0, 1 - below - lower - here - higher);
  }
  return result;
}

void MeanField::learn() {
  std::fill(frequency_.begin(), frequency_.end(), 0.5);
  for (Index w = 0; w < words_.size(); ++w) {
    for (std::size_t a = 0; a < levels_; ++a) frequency_[a] += chance(w, a);
  }
  const double all = std::accumulate(frequency_.begin(), frequency_.end(), 0.0);
  for (double& frequency : frequency_) frequency = portable::log(frequency / all);
  std::vector<Counts> counts(models_.size());
  for (const Link& link : links_) {
    const Likelihoods by = steps(link);
    for (std::size_t d = 0; d < by.size(); ++d) {
      if (by[d] > 1e-6) count(*link.pair, static_cast<int>(d) - 2, 0, by[d], models_, counts);
    }
  }
  for (std::size_t i = 0; i < models_.size(); ++i) models_[i] = ErrorModel(estimate(counts[i], options_));
}

void MeanField::settle() {
  for (std::size_t pass = 0; pass < most_sweeps; ++pass) {
    learn();
    weigh();
    bool changed = false;
    for (Index w = 0; w < words_.size(); ++w) changed = update(w) || changed;
    if (!changed) break;
  }
  learn();
  weigh();
}

double MeanField::score() const {
  double sum = 0;
  for (const Link& link : links_) {
    const Likelihoods by = steps(link);
    for (std::size_t d = 0; d < distances; ++d) sum += by[d] * link.log[d];
  }
  for (Index w = 0; w < words_.size(); ++w) {
    const Statement* said = levels_ == statements_.outputs() ? statements_.find(words_[w]) : nullptr;
    for (std::size_t a = 0; a < levels_; ++a) {
      const double mine = chance(w, a);
      if (mine > 1e-12) sum += mine * (frequency_[a] - portable::log(mine));
      if (said != nullptr && a != said->value) sum += mine * portable::log(std::max(options_.value_error, 1e-9));
    }
  }
  return sum;
}

void MeanField::decide(Labels& into) const {
  into.clear();
  std::vector<std::vector<WordId>> members(levels_);
  for (Index w = 0; w < words_.size(); ++w) {
    const auto begin = chance_.begin() + static_cast<std::ptrdiff_t>(w * levels_);
    const auto end = begin + static_cast<std::ptrdiff_t>(levels_);
    const auto best = std::max_element(begin, end);
    members[static_cast<std::size_t>(best - begin)].push_back(words_[w]);
    into.set_error(words_[w], 1 - *best);
  }
  for (const std::vector<WordId>& of : members) {
    if (of.empty()) continue;
    const Level level = into.make_level(into.size());
    for (const WordId word : of) into.put(word, level);
  }
}

}  // namespace remap::belief
