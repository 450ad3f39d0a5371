#include "posterior/posterior.hpp"

#include <algorithm>
#include <limits>

#include "posterior/search/sample.hpp"
#include "remap/automata/error.hpp"

namespace remap::posterior {

struct Posterior::Parts {
  Parts(Space declared, const Options& chosen)
      : options(chosen),
        space(std::move(declared)),
        evidence(space),
        scorer(space, options.prior, options.numbers, evidence, options.errors),
        pool(options.numbers),
        random(options.seed),
        search(space, options.numbers, evidence, scorer, pool, random) {}

  const Options options;
  const Space space;
  Evidence evidence;
  Scorer scorer;
  Pool pool;
  Random random;
  Search search;
  double sampled = 1;            // the best machine's share of the last sample
  std::size_t sample_again = 0;  // at so many answers

  [[nodiscard]] double found_share() const { return pool.share_of_best(space, evidence.excluded()); }
  [[nodiscard]] bool at_goal() const { return found_share() >= options.numbers.goal; }
  void read(std::size_t most_answers) {
    if (evidence.refresh(most_answers)) score_again();
  }
  void score_again() {
    scorer.refresh();
    search.forget_scores();
    if (pool.size() > 0) pool.rescore(scorer);
  }
  void begin() {
    if (pool.size() > 0) return;
    int cls = space.live.front();
    for (const int live : space.live) {
      const auto& shown = evidence.shown()[static_cast<std::size_t>(live)];
      if (shown && shown->empty()) cls = live;
    }
    Machine machine = one_state(space, cls);
    scorer.rate(machine);
    pool.consider(machine);
    pool.sort();
    search.improve(3);
  }
  void read_much();
  void check_goal();
};

Posterior::Posterior(Space space, Options options) : parts_(std::make_unique<Parts>(std::move(space), options)) {}
Posterior::~Posterior() = default;
Posterior::Posterior(Posterior&&) noexcept = default;
Posterior& Posterior::operator=(Posterior&&) noexcept = default;

StatementId Posterior::add(Statement statement, GiverId giver) {
  return parts_->evidence.add(std::move(statement), giver);
}

bool Posterior::retract(StatementId id) { return parts_->evidence.retract(id); }

/// Few answers first: machines are scored faster, and the search moves more freely.
void Posterior::Parts::read_much() {
  constexpr std::size_t first = 100;
  constexpr double growth = 2.7;
  const auto is_much = [&] {
    return evidence.answers_given() >= std::max(evidence.answered() + first, 2 * evidence.answered());
  };
  if (!is_much()) return;
  scorer.look_for_near_ties(false);
  while (is_much()) {
    const std::size_t given = evidence.answers_given(), known = evidence.answered();
    auto most = std::max(first, static_cast<std::size_t>(growth * static_cast<double>(known)));
    if (static_cast<double>(given) < 1.3 * static_cast<double>(most)) most = given;
    read(most);
    begin();
    search.settle();
  }
  scorer.look_for_near_ties(true);
  score_again();
}

/// Whether the best machine is as likely as it seems.
void Posterior::Parts::check_goal() {
  if (!at_goal()) return;
  search.look_around();
  if (at_goal()) search.walk(static_cast<int>(options.numbers.walk));
  const int steps = static_cast<int>(options.numbers.sample);
  if (!at_goal() || steps == 0 || space.open_classes || evidence.answered() < sample_again) return;
  sampled = sampled_share(space, evidence.excluded(), scorer, search, pool, random, steps);
  sample_again = evidence.answered() + 1 + evidence.answered() / 20;
}

void Posterior::think(int effort) {
  Parts& p = *parts_;
  p.read_much();
  p.read(std::numeric_limits<std::size_t>::max());
  const bool is_new = p.pool.size() == 0;
  p.begin();
  if (!is_new) p.search.improve(effort);
  p.check_goal();
}

namespace {
void require_thought(const Pool& pool, const char* function) {
  if (pool.size() == 0) throw Misuse(function, "think() was never called");
}
}  // namespace

std::vector<Weighted> Posterior::machines(std::size_t most) const {
  std::vector<Weighted> result;
  const std::vector<double> weights = parts_->pool.weights(std::numeric_limits<std::size_t>::max());
  for (std::size_t rank = 0; rank < std::min(most, weights.size()); ++rank) {
    result.push_back({&parts_->pool[rank], weights[rank]});
  }
  return result;
}

const Machine& Posterior::best() const {
  require_thought(parts_->pool, "Posterior::best");
  return parts_->pool.best();
}

double Posterior::exactly_right() const {
  const Parts& p = *parts_;
  require_thought(p.pool, "Posterior::exactly_right");
  const double found = p.found_share();
  return found >= p.options.numbers.goal ? std::min(found, p.sampled) : found;
}

Rates Posterior::rates(GiverId giver) const {
  Parts& p = *parts_;
  require_thought(p.pool, "Posterior::rates");
  p.scorer.set_base(p.pool.best());
  return p.scorer.rates(giver);
}

std::vector<Doubt> Posterior::doubtful(std::size_t most) const {
  Parts& p = *parts_;
  require_thought(p.pool, "Posterior::doubtful");
  constexpr double least = 0.1;
  const std::vector<double> weights = p.pool.weights(static_cast<std::size_t>(p.options.numbers.judged_by));
  std::vector<Doubt> doubts;
  for (const Evidence::Answer& answer : p.evidence.answers()) {
    if (doubts.empty() || doubts.back().statement != answer.id) doubts.push_back({answer.id, 0});
  }
  for (std::size_t rank = 0; rank < weights.size(); ++rank) {
    p.scorer.set_base(p.pool[rank]);
    std::size_t i = 0;
    bool counted = false;
    for (const Evidence::Answer& answer : p.evidence.answers()) {
      if (doubts[i].statement != answer.id) {
        ++i;
        counted = false;
      }
      if (counted || p.scorer.is_right(answer)) continue;
      doubts[i].wrong += weights[rank];
      counted = true;
    }
  }
  std::erase_if(doubts, [&](const Doubt& doubt) { return doubt.wrong < least; });
  for (Doubt& doubt : doubts) doubt.wrong = on_grid(doubt.wrong);
  std::stable_sort(doubts.begin(), doubts.end(), [](const Doubt& a, const Doubt& b) { return a.wrong > b.wrong; });
  if (doubts.size() > most) doubts.resize(most);
  return doubts;
}

std::vector<Question> Posterior::next(std::size_t most, GiverId giver, Forms forms) {
  Parts& p = *parts_;
  require_thought(p.pool, "Posterior::next");
  const Numbers& numbers = p.options.numbers;
  const double flattest = p.at_goal() ? std::max(numbers.flattest, p.sampled) : 1;
  const Judged judged = judged_by(p.pool, static_cast<std::size_t>(numbers.judged_by), flattest);
  return Asking(p.space, numbers, p.evidence, rates(giver), forms, p.random).ask(judged, most);
}

double Posterior::score(Machine machine) const {
  canonical(parts_->space, machine);
  parts_->scorer.rate(machine);
  return machine.score;
}

const Space& Posterior::space() const noexcept { return parts_->space; }
const Evidence& Posterior::evidence() const noexcept { return parts_->evidence; }
std::uint64_t Posterior::scored() const noexcept { return parts_->scorer.scored(); }

}  // namespace remap::posterior
