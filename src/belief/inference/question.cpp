#include "belief/inference/question.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "base/portable_math.hpp"

namespace remap::belief {

namespace {

constexpr std::size_t most_candidates = 64;  // members of a level that are looked at beyond the first one
constexpr double least_difference = 1e-9;
constexpr double preferred = 2;  // how much less another question must tell than the one about what was expected

double entropy(const std::vector<double>& chances) {
  double sum = 0;
  for (const double chance : chances) {
    if (chance > 1e-12) sum -= chance * portable::log(chance);
  }
  return sum;
}

// Certain labels first, in steps of two per cent; then short words.
auto preference(const Belief& belief, WordId word) {
  return std::make_pair(std::round(belief.labels().error(word) * 50), belief.evidence().length(word));
}

bool contains(std::span<const WordId> words, WordId word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

WordId fresh_partner(const Belief& belief, WordId word, Level level, std::size_t longest,
                     std::span<const WordId> without = {}) {
  WordId best = no_word;
  std::size_t seen = 0;
  for (const WordId member : belief.labels().members(level)) {
    if (best != no_word && ++seen >= most_candidates) break;
    if (member == word || belief.evidence().length(member) > longest || contains(without, member)) continue;
    if (belief.incomparable(member)) continue;
    if (best != no_word && preference(belief, member) >= preference(belief, best)) continue;
    if (belief.evidence().find(word, member) == nullptr) best = member;
  }
  return best;
}

bool compared_with(const Belief& belief, WordId word, Level level) {
  const std::vector<PairId>& pairs = belief.evidence().pairs_of(word);
  return std::any_of(pairs.begin(), pairs.end(), [&](PairId id) {
    const Pair& pair = belief.evidence().pair(id);
    return !pair.answers.empty() && belief.labels().level(pair.partner(word)) == level;
  });
}

// The level that is expected of a word and likely not its own, if the word was never compared with any of its members.
Level untried_expectation(const Belief& belief, WordId word, const Posterior& posterior) {
  const Expectation& expectation = belief.expectation(word);
  if (expectation.expected == no_word || expectation.alternative != no_word) return no_level;
  const Level level = belief.labels().level(expectation.expected);
  const std::size_t likely = posterior.best();
  if (likely % 2 == 1 && posterior.levels[likely / 2] == level) return no_level;
  return compared_with(belief, word, level) ? no_level : level;
}

// What may be answered about a word and a partner at a place: the posterior after each answer, and its probability.
class Outcomes {
 public:
  Outcomes(const Belief& belief, WordId word, WordId partner, std::size_t at) : word_(word), at_(at) {
    const Pair* known = belief.evidence().find(word, partner);
    Pair trial{std::min(word, partner), std::max(word, partner), Side::neither, 0, {}};
    if (known != nullptr) {
      trial = *known;
    } else {
      const std::size_t first = belief.evidence().length(trial.first), second = belief.evidence().length(trial.second);
      if (first != second) trial.longer = first > second ? Side::first : Side::second;
    }
    const Likelihoods before = likelihood(trial, belief.models());
    trial.answers.push_back({Preference::less, true, belief.usual_annotator(), 0});
    const double doubt = std::min(belief.labels().error(partner), 0.5);
    for (const Preference answer : answers) {
      trial.answers.back().answer = answer;
      Likelihoods after = likelihood(trial, belief.models());
      for (std::size_t d = 0; d < distances; ++d) {
        const double chance = before[d] > 0 ? after[d] / before[d] : 1.0 / 3;
        after[d] = (1 - doubt) * chance + doubt / 3;
      }
      likely_[static_cast<std::size_t>(answer)] = trial.second == word_ ? mirrored(after) : after;
    }
  }

  static constexpr std::array answers{Preference::less, Preference::equal, Preference::greater};
  /// Writes the posterior after an answer, and returns the probability of the answer.
  double after(Preference answer, const std::vector<double>& before, std::vector<double>& into) const {
    const Likelihoods& likely = likely_[static_cast<std::size_t>(answer)];
    double total = 0;
    for (std::size_t place = 0; place < before.size(); ++place) {
      const int half_levels = static_cast<int>(place) - static_cast<int>(at_);
      total += into[place] = before[place] * likely[static_cast<std::size_t>(distance(half_levels))];
    }
    if (total <= 0) return 0;
    for (double& chance : into) chance /= total;
    return total;
  }

 private:
  WordId word_;
  std::size_t at_;
  std::array<Likelihoods, answers.size()> likely_;
};

// How much an answer about the pair is expected to tell.
double expected_gain(const Outcomes& outcomes, const Posterior& posterior, double now, std::vector<double>& scratch) {
  double gain = now;
  for (const Preference answer : Outcomes::answers) {
    const double chance = outcomes.after(answer, posterior.chance, scratch);
    if (chance > 0) gain -= chance * entropy(scratch);
  }
  return gain;
}

}  // namespace

Question best_question(const Belief& belief, WordId word, const Posterior& posterior, const QuestionOptions& options) {
  if (belief.evidence().length(word) > options.longest) return {};
  // The pair of each level that was asked least often.
  std::vector<WordId> old(posterior.levels.size(), no_word);
  std::vector<std::size_t> asked(posterior.levels.size(), 0);
  for (const PairId id : belief.evidence().pairs_of(word)) {
    const Pair& pair = belief.evidence().pair(id);
    const WordId partner = pair.partner(word);
    if (pair.asked() >= options.most_same || !belief.labels().labelled(partner)) continue;
    if (belief.incomparable(partner)) continue;
    if (contains(options.without, partner)) continue;
    const auto at = std::find(posterior.levels.begin(), posterior.levels.end(), belief.labels().level(partner));
    if (at == posterior.levels.end()) continue;
    const auto r = static_cast<std::size_t>(at - posterior.levels.begin());
    const auto better = [&] {
      return pair.asked() != asked[r] ? pair.asked() < asked[r]
                                      : preference(belief, partner) < preference(belief, old[r]);
    };
    if (old[r] != no_word && !better()) continue;
    old[r] = partner;
    asked[r] = pair.asked();
  }
  Question best;
  const double now = entropy(posterior.chance);
  const Level untried = options.against_expected ? untried_expectation(belief, word, posterior) : no_level;
  std::vector<double> scratch(posterior.chance.size());
  for (std::size_t r = 0; r < posterior.levels.size(); ++r) {
    const WordId fresh = fresh_partner(belief, word, posterior.levels[r], options.longest, options.without);
    for (const WordId partner : {fresh, old[r]}) {
      if (partner == no_word) continue;
      const Outcomes outcomes(belief, word, partner, Posterior::place(r));
      double gain = expected_gain(outcomes, posterior, now, scratch);
      if (posterior.levels[r] == untried) gain *= preferred;
      if (gain > best.gain + least_difference) best = {partner, gain};
    }
  }
  return best;
}

void suppose_answered(const Belief& belief, WordId word, WordId partner, Posterior& posterior) {
  const auto at = std::find(posterior.levels.begin(), posterior.levels.end(), belief.labels().level(partner));
  const Outcomes outcomes(belief, word, partner,
                          Posterior::place(static_cast<std::size_t>(at - posterior.levels.begin())));
  std::vector<double> best = posterior.chance, next(best.size());
  double most = 0;
  for (const Preference answer : Outcomes::answers) {
    const double chance = outcomes.after(answer, posterior.chance, next);
    if (chance <= most) continue;
    most = chance;
    best = next;
  }
  posterior.chance = std::move(best);
}

WordId neighbouring_partner(const Belief& belief, WordId word, const QuestionOptions& options, bool untried) {
  if (belief.evidence().length(word) > options.longest) return no_word;
  const Labels& labels = belief.labels();
  const std::size_t rank = labels.rank(word);
  std::vector<Level> levels;
  if (rank > 0) levels.push_back(labels.at_rank(rank - 1));
  if (rank + 1 < labels.size()) levels.push_back(labels.at_rank(rank + 1));
  std::stable_sort(levels.begin(), levels.end(),
                   [&](Level a, Level b) { return labels.members(a).size() > labels.members(b).size(); });
  for (const Level level : levels) {
    if (untried && compared_with(belief, word, level)) continue;
    if (const WordId partner = fresh_partner(belief, word, level, options.longest); partner != no_word) return partner;
  }
  return no_word;
}

}  // namespace remap::belief
