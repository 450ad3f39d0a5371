// Other labellings. Moving one word at a time never gets from one labelling to a better one that lies beyond a worse
// one: two halves of a class stay apart forever, each half consistent with itself. So now and then the labels are
// made from scratch, beginning with one of the words that most was said about and putting every other word to its most
// likely place, those first of which most is known. Another labelling must be better in two ways: under an error rate
// that is always the same, since much noise explains everything, and under the errors that each labelling implies,
// since where near values are often called equal, two classes look like one. Of several annotators, each errs as often
// relative to the others as is known.
#include <algorithm>
#include <queue>

#include "base/portable_math.hpp"
#include "belief/inference/belief.hpp"
#include "belief/inference/mean_field.hpp"

namespace remap::belief {

namespace {
constexpr double fixed_rate = 0.08;  // of all annotators together
constexpr double least_fixed_rate = 0.01, most_fixed_rate = 0.4;
constexpr double fixed_persistence = 0.2;
constexpr double per_level = 2;  // what a level more must explain, in log odds
constexpr double better_by = 2;  // what another labelling must explain
constexpr std::size_t beginnings = 3;
constexpr std::size_t most_passes = 12;
constexpr std::size_t most_words = 2000;  // with more of them, so many speak for the labels that they stay
constexpr double impossible_value = 1e5;
constexpr double unlikely_value = 3;
}  // namespace

// Words are as likely to be in a level as it is large: otherwise many words each fit the noise of a few answers, and a
// class that is taken for two stays so.
double Belief::score() const {
  double sum = -per_level * static_cast<double>(labels_.size()), all = 0;
  for (const Level level : labels_.order()) all += static_cast<double>(labels_.members(level).size());
  for (const Level level : labels_.order()) {
    const auto here = static_cast<double>(labels_.members(level).size());
    sum += here * portable::log(here / all);
  }
  for (const Pair& pair : evidence_.pairs()) {
    if (pair.answers.empty() || !labels_.labelled(pair.first) || !labels_.labelled(pair.second)) continue;
    const int steps = static_cast<int>(labels_.rank(pair.first)) - static_cast<int>(labels_.rank(pair.second));
    sum += portable::log(likelihood(pair, learned_.models)[static_cast<std::size_t>(distance(2 * steps))]);
  }
  const auto wrong = static_cast<double>(statements_.impossible(labels_).size());
  return sum - wrong * (options_.value_error > 0 ? unlikely_value : impossible_value);
}

double Belief::score_by_own_rates() {
  std::vector<ErrorModel> own = learned().models;
  own.swap(learned_.models);
  const double found = score();
  own.swap(learned_.models);
  return found;
}

void Belief::climb(const std::vector<WordId>& words) {
  bool changed = true;
  for (std::size_t pass = 0; changed && pass < most_passes; ++pass) {
    changed = false;
    for (const WordId word : words) {
      if (!labels_.labelled(word)) continue;
      posterior(word, scratch_);
      changed = settle_in(word, scratch_) || changed;
    }
  }
}

// Three levels: the word, what was said to be below it and above it. Then all others, by how many answers connect them
// with words that have a label.
void Belief::start_from(WordId hub, const std::vector<WordId>& words, const Labels& before) {
  constexpr double in_doubt = 0.05;
  labels_.clear();
  for (const WordId word : words) labels_.set_error(word, in_doubt);
  const Level middle = labels_.make_level(0);
  labels_.put(hub, middle);
  Level low = no_level, high = no_level;
  for (const PairId id : evidence_.pairs_of(hub)) {
    const Pair& pair = evidence_.pair(id);
    const WordId partner = pair.partner(hub);
    if (pair.answers.empty() || !before.labelled(partner)) continue;
    std::array<int, 3> votes{};  // for the partner below, equal to and above the hub
    for (const Said& said : pair.answers) {
      ++votes[static_cast<std::size_t>(pair.first == hub ? swapped(said.answer) : said.answer)];
    }
    const auto most = std::max_element(votes.begin(), votes.end()) - votes.begin();
    if (most == 0 && low == no_level) low = labels_.make_level(0);
    if (most == 2 && high == no_level) high = labels_.make_level(labels_.size());
    labels_.put(partner, most == 0 ? low : most == 2 ? high : middle);
  }
  std::vector<std::size_t> known(items_.size(), 0);  // per word: how many of its partners have a label
  using Entry = std::pair<std::size_t, std::uint32_t>;
  std::priority_queue<Entry> queue;
  const auto tell_partners = [&](WordId word) {
    for (const PairId id : evidence_.pairs_of(word)) {
      const WordId partner = evidence_.pair(id).partner(word);
      if (evidence_.pair(id).answers.empty() || !before.labelled(partner) || labels_.labelled(partner)) continue;
      // Of words that are known as well, the one with the smallest number comes first.
      queue.emplace(++known[index(partner)], ~static_cast<std::uint32_t>(partner));
    }
  };
  for (const WordId word : words) {
    if (labels_.labelled(word)) tell_partners(word);
  }
  const auto place = [&](WordId word) {
    posterior(word, scratch_);
    settle_in(word, scratch_);
    tell_partners(word);
  };
  while (!queue.empty()) {
    const WordId word{~queue.top().second};
    const bool current = queue.top().first == known[index(word)];
    queue.pop();
    if (current && !labels_.labelled(word)) place(word);
  }
  for (const WordId word : words) {
    if (!labels_.labelled(word)) place(word);
  }
}

bool Belief::reconsider() {
  std::vector<WordId> words;
  for (std::size_t w = 0; w < items_.size(); ++w) {
    if (labels_.labelled(make_id<WordId>(w))) words.push_back(make_id<WordId>(w));
  }
  if (words.empty() || words.size() > most_words) return false;
  std::vector<WordId> hubs = words;
  const std::size_t count = std::min(beginnings, hubs.size());
  std::stable_sort(hubs.begin(), hubs.end(),
                   [&](WordId a, WordId b) { return evidence_.pairs_of(a).size() > evidence_.pairs_of(b).size(); });
  const std::uint64_t revision = revision_;
  const std::vector<ErrorModel> models = learned_.models;
  const Labels before = labels_;
  const double mean = rates().overall;
  for (ErrorModel& model : learned_.models) {
    const double rate = std::clamp(fixed_rate * (model.rates().overall / mean), least_fixed_rate, most_fixed_rate);
    model = ErrorModel(ErrorRates::even(rate, fixed_persistence));
  }
  const double have = score(), have_by_own_rates = score_by_own_rates();
  Labels best = before;
  double most = have;
  const auto consider = [&] {
    const bool too_many = statements_.outputs() != 0 && labels_.size() > statements_.outputs();
    if (too_many) return;
    climb(words);
    const double found = score();
    if (found <= most + better_by || score_by_own_rates() <= have_by_own_rates) return;
    most = found;
    best = labels_;
  };
  for (std::size_t i = 0; i < count; ++i) {
    start_from(hubs[i], words, before);
    consider();
  }
  for (std::size_t rank = 1; rank < before.size(); ++rank) {
    labels_ = before;
    for (const WordId word : before.members(before.at_rank(rank))) labels_.put(word, before.at_rank(rank - 1));
    consider();
  }
  learned_.models = models;
  labels_ = std::move(best);
  revision_ = revision;
  const bool undecided = reconsider_undecided();
  if (most > have && !undecided) learn(true);
  if (most <= have && !undecided) return false;
  ++revision_;
  climb(words);
  return true;
}

// As many levels as there are, or one more: whether two are one was looked at above. What was expected of words came
// from machines with other levels.
bool Belief::reconsider_undecided() {
  MeanField field(evidence_, labels_, statements_, options_, learned_.models);
  const auto settled_score = [&] {
    field.settle();
    return field.score() - per_level * static_cast<double>(field.levels());
  };
  field.begin_at(labels_);
  double most = settled_score() + better_by;
  const std::size_t impossible = statements_.impossible(labels_).size(), levels = labels_.size();
  bool found = false;
  for (std::size_t count = levels; count <= levels + 1; ++count) {
    if (statements_.outputs() != 0 && count > statements_.outputs()) break;
    field.begin_in_order(count);
    const double score = settled_score();
    if (score <= most) continue;
    Labels other = labels_;
    field.decide(other);
    if (statements_.impossible(other).size() > impossible) continue;
    found = true;
    most = score;
    labels_ = std::move(other);
    learned_.models = field.models();
  }
  if (!found) return false;
  for (Item& item : items_) item.expectation = {};
  return true;
}

}  // namespace remap::belief
