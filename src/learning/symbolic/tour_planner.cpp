#include "learning/symbolic/tour_planner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace remap::symbolic {

namespace {
constexpr double enough = 0.65;           // a tour that fails so likely is not made longer
constexpr std::size_t longest = 40;       // letters before its tail and after its way home
constexpr std::size_t most_looks = 40;    // ends looked at
constexpr std::size_t most_entries = 24;  // rules into a state considered per step
constexpr std::size_t many_states = 60;   // from which on fewer walks are made
constexpr double staying = 1.5;           // what a step that stays is worth more
constexpr std::size_t small_cube = 9;     // propositions a cube may leave open to be looked through
}  // namespace

void TourPlanner::collect() {
  const Places& places = rules_.places();
  into_.resize(places.size());
  for (std::vector<RuleId>& rules : into_) rules.clear();
  into_state_.resize(places.states());
  for (std::vector<RuleId>& rules : into_state_) rules.clear();
  worth_.assign(places.size(), 0);
  doubt_.assign(rules_.size(), 0);
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const RuleId id = make_id<RuleId>(i);
    if (rules_[id].state == no_state) continue;
    doubt_[i] = doubts_.doubt(id);
    const Place target = rules_[id].target;
    const State state = places.state(target);
    into_[index(target)].push_back(id);
    if (places.of(state).size() > 1) into_state_[index(state)].push_back(id);
    worth_[index(target)] += doubt_[i];
  }
  all_worth_ = std::accumulate(worth_.begin(), worth_.end(), 0.0);
  uses_.resize(rules_.size());
  few_ = places.are_few();
  apart_from_.clear();
  for (std::size_t p = 0; few_ && p < places.size(); ++p) {
    const ClassId id = places.class_of(make_id<Place>(p));
    if (index(id) >= apart_from_.size()) apart_from_.resize(index(id) + 1, 0);
    apart_from_[index(id)] = places.apart_from(id);
  }
  inner_.clear();
  for (std::size_t n = 0; n < tree_.size(); ++n) {
    if (!tree_.is_leaf(make_id<Node>(n))) inner_.push_back(make_id<Node>(n));
  }
}

const std::vector<RuleId>& TourPlanner::leading_to(Place place, bool goes_on) const {
  const State state = rules_.places().state(place);
  return goes_on && rules_.places().of(state).size() > 1 ? into_state_[index(state)] : into_[index(place)];
}

PropositionSet TourPlanner::any_letter(const Rule& rule) {
  if (!letters_.all_sets()) return rule.smallest;
  return rule.cube.value | (random_.next() & ~rule.cube.mask & letters_.everything());
}

void TourPlanner::draw_walk(End& end) {
  Place from = end.place;
  const bool small = random_.below(2) == 0;
  for (std::size_t left = 1 + random_.below(4); left > 0; --left) {
    const std::span<const RuleId> rules = rules_.rules_of(rules_.places().state(from));
    end.through.push_back(rules[random_.below(rules.size())]);
    const Rule& rule = rules_[end.through.back()];
    end.tail.push_back(small ? rule.smallest : any_letter(rule));
    from = rule.target;
  }
}

// The node that tells a place from a likely rival of a doubtful rule that leads there; none if both have the same
// state.
Node TourPlanner::separating_node(Place place) {
  double at = random_.unit() * worth_[index(place)];
  const std::vector<RuleId>& into = into_[index(place)];
  std::size_t i = 0;
  while (i + 1 < into.size() && (at -= doubt_[index(into[i])]) >= 0) ++i;
  const State state = rules_.places().state(place);
  const State rival = rules_.places().state(doubts_.rival(into[i], random_.unit()));
  if (state == rival) return no_node;
  Node a = tree_.leaf(state), b = tree_.leaf(rival);
  while (a != b) {  // a parent comes before its children
    Node& lower = index(a) > index(b) ? a : b;
    lower = tree_.parent(lower);
  }
  return a;
}

