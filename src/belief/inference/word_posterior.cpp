// The posterior of a word: prior, what was said of values, and every answer about it. A partner's own label may be
// wrong; with that probability the answer is hardly informative.
#include <algorithm>

#include "base/portable_math.hpp"
#include "belief/inference/belief.hpp"

namespace remap::belief {

namespace {

constexpr double trusted = 1e-200;        // a value that is never wrong: next to impossible, but not quite
constexpr std::size_t scaled_every = 24;  // factors; none of them is below 1e-3 squared or so
constexpr double least_gap = 0.02;        // the prior of a new level
constexpr double one_of_two = 0.9;        // how often the class is one of two that are expected
constexpr double exhausted_gap = 0.2;

void scale(std::vector<double>& chances) {
  const double top = *std::max_element(chances.begin(), chances.end());
  if (top <= 0) return;
  for (double& chance : chances) chance /= top;
}

}  // namespace

std::size_t Posterior::best() const {
  return static_cast<std::size_t>(std::max_element(chance.begin(), chance.end()) - chance.begin());
}

void Belief::posterior(WordId word, Posterior& into) const {
  into.levels = labels_.order();
  into.own = Posterior::none;
  if (labels_.labelled(word)) {
    const std::size_t rank = labels_.rank(word);
    const bool alone = labels_.alone(word);
    into.own = alone ? 2 * rank : Posterior::place(rank);
    if (alone) into.levels.erase(into.levels.begin() + static_cast<std::ptrdiff_t>(rank));
  }
  into.chance.assign(2 * into.levels.size() + 1, 0);
  prior(word, into);
  weigh_values(word, into);
  weigh_answers(word, into);
  double sum = 0;
  for (const double chance : into.chance) sum += chance;
  for (double& chance : into.chance) chance /= sum;
}

// Levels are as frequent as they were so far, where such words are met and everywhere; what is expected weighs as much
// as it has come true so far. No prior alone is enough: some answer must speak against every other place.
void Belief::prior(WordId word, Posterior& into) const {
  const std::size_t m = into.levels.size();
  const bool full = statements_.outputs() != 0 && m >= statements_.outputs();
  const Item& item = items_[index(word)];
  std::vector<double>& p = into.chance;
  if (item.exhausted && !incomparable(word)) {
    for (std::size_t r = 0; r < m; ++r) p[Posterior::place(r)] = 1;
    for (std::size_t r = 0; r <= m; ++r) p[2 * r] = full ? 0 : exhausted_gap;
    return;
  }
  double labelled = 0;
  for (const Level level : into.levels) labelled += static_cast<double>(labels_.members(level).size());
  const double gap = full ? 0 : std::max(least_gap, 1 / (labelled + 2));
  const Expectation& expectation = item.expectation;
  double total = 0;
  for (std::size_t r = 0; r < m; ++r) {
    const std::size_t level = index(into.levels[r]);
    const double here = level < expectation.frequency.size() ? expectation.frequency[level] : 0;
    const double everywhere =
        (static_cast<double>(labels_.members(into.levels[r]).size()) + 0.5) / (labelled + 0.5 * static_cast<double>(m));
    total += p[Posterior::place(r)] = here + everywhere;
  }
  const auto place_of = [&](WordId other) {
    if (other == no_word || !labels_.labelled(other)) return Posterior::none;
    const auto at = std::find(into.levels.begin(), into.levels.end(), labels_.level(other));
    if (at == into.levels.end()) return Posterior::none;
    return Posterior::place(static_cast<std::size_t>(at - into.levels.begin()));
  };
  const std::size_t expected = place_of(expectation.expected), alternative = place_of(expectation.alternative);
  const bool two = expectation.alternative != no_word;
  double mass = 0;
  if (expected != Posterior::none && !two) mass = hits_ / trials_;
  if (expected != Posterior::none && alternative != Posterior::none) mass = one_of_two;
  for (std::size_t r = 0; r < m; ++r) p[Posterior::place(r)] *= (1 - gap) * (1 - mass) / total;
  if (mass > 0) {
    p[expected] += (1 - gap) * mass * (two ? 0.5 : 1);
    if (two) p[alternative] += (1 - gap) * mass * 0.5;
  }
  for (std::size_t r = 0; r <= m; ++r) p[2 * r] = gap / static_cast<double>(m + 1);
  const double least = *std::max_element(p.begin(), p.end()) / options_.most_prior_odds;
  for (double& chance : p) chance = std::max(chance, least);
}

// Where the values leave no room there is no gap, and a word of which a value was said is where that value can be.
void Belief::weigh_values(WordId word, Posterior& into) const {
  const std::size_t outputs = statements_.outputs();
  const Statement* own = statements_.find(word);
  if (outputs == 0 && own == nullptr) return;
  const std::size_t m = into.levels.size();
  statements_.bounds(labels_, into.levels, word, bounds_);
  double unlikely = trusted;
  if (own != nullptr && options_.value_error > 0) {
    const double odds =
        options_.value_error / (1 - options_.value_error) / std::max(1.0, static_cast<double>(outputs) - 2);
    unlikely = portable::pow(odds, static_cast<double>(own->votes));
  }
  bool any = false;
  for (std::size_t place = 0; place < into.chance.size(); ++place) {
    const std::size_t r = place / 2;
    bool said = true;
    if (place % 2 == 0) {
      const std::ptrdiff_t below = r == 0 ? -1 : bounds_.least[r - 1];
      const std::ptrdiff_t above = r == m ? static_cast<std::ptrdiff_t>(outputs) : bounds_.greatest[r];
      if (outputs != 0 && below + 1 > above - 1) {
        into.chance[place] = 0;
        continue;
      }
      const auto value = own == nullptr ? below + 1 : static_cast<std::ptrdiff_t>(own->value);
      said = value > below && value < above;
    } else if (own != nullptr) {
      said = bounds_.allows(r, own->value);
    }
    if (!said) into.chance[place] *= unlikely;
    any = any || into.chance[place] > 0;
  }
  if (!any) std::fill(into.chance.begin(), into.chance.end(), 1);  // statements contradict the order everywhere
  scale(into.chance);
}

void Belief::weigh_answers(WordId word, Posterior& into) const {
  const bool alone = labels_.alone(word);
  const std::size_t own = alone ? labels_.rank(word) : Posterior::none;
  std::size_t factors = 0;
  for (const PairId id : evidence_.pairs_of(word)) {
    const Pair& pair = evidence_.pair(id);
    if (pair.answers.empty()) continue;
    const WordId partner = pair.partner(word);
    if (!labels_.labelled(partner)) continue;
    std::size_t rank = labels_.rank(partner);
    if (alone && rank > own) --rank;
    Likelihoods factor = likelihood(pair, learned_.models);
    if (pair.second == word) factor = mirrored(factor);
    const double doubt = std::min(labels_.error(partner), 0.5);
    const double mean = (factor[1] + factor[2] + factor[3]) / 3;
    for (double& chance : factor) chance = (1 - doubt) * chance + doubt * mean;
    const int at = static_cast<int>(Posterior::place(rank));
    for (std::size_t place = 0; place < into.chance.size(); ++place) {
      into.chance[place] *= factor[static_cast<std::size_t>(distance(static_cast<int>(place) - at))];
    }
    if (++factors % scaled_every == 0) scale(into.chance);
  }
}

}  // namespace remap::belief
