#include "belief/audit/audit.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include "base/portable_math.hpp"
#include "belief/audit/transition_prior.hpp"

namespace remap::belief {

namespace {

constexpr double most_odds = 50;
constexpr std::size_t most_sets = 64;   // that are all used in tests
constexpr std::size_t drawn_sets = 32;  // of more

/// Calls `use` with a random sample of the numbers below `all`, which represents them: one of as many in turn as are
/// returned. There are about `most`.
template <class Use>
std::size_t sample(std::size_t all, std::size_t most, Random& random, const Use& use) {
  const std::size_t each = std::max<std::size_t>(1, (all + most - 1) / most);
  for (std::size_t begin = 0; begin < all; begin += each) {
    const std::size_t at = begin + random.below(each);
    if (at < all) use(at);
  }
  return each;
}

}  // namespace

Audit::Audit(const Belief& belief, const MooreMachine& machine, const AuditOptions& options, std::uint64_t seed)
    : belief_(belief),
      states_(machine.size()),
      alphabet_(machine.alphabet()),
      steps_(machine),
      initial_(static_cast<Index>(index(machine.initial()))),
      overlooked_(options.overlooked),
      longest_(std::min(options.longest, 6 * machine.size() + 10)),
      models_(belief.models().begin(), belief.models().end()) {
  std::vector<std::size_t> outputs;
  for (std::size_t q = 0; q < states_; ++q) outputs.push_back(index(machine.output(make_id<State>(q))));
  std::sort(outputs.begin(), outputs.end());
  outputs.erase(std::unique(outputs.begin(), outputs.end()), outputs.end());
  ranks_ = outputs.size();
  for (std::size_t q = 0; q < states_; ++q) {
    const State state = make_id<State>(q);
    const auto at = std::lower_bound(outputs.begin(), outputs.end(), index(machine.output(state)));
    rank_.push_back(static_cast<Index>(at - outputs.begin()));
  }
  add_neighbours(options, seed);
  choose_letters(seed);
  catch_up();
}

// Those by which states are first left for others, and so many sets that tests can tell parts of groups apart.
void Audit::choose_letters(std::uint64_t seed) {
  if (alphabet_.listed() && (!alphabet_.propositional() || alphabet_.size() <= most_sets)) {
    letters_ = alphabet_.simple_letters();
    return;
  }
  std::set<Index> columns;
  for (Index g = 0; g < steps_.size(); ++g) {
    if (columns.insert(steps_.column(steps_[g].smallest)).second) letters_.push_back(steps_[g].smallest);
  }
  Random random = split_random(seed, 4);
  Word drawn;
  for (std::size_t i = 0; i < drawn_sets; ++i) {
    sample_word(random, 1, alphabet_, drawn);
    letters_.push_back(drawn.front());
  }
}

void Audit::catch_up() {
  const auto models = belief_.models();
  models_.insert(models_.end(), models.begin() + static_cast<std::ptrdiff_t>(models_.size()), models.end());
  const std::vector<Pair>& pairs = belief_.evidence().pairs();
  taken_in_.resize(pairs.size(), 0);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (taken_in_[i] == pairs[i].answers.size()) continue;
    if (taken_in_[i] > 0) {
      Pair before = pairs[i];
      before.answers.resize(taken_in_[i]);
      weigh(before, -1);
    }
    weigh(pairs[i], 1);
    taken_in_[i] = pairs[i].answers.size();
  }
}