// The suffix of a node with its own letters, small ones, or others of the same rules.
void TourPlanner::draw_suffix(Node node, End& end) {
  Place from = end.place;
  const std::size_t how = random_.below(3);
  for (const Letter of_suffix : tree_.suffix(node)) {
    PropositionSet letter = letters_.set_of(of_suffix);
    end.through.push_back(rules_.rule_for(from, letter));
    const Rule& rule = rules_[end.through.back()];
    if (how == 1) letter = rule.smallest;
    if (how == 2 && letters_.all_sets()) letter = any_letter(rule);
    end.tail.push_back(letter);
    from = rule.target;
  }
}

void TourPlanner::draw_end(std::size_t look, End& end) {
  double at = random_.unit() * all_worth_;
  std::size_t p = 0;
  while (p + 1 < worth_.size() && at >= worth_[p]) at -= worth_[p++];
  while (into_[p].empty()) p = (p + 1) % worth_.size();
  end.place = make_id<Place>(p);
  end.tail.clear();
  end.through.clear();
  Node node = no_node;
  if (look % 3 == 2) {
    draw_walk(end);
  } else if (look % 6 != 4 && rules_.places().size() > 1) {
    node = separating_node(end.place);
  } else if (random_.below(2) == 0) {
    node = inner_[random_.below(inner_.size())];
  }
  if (node != no_node) draw_suffix(node, end);
  const Place last = end.through.empty() ? end.place : rules_[end.through.back()].target;
  end.predicted = rules_.places().class_of(last);
}

void TourPlanner::begin_rest(const End& end) {
  if (few_) return rest_.begin(end.apart);
  rest_.begin(end.leads_to, end.predicted);
}

double TourPlanner::chances_into(const End& end, Doubts::Way way) {
  candidates_.clear();
  for (const RuleId id : leading_to(end.place, !end.tail.empty())) candidates_.push_back({id});
  begin_rest(end);
  doubts_.find_chances(candidates_, rest_, way);
  double sum = 0;
  for (const Doubts::Candidate& each : candidates_) sum += each.chance.either();
  return sum;
}

void TourPlanner::weigh_end(End& end) {
  const auto rule_at = [&](std::size_t i) { return i < end.through.size() ? end.through[i] : no_rule; };
  const Doubts::Way way = Doubts::way_of(rule_at(0), rule_at(1), rule_at(2));
  const double sum = few_ ? weigh_few(end, way) : weigh_many(end, way);
  end.promise = sum / (1 + 0.01 * static_cast<double>(end.tail.size()));
}

// Many tails tell the same places apart.
double TourPlanner::weigh_few(End& end, Doubts::Way way) {
  end.apart = apart_from_[index(end.predicted)];
  for (std::size_t i = end.tail.size(); i-- > 0;) end.apart = rules_.leading_into(end.apart, end.tail[i]);
  const std::uint64_t mixed = (way ^ end.apart * 0xC2B2AE3D27D4EB4FULL) + index(end.place);
  Promise& known = promises_[mixed * 0x9E3779B97F4A7C15ULL >> (64 - promise_bits)];
  if (known.collected != collected_ || known.place != end.place || known.apart != end.apart || known.way != way) {
    known = {collected_, end.place, end.apart, way, chances_into(end, way)};
  }
  return known.sum;
}

// Most tails are short, and some are drawn several times.
double TourPlanner::weigh_many(End& end, Doubts::Way way) {
  end.key = 0;
  for (const PropositionSet letter : end.tail) end.key = (end.key + letter + 1) * 0x9E3779B97F4A7C15ULL;
  const End* alike = nullptr;
  for (const std::size_t other : promising_) {
    if (ends_[other].key != end.key || ends_[other].tail != end.tail) continue;
    alike = &ends_[other];
    if (alike->place == end.place) break;
  }
  if (alike != nullptr) {
    end.leads_to = alike->leads_to;
    if (alike->place == end.place) return end.sum = alike->sum;
  } else {
    end.leads_to = rules_.places().classes();
    for (std::size_t i = end.tail.size(); i-- > 0;) {
      rules_.prepend(end.tail[i], end.leads_to, scratch_);
      end.leads_to.swap(scratch_);
    }
  }
  return end.sum = chances_into(end, way);
}

