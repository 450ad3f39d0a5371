#include "belief/inference/belief.hpp"

#include <algorithm>
#include <utility>

#include "base/portable_math.hpp"

namespace remap::belief {

namespace {
constexpr std::uint8_t most_flips = 3;
}

Belief::Belief(std::size_t outputs, const BeliefOptions& options) : options_(options), statements_(outputs) {
  learned_.models.emplace_back(ErrorRates::even(options.error_rate, options.persistence));
  learned_.reliabilities.resize(1);
}

WordId Belief::insert(std::span<const Letter> word) {
  const WordId id = evidence_.insert(word);
  if (items_.size() < evidence_.words().size()) items_.resize(evidence_.words().size());
  return id;
}

void Belief::add(Comparison asked, Preference answer, std::uint16_t annotator) {
  evidence_.add(asked, answer, annotator);
  if (learned_.models.size() < evidence_.annotators()) {
    learned_.models.resize(evidence_.annotators(),
                           ErrorModel(ErrorRates::even(options_.error_rate, options_.persistence)));
    learned_.reliabilities.resize(learned_.models.size());
  }
  items_[index(asked.left)].flips = items_[index(asked.right)].flips = 0;
}

ErrorRates Belief::rates() const {
  if (learned_.models.size() == 1) return learned_.models.front().rates();
  static constexpr double ErrorRates::*kinds[] = {
      &ErrorRates::overall,    &ErrorRates::told_apart,    &ErrorRates::missed_near,
      &ErrorRates::missed_far, &ErrorRates::reversed_near, &ErrorRates::reversed_far,
      &ErrorRates::to_longer,  &ErrorRates::to_first,      &ErrorRates::persistence};
  ErrorRates mean;
  for (const auto kind : kinds) {
    double sum = 0, all = 0;
    for (std::size_t i = 0; i < learned_.models.size(); ++i) {
      const double weight = learned_.reliabilities[i].answers + 1;
      sum += weight * learned_.models[i].rates().*kind;
      all += weight;
    }
    mean.*kind = sum / all;
  }
  return mean;
}

std::uint16_t Belief::usual_annotator() const {
  const auto fewer = [](const Reliability& a, const Reliability& b) { return a.answers < b.answers; };
  const auto most = std::max_element(learned_.reliabilities.begin(), learned_.reliabilities.end(), fewer);
  return static_cast<std::uint16_t>(most - learned_.reliabilities.begin());
}

void Belief::state(WordId word, std::size_t value, std::size_t votes) {
  statements_.add({word, value, votes});
  for (Item& item : items_) item.flips = 0;
}

void Belief::expect(WordId word, Expectation expectation) { items_[index(word)].expectation = std::move(expectation); }

void Belief::count_expectation(WordId word) {
  Item& item = items_[index(word)];
  const Expectation& expectation = item.expectation;
  if (item.counted || expectation.expected == no_word || expectation.alternative != no_word) return;
  item.counted = true;
  trials_ += 1;
  if (labels_.level(expectation.expected) == labels_.level(word)) hits_ += 1;
}

// Unsure answers that are given at random are that many in turn once in a thousand words.
bool Belief::incomparable(WordId word) const {
  constexpr double rarely = 1e-3;
  constexpr std::size_t least_unsure = 4;
  const std::size_t unsure = evidence_.unsure(word);
  if (evidence_.heard(word) > 0 || unsure < least_unsure) return false;
  const double share = (1 + static_cast<double>(evidence_.all_unsure())) / (10 + static_cast<double>(evidence_.size()));
  return portable::pow(std::min(share, 1.0), static_cast<double>(unsure)) <= rarely;
}

Level Belief::counted_level(WordId word) const {
  const WordId other = replaced_by(word);
  return labels_.level(other != no_word && labels_.labelled(other) ? other : word);
}

void Belief::replace(WordId word, WordId other) {
  Item& item = items_[index(word)];
  const Level before = counted_level(word);
  item.replaced_by = other;
  if (item.used && counted_level(word) != before) ++revision_;
}

bool Belief::refresh(WordId word) {
  posterior(word, scratch_);
  labels_.set_error(word, 1 - scratch_.chance[scratch_.own]);
  return scratch_.best() != scratch_.own;
}

bool Belief::settle_in(WordId word, const Posterior& posterior) {
  const std::size_t best = posterior.best();
  labels_.set_error(word, 1 - posterior.chance[best]);
  if (best == posterior.own) return false;
  const bool had_label = labels_.labelled(word);
  if (had_label && items_[index(word)].used) ++revision_;
  labels_.take_out(word);
  labels_.put(word, best % 2 == 1 ? posterior.levels[best / 2] : labels_.make_level(best / 2));
  return true;
}

bool Belief::relabel(WordId word) {
  Item& item = items_[index(word)];
  const bool had_label = labels_.labelled(word);
  if (had_label && item.flips >= most_flips) return false;
  posterior(word, scratch_);
  const bool changed = settle_in(word, scratch_);
  if (changed && had_label) ++item.flips;
  return changed;
}

void Belief::label_first(WordId word) {
  labels_.put(word, labels_.make_level(0));
  labels_.set_error(word, 0);
  use(word);
}

double Belief::chance_wrong(const Pair& pair, const Said& said) const {
  if (!labels_.labelled(pair.first) || !labels_.labelled(pair.second)) return 0;
  // The answer is right where one of the two words is elsewhere than it seems, just so that it fits.
  const auto fits = [&](WordId word, WordId other, Preference answer) {
    posterior(word, scratch_);
    const auto level = std::find(scratch_.levels.begin(), scratch_.levels.end(), labels_.level(other));
    if (level == scratch_.levels.end()) return 0.0;
    const std::size_t at = Posterior::place(static_cast<std::size_t>(level - scratch_.levels.begin()));
    double sum = 0;
    for (std::size_t place = 0; place < scratch_.chance.size(); ++place) {
      if (compared(place, at) == answer) sum += scratch_.chance[place];
    }
    return sum;
  };
  const double first = fits(pair.first, pair.second, said.answer);
  const double second = fits(pair.second, pair.first, swapped(said.answer));
  if (compared(labels_.rank(pair.first), labels_.rank(pair.second)) == said.answer) {
    return 1 - std::min(first, second);
  }
  return 1 - std::min(1.0, first + second);
}

}  // namespace remap::belief