// The prior of a neighbour is part of its odds: a transition that leads elsewhere is as likely as it fits the others;
// all states that may be missing are equally likely. If only a sample of a kind is kept, each represents several.
void Audit::add_neighbours(const AuditOptions& options, std::uint64_t seed) {
  Random random = split_random(seed, 1);
  std::vector<Index> column;  // per group, of the smallest letter, which stands for all of them
  std::size_t columns = 0;
  for (Index g = 0; g < steps_.size(); ++g) {
    column.push_back(steps_.column(steps_[g].smallest));
    columns = std::max<std::size_t>(columns, column.back() + 1);
  }
  std::vector<Index> next;
  for (Index q = 0; q < states_; ++q) {
    for (Index c = 0; c < columns; ++c) next.push_back(steps_.next(c, q));
  }
  std::vector<bool> alike(next.size(), true);
  for (Index g = 0; g < steps_.size(); ++g) alike[steps_[g].from * columns + column[g]] = false;
  const TransitionPrior prior(next, columns, alike);
  const auto chance = [&](Index group, Index to) { return prior.chance(steps_[group].from, column[group], to); };
  add_retargets(options, chance, random);
  add_parts(options, chance, random);
  add_merges(options, random);
  add_splits(options, random);
  by_group_.resize(steps_.size());
  for (Index i = 0; i < neighbours_.size(); ++i) {
    (neighbours_[i].kind == Kind::merge ? merges_ : by_group_[neighbours_[i].from]).push_back(i);
  }
}

template <class Add>
void Audit::add_sample(std::size_t all, std::size_t most, Random& random, const Add& add) {
  const std::size_t begin = neighbours_.size();
  const std::size_t each = sample(all, most, random, add);
  for (std::size_t i = begin; i < neighbours_.size(); ++i)
    neighbours_[i].odds -= portable::log(static_cast<double>(each));
}

template <class Chance>
void Audit::add_retargets(const AuditOptions& options, const Chance& chance, Random& random) {
  add_sample(steps_.size() * states_, options.most_neighbours, random, [&](std::size_t at) {
    const auto group = static_cast<Index>(at / states_), to = static_cast<Index>(at % states_);
    if (to == steps_[group].to) return;
    const double odds = portable::log(chance(group, steps_[group].to) / chance(group, to));
    neighbours_.push_back({Kind::retarget, {}, group, to, 0, odds});
  });
}

// A machine asks for a proposition wherever a state has one group more than it needs. It may ask once more.
template <class Chance>
void Audit::add_parts(const AuditOptions& options, const Chance& chance, Random& random) {
  std::vector<std::pair<Index, std::uint8_t>> parts;
  for (Index g = 0; g < steps_.size(); ++g) {
    for (std::uint8_t p = 0; p < SetPart::all; ++p) {
      if ((steps_[g].splitting >> p & 1) != 0) parts.emplace_back(g, p);
    }
  }
  if (options.hidden_part <= 0 || states_ == 1) return;
  const auto groups = static_cast<double>(steps_.size()), asked = groups - static_cast<double>(states_);
  const double hidden = options.hidden_part * (asked + 1) / (groups + 1);
  add_sample(parts.size() * 2 * states_, options.most_neighbours, random, [&](std::size_t at) {
    const auto [group, proposition] = parts[at / 2 / states_];
    const auto to = static_cast<Index>(at % states_);
    const Index own = steps_[group].to;
    if (to == own) return;
    const auto ways = static_cast<double>(2 * std::popcount(steps_[group].splitting));
    const double odds = portable::log(ways * (1 - chance(group, own)) / chance(group, to) / hidden);
    neighbours_.push_back({Kind::retarget, {proposition, at / states_ % 2 == 1}, group, to, 0, odds});
  });
}

void Audit::add_merges(const AuditOptions& options, Random& random) {
  add_sample(states_ * states_, options.most_neighbours, random, [&](std::size_t at) {
    const auto from = static_cast<Index>(at / states_), to = static_cast<Index>(at % states_);
    if (from == to || rank_[from] != rank_[to]) return;
    neighbours_.push_back({Kind::merge, {}, from, to, 0, -options.smaller});
  });
}

void Audit::add_splits(const AuditOptions& options, Random& random) {
  std::vector<std::size_t> end;  // per group, of those that change it
  std::size_t all = 0;
  for (Index g = 0; g < steps_.size(); ++g) end.push_back(all += steps_.groups(steps_[g].to).size() * states_);
  if (options.missing_state <= 0 || states_ == 1) return;
  const auto larger = static_cast<double>(all) / static_cast<double>(states_) * static_cast<double>(states_ - 1);
  const double missing = options.missing_state * static_cast<double>(states_) / static_cast<double>(steps_.size());
  add_sample(all, options.most_neighbours, random, [&](std::size_t at) {
    const auto group = static_cast<Index>(std::upper_bound(end.begin(), end.end(), at) - end.begin());
    const std::size_t rest = at - (group == 0 ? 0 : end[group - 1]);
    const auto to = static_cast<Index>(rest % states_);
    const Index second = steps_.first(steps_[group].to) + static_cast<Index>(rest / states_);
    if (to == steps_[second].to) return;
    neighbours_.push_back({Kind::split, {}, group, to, second, portable::log(larger / missing)});
  });
}

