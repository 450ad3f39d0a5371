#include "audit.hpp"

#include <algorithm>

#include "automata/guards.hpp"
#include "automata/portable_math.hpp"
#include "transition_prior.hpp"

namespace remap::belief {

namespace {
constexpr double most_odds = 50;
}

Audit::Audit(const Belief& belief, const MooreMachine& machine, const AuditOptions& options, std::uint64_t seed)
    : belief_(belief),
      states_(machine.size()),
      alphabet_(machine.alphabet()),
      guards_(machine.guards()),
      initial_(static_cast<Index>(index(machine.initial()))),
      overlooked_(options.overlooked),
      longest_(std::min(options.longest, 6 * machine.size() + 10)),
      models_(belief.models().begin(), belief.models().end()) {
  std::vector<std::size_t> outputs;
  for (std::size_t q = 0; q < states_; ++q) outputs.push_back(index(machine.output(make_id<State>(q))));
  std::sort(outputs.begin(), outputs.end());
  outputs.erase(std::unique(outputs.begin(), outputs.end()), outputs.end());
  ranks_ = outputs.size();
  choose_letters();
  for (std::size_t q = 0; q < states_; ++q) {
    const State state = make_id<State>(q);
    const auto at = std::lower_bound(outputs.begin(), outputs.end(), index(machine.output(state)));
    rank_.push_back(static_cast<Index>(at - outputs.begin()));
    for (const Letter letter : letters_) next_.push_back(static_cast<Index>(index(machine.next(state, letter))));
  }
  add_neighbours(options, seed);
  by_transition_.resize(next_.size());
  for (Index i = 0; i < neighbours_.size(); ++i) {
    const Neighbour& neighbour = neighbours_[i];
    const bool merge = neighbour.kind == Kind::merge;
    (merge ? merges_ : by_transition_[neighbour.from * letters_.size() + neighbour.letter]).push_back(i);
  }
  catch_up();
}

void Audit::choose_letters() {
  if (guards_ == nullptr) {
    letters_ = alphabet_.simple_letters();
    return;
  }
  std::map<PropositionSet, Index> columns;
  for (std::size_t q = 0; q < states_; ++q) {
    own_.emplace_back();
    for (const Guards::Arrival& arrival : guards_->arrivals(make_id<State>(q))) {
      const auto [place, fresh] = columns.try_emplace(arrival.letter, static_cast<Index>(letters_.size()));
      if (fresh) letters_.push_back(alphabet_.letter_of(arrival.letter));
      own_.back().emplace(arrival.to, place->second);
    }
  }
}

Audit::Index Audit::column(Index state, Letter letter) const {
  if (guards_ == nullptr) return static_cast<Index>(index(letter));
  return own_[state].at(guards_->step(make_id<State>(state), alphabet_.set_of(letter)));
}

bool Audit::own(Index state, Index column) const {
  if (guards_ == nullptr) return true;
  const auto found = own_[state].find(make_id<State>(next_[state * letters_.size() + column]));
  return found->second == column;
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
  const auto n = static_cast<Index>(states_), k = static_cast<Index>(letters_.size());
  const auto share = [&](std::size_t all) {
    return std::min(1.0, static_cast<double>(options.most_neighbours) / static_cast<double>(all));
  };
  const auto add = [&](const Neighbour& neighbour, double kept) {
    if (kept >= 1 || random.chance(kept)) neighbours_.push_back(neighbour);
  };
  std::vector<std::vector<Index>> own(states_);  // the columns of each state's transitions
  std::vector<bool> alike(next_.size(), true);   // the others
  std::size_t transitions = 0, two_in_turn = 0;
  for (Index q = 0; q < n; ++q) {
    for (Index a = 0; a < k; ++a) {
      if (!this->own(q, a)) continue;
      own[q].push_back(a);
      alike[q * k + a] = false;
    }
    transitions += own[q].size();
  }
  for (Index q = 0; q < n; ++q) {
    for (const Index a : own[q]) two_in_turn += own[next_[q * k + a]].size();
  }
  const TransitionPrior prior(next_, k, alike);
  const double targets = share(transitions * states_);
  const double merges = share(states_ * states_);
  const std::size_t larger = two_in_turn * (states_ - 1);
  const double splits = share(larger);
  for (Index q = 0; q < n; ++q) {
    for (Index p = 0; p < n; ++p) {
      for (const Index a : own[q]) {
        const Index to = next_[q * k + a];
        if (p == to) continue;
        const double odds = portable::log(prior.chance(q, a, to) / prior.chance(q, a, p));
        add({Kind::retarget, q, a, p, 0, odds + portable::log(targets)}, targets);
      }
      if (p != q && rank_[p] == rank_[q])
        add({Kind::merge, q, 0, p, 0, portable::log(merges) - options.smaller}, merges);
    }
  }
  if (options.missing_state <= 0 || larger == 0) return;
  const double missing = options.missing_state * static_cast<double>(states_) / static_cast<double>(transitions);
  const double odds = portable::log(static_cast<double>(larger) / missing) + portable::log(splits);
  for (Index q = 0; q < n; ++q) {
    for (const Index a : own[q]) {
      const Index to = next_[q * k + a];
      for (const Index b : own[to]) {
        for (Index r = 0; r < n; ++r) {
          if (r != next_[to * k + b]) add({Kind::split, q, a, r, b, odds}, splits);
        }
      }
    }
  }
}

void Audit::follow(Run& run) const {
  run.path.assign(1, initial_);
  run.columns.clear();
  run.crossings.clear();
  for (const Letter letter : run.word) {
    const Index from = run.path.back(), place = column(from, letter);
    const auto transition = static_cast<Index>(from * letters_.size() + place);
    const auto here = static_cast<Index>(run.path.size() - 1);
    run.columns.push_back(place);
    run.crossings.push_back({transition, here, here});
    run.path.push_back(next_[transition]);
  }
  std::sort(run.crossings.begin(), run.crossings.end(), [](const Crossing& a, const Crossing& b) {
    return std::pair(a.transition, a.first) < std::pair(b.transition, b.first);
  });
  std::size_t kept = 0;
  for (const Crossing& each : run.crossings) {
    if (kept > 0 && run.crossings[kept - 1].transition == each.transition) {
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

Audit::Index Audit::step(const Neighbour& neighbour, Index state, Letter letter) const {
  const bool copy = state == states_;
  const Index like = copy ? copied(neighbour) : state;
  const Index place = column(like, letter), to = next_[like * letters_.size() + place];
  if (neighbour.kind == Kind::merge) return to == neighbour.from ? neighbour.to : to;
  if (copy) return place == neighbour.second ? neighbour.to : to == like ? state : to;
  if (state != neighbour.from || place != neighbour.letter) return to;
  return neighbour.kind == Kind::split ? static_cast<Index>(states_) : neighbour.to;
}

Audit::Index Audit::copied(const Neighbour& neighbour) const {
  return next_[neighbour.from * letters_.size() + neighbour.letter];
}

Audit::Index Audit::rank_of(const Neighbour& neighbour, Index state) const {
  return rank_[state == states_ ? copied(neighbour) : state];
}

Audit::Index Audit::rank_in(const Neighbour& neighbour, const Run& run) const {
  if (neighbour.kind == Kind::merge) return rank_in(neighbour, run, nullptr);
  const Index transition = transition_of(neighbour);
  const auto found =
      std::lower_bound(run.crossings.begin(), run.crossings.end(), transition,
                       [](const Crossing& crossing, Index wanted) { return crossing.transition < wanted; });
  const bool crosses = found != run.crossings.end() && found->transition == transition;
  return rank_in(neighbour, run, crosses ? &*found : nullptr);
}

Audit::Index Audit::rank_in(const Neighbour& neighbour, const Run& run, const Crossing* crossing) const {
  std::size_t at = 0, same = run.word.size();
  Index state = initial_;
  if (neighbour.kind == Kind::merge) {
    if (state == neighbour.from) state = neighbour.to;
  } else {  // up to where its transition is taken, a neighbour is where the machine is
    if (crossing == nullptr) return rank_[run.path.back()];
    at = crossing->first;
    same = crossing->last + std::size_t{1};
    state = run.path[at];
  }
  if (guards_ == nullptr) return rank_from(neighbour, run, at, state, same);
  for (; at < run.word.size(); ++at) state = step(neighbour, state, run.word[at]);
  return rank_of(neighbour, state);
}

// This is where most of the time goes, so kinds are told apart before the letters are gone through.
Audit::Index Audit::rank_from(const Neighbour& neighbour, const Run& run, std::size_t at, Index state,
                              std::size_t same) const {
  const auto k = static_cast<Index>(letters_.size());
  const Index changed = transition_of(neighbour);
  const std::size_t end = run.columns.size();
  switch (neighbour.kind) {
    case Kind::merge:
      for (; at < end; ++at) {
        const Index to = next_[state * k + run.columns[at]];
        state = to == neighbour.from ? neighbour.to : to;
      }
      return rank_[state];
    case Kind::retarget:
      for (; at < end; ++at) {
        if (at >= same && state == run.path[at]) return rank_[run.path.back()];
        const Index taken = state * k + run.columns[at];
        state = taken == changed ? neighbour.to : next_[taken];
      }
      return rank_[state];
    case Kind::split: {
      const auto copy = static_cast<Index>(states_);
      const Index like = next_[changed];
      for (; at < end; ++at) {
        const Index letter = run.columns[at];
        if (state == copy) {
          const Index to = next_[like * k + letter];
          state = letter == neighbour.second ? neighbour.to : to == like ? copy : to;
          continue;
        }
        if (at >= same && state == run.path[at]) return rank_[run.path.back()];
        const Index taken = state * k + letter;
        state = taken == changed ? copy : next_[taken];
      }
      return rank_[state == copy ? like : state];
    }
  }
  return 0;
}

void Audit::collect_touched(const Run& first, const Run& second) {
  touched_ = merges_;
  const auto add = [&](Index transition) {
    const std::vector<Index>& group = by_transition_[transition];
    touched_.insert(touched_.end(), group.begin(), group.end());
  };
  auto a = first.crossings.begin();
  auto b = second.crossings.begin();
  while (a != first.crossings.end() || b != second.crossings.end()) {
    const bool from_first =
        b == second.crossings.end() || (a != first.crossings.end() && a->transition <= b->transition);
    const Index transition = from_first ? a->transition : b->transition;
    add(transition);
    if (a != first.crossings.end() && a->transition == transition) ++a;
    if (b != second.crossings.end() && b->transition == transition) ++b;
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
    for (Neighbour& neighbour : neighbours_) {
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
  for (const Letter letter : word) state = next(state, letter);
  return rank_[state];
}

}  // namespace remap::belief