Tour TourPlanner::plan(double least, ClassId in, std::span<const RuleId> without) {
  if (std::exchange(collected_, doubts_.refreshes()) != doubts_.refreshes()) collect();
  kept_out_.assign(rules_.size(), false);
  for (const RuleId id : without) kept_out_[index(id)] = true;
  ends_.resize(std::min(most_looks, 8 + 4 * rules_.states()));
  promising_.clear();
  const auto kept_out = [&](RuleId id) { return kept_out_[index(id)]; };
  for (std::size_t look = 0; look < ends_.size(); ++look) {
    End& end = ends_[look];
    draw_end(look, end);
    if (in != no_class && end.predicted != in) continue;
    if (!without.empty() && std::any_of(end.through.begin(), end.through.end(), kept_out)) continue;
    weigh_end(end);
    promising_.push_back(look);
  }
  const auto first =
      promising_.begin() + std::min<std::ptrdiff_t>(std::ssize(promising_), rules_.states() > many_states ? 2 : 4);
  std::partial_sort(promising_.begin(), first, promising_.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(-ends_[a].promise, a) < std::pair(-ends_[b].promise, b);
  });
  Tour best;
  for (auto at = promising_.begin(); at != first; ++at) {
    const double chance = walk(ends_[*at], least);
    const bool better = chance > 1.02 * best.chance;
    if (!better && (chance <= 0.98 * best.chance || backwards_.size() >= best.word.size())) continue;
    best.word.assign(backwards_.rbegin(), backwards_.rend());
    best.chance = chance;
    best.predicted = ends_[*at].predicted;
    best.tested.clear();
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Rule& rule = rules_[steps_[i]];
      if (rule.basis != Basis::sifted || rule.fact != backwards_[i]) best.tested.push_back(steps_[i]);
    }
  }
  return best;
}

double TourPlanner::walk(const End& end, double least) {
  backwards_.assign(end.tail.rbegin(), end.tail.rend());
  steps_.assign(end.through.rbegin(), end.through.rend());
  begin_rest(end);
  const std::size_t enough_letters = letters_.all_sets() ? 6 + 2 * rules_.states() : longest;
  const std::size_t most = end.tail.size() + std::min(longest, enough_letters);
  ++walks_;
  double survives = 1;
  const auto use = [&](RuleId id) -> Use& {
    Use& known = uses_[index(id)];
    if (known.walk != walks_) known = {walks_, 0, 0};
    return known;
  };
  const auto goes_on = [&] { return 1 - survives < enough && backwards_.size() < most; };
  const auto prepend = [&](RuleId id, PropositionSet letter) {
    backwards_.push_back(letter);
    steps_.push_back(id);
    ++use(id).times;
    rest_.prepend(letter);
  };
  const auto latest = [&](std::size_t back) {
    return back < steps_.size() ? steps_[steps_.size() - 1 - back] : no_rule;
  };
  const Places& places = rules_.places();
  for (Place at = end.place;;) {
    const State state = places.state(at);
    RuleId best = no_rule;
    double best_score = least, best_chance = 0;
    if (goes_on()) {
      const std::vector<RuleId>& into = leading_to(at, !backwards_.empty());
      const std::size_t stride = 1 + into.size() / most_entries;
      const Doubts::Way way = Doubts::way_of(latest(0), latest(1), latest(2));
      candidates_.clear();
      for (std::size_t i = random_.below(stride); i < into.size(); i += stride) {
        if (!kept_out_[index(into[i])]) candidates_.push_back({into[i], use(into[i]).times});
      }
      doubts_.find_chances(candidates_, rest_, way);
      for (const Doubts::Candidate& each : candidates_) {
        const double chance = each.chance.either();
        const double score = rules_[each.rule].state == state ? staying * chance : chance;
        if (score <= best_score) continue;
        best = each.rule;
        best_score = score;
        best_chance = chance;
      }
    }
    if (best != no_rule) {
      survives *= 1 - std::min(0.95, best_chance);
      prepend(best, draw(best, use(best)));
      at = places.home(rules_[best].state);
    } else if (state == State{0} && (at == Place{0} || !backwards_.empty())) {
      break;
    } else {
      const Entry& entry = entries_[index(state)];
      RuleId way = state == State{0} ? no_rule : rules_.rule_for(entry.from, entry.letter);
      PropositionSet letter = entry.letter;
      if (backwards_.empty() &&
          (way == no_rule || rules_[way].target != at)) {  // the access word ends with another class
        const std::vector<RuleId>& into = into_[index(at)];
        const auto fact =
            std::find_if(into.begin(), into.end(), [&](RuleId id) { return rules_[id].basis == Basis::sifted; });
        way = fact == into.end() ? into.front() : *fact;
        letter = rules_[way].fact;
      }
      prepend(way, letter);
      at = places.home(rules_[way].state);
    }
  }
  return 1 - survives;
}