void Audit::follow(Run& run) const {
  run.path.assign(1, initial_);
  run.columns.clear();
  run.crossings.clear();
  for (const Letter letter : run.word) {
    const Index column = steps_.column(letter), group = steps_.group(column, run.path.back());
    const auto here = static_cast<Index>(run.path.size() - 1);
    run.columns.push_back(column);
    run.crossings.push_back({group, here, here});
    run.path.push_back(steps_[group].to);
  }
  std::sort(run.crossings.begin(), run.crossings.end(), [](const Crossing& a, const Crossing& b) {
    return std::pair(a.group, a.first) < std::pair(b.group, b.first);
  });
  std::size_t kept = 0;
  for (const Crossing& each : run.crossings) {
    if (kept > 0 && run.crossings[kept - 1].group == each.group) {
      run.crossings[kept - 1].last = each.last;
    } else {
      run.crossings[kept++] = each;
    }
  }
  run.crossings.resize(kept);
}

const Audit::Run& Audit::run_of(WordId word) {
  if (runs_.size() <= index(word)) runs_.resize(std::max(index(word) + 1, belief_.evidence().words().size()));
  Run& run = runs_[index(word)];
  if (!run.known) {
    run.word = belief_.evidence().words().spell(word);
    follow(run);
    run.known = true;
  }
  return run;
}

Audit::Index Audit::step(const Neighbour& neighbour, Index state, Index column) const {
  const bool copy = state == states_;
  const Index like = copy ? copied(neighbour) : state;
  const Index group = steps_.group(column, like), to = steps_[group].to;
  if (neighbour.kind == Kind::merge) return to == neighbour.from ? neighbour.to : to;
  if (copy) return group == neighbour.second ? neighbour.to : to == like ? state : to;
  if (group != neighbour.from || !neighbour.part.has(steps_.set(column))) return to;
  return neighbour.kind == Kind::split ? static_cast<Index>(states_) : neighbour.to;
}

Audit::Index Audit::rank_of(const Neighbour& neighbour, Index state) const {
  return rank_[state == states_ ? copied(neighbour) : state];
}

Audit::Index Audit::rank_in(const Neighbour& neighbour, const Run& run) const {
  if (neighbour.kind == Kind::merge) return rank_in(neighbour, run, nullptr);
  const auto found = std::lower_bound(run.crossings.begin(), run.crossings.end(), neighbour.from,
                                      [](const Crossing& crossing, Index wanted) { return crossing.group < wanted; });
  const bool crosses = found != run.crossings.end() && found->group == neighbour.from;
  return rank_in(neighbour, run, crosses ? &*found : nullptr);
}

// This is where most of the time goes, so kinds are told apart before the letters are gone through. Up to where its
// transition is taken, a neighbour is where the machine is; after the last time, it stays with the machine once it is
// there.
Audit::Index Audit::rank_in(const Neighbour& neighbour, const Run& run, const Crossing* crossing) const {
  const std::size_t end = run.columns.size();
  if (neighbour.kind == Kind::merge) {
    Index state = begin(neighbour);
    for (std::size_t at = 0; at < end; ++at) {
      const Index to = steps_.next(run.columns[at], state);
      state = to == neighbour.from ? neighbour.to : to;
    }
    return rank_[state];
  }
  if (crossing == nullptr) return rank_[run.path.back()];
  Index state = run.path[crossing->first];
  if (neighbour.kind == Kind::retarget) {
    for (std::size_t at = crossing->first; at < end; ++at) {
      if (at > crossing->last && state == run.path[at]) return rank_[run.path.back()];
      const Index group = steps_.group(run.columns[at], state);
      const bool changed = group == neighbour.from && neighbour.part.has(steps_.set(run.columns[at]));
      state = changed ? neighbour.to : steps_[group].to;
    }
    return rank_[state];
  }
  const auto copy = static_cast<Index>(states_);
  const Index like = copied(neighbour);
  for (std::size_t at = crossing->first; at < end; ++at) {
    if (at > crossing->last && state == run.path[at]) return rank_[run.path.back()];
    const Index group = steps_.group(run.columns[at], state == copy ? like : state), to = steps_[group].to;
    if (state == copy) {
      state = group == neighbour.second ? neighbour.to : to == like ? copy : to;
    } else {
      state = group == neighbour.from ? copy : to;
    }
  }
  return rank_[state == copy ? like : state];
}