PropositionSet TourPlanner::draw(RuleId id, Use& use) {
  const Rule& rule = rules_[id];
  Doubts::Evidence& seen = doubts_.evidence(id);
  if (!letters_.listed().empty()) return draw_listed(rule, seen, use.met);
  if (!letters_.all_sets()) return draw_sparse(rule, seen, use.met);
  const std::size_t open = letters_.propositions() - rule.cube.literals();
  if (open > small_cube)
    return draw_dense(rule, seen, [&](PropositionSet letter) { return is_new(rule, seen, letter); });
  const std::size_t letters = std::size_t{1} << open;
  const std::size_t tested = seen.borne_out.size() + (seen.borne_out.contains(rule.fact) ? 0 : 1);
  if (tested == letters) {  // drawn nonetheless, so that the letters to come are the same
    static_cast<void>(draw_dense(rule, seen, [](PropositionSet) { return false; }));
    return least_tested(rule, seen);
  }
  const PropositionSet letter = draw_dense(rule, seen, [&](PropositionSet each) { return is_new(rule, seen, each); });
  return is_new(rule, seen, letter) ? letter : least_tested(rule, seen);
}

bool TourPlanner::is_new(const Rule& rule, const Doubts::Evidence& seen, PropositionSet letter) {
  return letter != rule.fact && !seen.borne_out.contains(letter);
}

template <class IsNew>
PropositionSet TourPlanner::draw_dense(const Rule& rule, Doubts::Evidence& seen, const IsNew& is_new) {
  const PropositionSet free = ~rule.cube.mask & letters_.everything();
  PropositionSet letter = rule.cube.value;
  for (int tries = 0; tries < 6; ++tries) {
    const PropositionSet chosen = seen.drawn == 0       ? ~rule.fact
                                  : seen.drawn % 2 == 0 ? ~seen.last_drawn
                                                        : random_.next();
    letter = rule.cube.value | (chosen & free);
    ++seen.drawn;
    seen.last_drawn = letter;
    if (is_new(letter)) break;
  }
  return letter;
}

std::size_t TourPlanner::tested(const Doubts::Evidence& seen, PropositionSet letter) {
  const std::size_t place = seen.borne_out.find(letter);
  return place == seen.borne_out.size() ? 0 : 1 + count_shared(seen.borne_out.against(place), rest_.apart());
}

// Of a small cube, a letter that has been tested least, beginning anywhere.
PropositionSet TourPlanner::least_tested(const Rule& rule, const Doubts::Evidence& seen) {
  const PropositionSet free = ~rule.cube.mask & letters_.everything();
  const PropositionSet first = ((random_.next() & free) - free) & free;
  const Doubts::BorneOut& known = seen.borne_out;
  const bool passes_fact = rule.basis == Basis::sifted && free != 0;
  const auto passed_over = [&](PropositionSet letter) { return passes_fact && letter == rule.fact; };
  const std::size_t letters = std::size_t{1} << std::popcount(free);
  if (known.size() + (passes_fact && !known.contains(rule.fact) ? 1 : 0) < letters) {  // some letter was never tested
    PropositionSet part = first;
    while (passed_over(rule.cube.value | part) || known.contains(rule.cube.value | part)) {
      part = (part - free) & free;  // the next subset of `free`
    }
    return rule.cube.value | part;
  }
  if (letters == 1) return rule.cube.value;
  const std::span<const std::uint64_t> apart = rest_.apart();
  std::size_t least = std::numeric_limits<std::size_t>::max();
  PropositionSet best = rule.fact, best_after = 0;
  const auto consider = [&](std::size_t i, std::size_t count) {
    if (count > least) return;
    const PropositionSet letter = known.letter(i);
    const PropositionSet after = ((letter & free) - first) & free;  // how many letters after the first
    if ((count == least && after > best_after) || passed_over(letter)) return;
    least = count;
    best = letter;
    best_after = after;
  };
  if (apart.size() == 1) {
    const std::uint64_t* const against = known.against(0).data();
    for (std::size_t i = 0; i < known.size(); ++i) consider(i, count_places(against[i] & apart.front()));
  } else {
    for (std::size_t i = 0; i < known.size(); ++i) consider(i, count_shared(known.against(i), apart));
  }
  return best;
}

PropositionSet TourPlanner::draw_sparse(const Rule& rule, const Doubts::Evidence& seen, PropositionSet& met) {
  const PropositionSet free = ~rule.cube.mask & letters_.everything();
  const auto on = static_cast<std::size_t>(std::popcount(rule.cube.value));
  std::size_t room = letters_.most() - std::min(letters_.most(), on);
  PropositionSet letter = rule.cube.value;
  PropositionSet left = free & ~seen.cleared & ~met;
  if (left == 0 && room > 0) {  // those whose letter has been tested least
    std::size_t least = std::numeric_limits<std::size_t>::max();
    each_proposition(free & ~met, [&](std::size_t proposition) {
      const PropositionSet bit = PropositionSet{1} << proposition;
      const std::size_t count = tested(seen, letter | bit);
      if (count < least) left = 0;
      if (count <= least) left |= bit;
      least = std::min(least, count);
    });
    if (left == 0 || (letters_.most() > 1 && random_.below(2) == 0)) left = free;
  }
  // Propositions that matter somewhere come first.
  std::vector<PropositionSet> known, others;
  each_proposition(left, [&](std::size_t proposition) {
    (doubts_.was_used(proposition) ? known : others).push_back(PropositionSet{1} << proposition);
  });
  for (std::vector<PropositionSet>* bits : {&known, &others}) {
    for (std::size_t i = bits->size(); i > 1; --i) std::swap((*bits)[i - 1], (*bits)[random_.below(i)]);
    for (const PropositionSet bit : *bits) {
      if (room == 0) break;
      letter |= bit;
      met |= bit;
      --room;
    }
  }
  return letter;
}

// Of the listed letters in the cube, one that is new in as many propositions as possible, or has been tested least.
PropositionSet TourPlanner::draw_listed(const Rule& rule, const Doubts::Evidence& seen, PropositionSet& met) {
  const std::vector<PropositionSet>& listed = letters_.listed();
  const PropositionSet fresh = ~seen.cleared & ~met;
  const std::size_t start = random_.below(listed.size());
  PropositionSet best = rule.fact;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const PropositionSet letter = listed[(start + i) % listed.size()];
    if (!rule.cube.contains(letter) || (letter == rule.fact && rule.basis == Basis::sifted)) continue;
    const auto gained = static_cast<std::size_t>(std::popcount((letter ^ rule.fact) & fresh));
    const std::size_t cost = (tested(seen, letter) + 1) * 64 - gained;
    if (cost >= least) continue;
    least = cost;
    best = letter;
  }
  met |= best ^ rule.fact;
  return best;
}

}  // namespace remap::symbolic