void Audit::collect_touched(const Run& first, const Run& second) {
  touched_ = merges_;
  const auto add = [&](Index group) {
    touched_.insert(touched_.end(), by_group_[group].begin(), by_group_[group].end());
  };
  auto a = first.crossings.begin();
  auto b = second.crossings.begin();
  while (a != first.crossings.end() || b != second.crossings.end()) {
    const bool from_first = b == second.crossings.end() || (a != first.crossings.end() && a->group <= b->group);
    const Index group = from_first ? a->group : b->group;
    add(group);
    if (a != first.crossings.end() && a->group == group) ++a;
    if (b != second.crossings.end() && b->group == group) ++b;
  }
}

void Audit::weigh(const Pair& pair, double sign) {
  if (pair.answers.empty() || misjudged(pair, belief_)) return;
  run_of(pair.second);  // makes room, so that both runs stay where they are
  const Run& first = run_of(pair.first);
  const Run& second = run_of(pair.second);
  Likelihoods likely = likelihood(pair, models_);
  for (double& chance : likely) chance = portable::log(chance);
  const auto log_of = [&](Index a, Index b) {
    const int steps = static_cast<int>(a) - static_cast<int>(b);
    return likely[static_cast<std::size_t>(distance(2 * steps))];
  };
  const Index here_first = rank_[first.path.back()], here_second = rank_[second.path.back()];
  const double here = log_of(here_first, here_second);
  collect_touched(first, second);
  for (const Index i : touched_) {
    Neighbour& neighbour = neighbours_[i];
    const Index a = rank_in(neighbour, first), b = rank_in(neighbour, second);
    if (a != here_first || b != here_second) neighbour.odds += sign * (here - log_of(a, b));
  }
}

void Audit::accepted(std::span<const Word> lines) {
  Run run;
  const double seen = -portable::log(overlooked_);
  for (const Word& line : lines) {
    run.word = line;
    follow(run);
    collect_touched(run, run);
    for (const Index i : touched_) {
      Neighbour& neighbour = neighbours_[i];
      if (rank_in(neighbour, run) != rank_[run.path.back()]) neighbour.odds += seen;
    }
  }
}

double Audit::weight(const Neighbour& neighbour) const { return portable::exp(std::min(-neighbour.odds, most_odds)); }

double Audit::confidence() const {
  double sum = 0;
  for (const Neighbour& neighbour : neighbours_) sum += weight(neighbour);
  return 1 / (1 + sum);
}

double Audit::confidence_in_word(double stop, std::uint64_t seed) const {
  constexpr std::size_t draws = 200;
  Random random = split_random(seed, 2);
  double wrong = 0, all = 1;
  std::vector<std::pair<double, const Neighbour*>> heavy;
  for (const Neighbour& neighbour : neighbours_) {
    const double mine = weight(neighbour);
    all += mine;
    if (mine > 1e-7) heavy.emplace_back(mine, &neighbour);
  }
  Run run;
  for (std::size_t i = 0; i < draws; ++i) {
    sample_word(random, stop, alphabet_, run.word);
    follow(run);
    for (const auto& [mine, neighbour] : heavy) {
      if (rank_in(*neighbour, run) != rank_[run.path.back()]) wrong += mine;
    }
  }
  return 1 - wrong / all / static_cast<double>(draws);
}

std::size_t Audit::rank_after(const Word& word) const {
  Index state = initial_;
  for (const Letter letter : word) state = steps_.next(steps_.column(letter), state);
  return rank_[state];
}

}  // namespace remap::belief
