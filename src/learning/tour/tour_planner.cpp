#include "learning/tour/tour_planner.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "learning/tuning/tuning.hpp"

namespace remap::symbolic {

namespace {
constexpr std::size_t longest = Doubts::most_used;  // letters before its tail and after its way home
}  // namespace

void TourPlanner::collect() {
  const Places& places = rules_.places();
  const Listed now{rules_.size(), rules_.alterations(), places.size(), tree_.size()};
  if (std::exchange(listed_, now) != now) list();
  worth_.assign(places.size(), 0);
  doubt_.assign(rules_.size(), 0);
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const RuleId id = make_id<RuleId>(i);
    if (rules_[id].state == no_state) continue;
    doubt_[i] = doubts_.doubt(id);
    worth_[index(rules_[id].target)] += doubt_[i];
  }
  all_worth_ = std::accumulate(worth_.begin(), worth_.end(), 0.0);
}

void TourPlanner::list() {
  const Places& places = rules_.places();
  into_.resize(places.size());
  for (std::vector<RuleId>& rules : into_) rules.clear();
  into_state_.resize(places.states());
  for (std::vector<RuleId>& rules : into_state_) rules.clear();
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const RuleId id = make_id<RuleId>(i);
    if (rules_[id].state == no_state) continue;
    const Place target = rules_[id].target;
    const State state = places.state(target);
    into_[index(target)].push_back(id);
    if (places.of(state).size() > 1) into_state_[index(state)].push_back(id);
  }
  uses_.resize(rules_.size());
  few_ = places.are_few();
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
  double sum = 0;
  const std::vector<RuleId>& into = leading_to(end.place, !end.tail.empty());
  if (few_) {
    for (const RuleId id : into) sum += doubts_.chance_of(id, 0, end.apart, way).either();
    return sum;
  }
  candidates_.clear();
  for (const RuleId id : into) candidates_.push_back({id});
  begin_rest(end);
  doubts_.find_chances(candidates_, rest_, way);
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
  end.apart = rules_.places().apart_from(end.predicted);
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
  ++plans_;
  for (const RuleId id : without) uses_[index(id)].kept_out = plans_;
  ends_.resize(std::min(tuning::most_ends_looked_at, 8 + 4 * rules_.states()));
  promising_.clear();
  const auto kept_out = [&](RuleId id) { return uses_[index(id)].kept_out == plans_; };
  for (std::size_t look = 0; look < ends_.size(); ++look) {
    End& end = ends_[look];
    draw_end(look, end);
    if (in != no_class && end.predicted != in) continue;
    if (!without.empty() && std::any_of(end.through.begin(), end.through.end(), kept_out)) continue;
    weigh_end(end);
    promising_.push_back(look);
  }
  const auto first = promising_.begin() +
                     std::min<std::ptrdiff_t>(std::ssize(promising_), rules_.states() > tuning::many_states ? 2 : 4);
  std::partial_sort(promising_.begin(), first, promising_.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(-ends_[a].promise, a) < std::pair(-ends_[b].promise, b);
  });
  Tour best;
  best_.backwards.clear();
  best_.steps.clear();
  for (auto at = promising_.begin(); at != first; ++at) {
    const double chance = walk(ends_[*at], least);
    const bool better = chance > 1.02 * best.chance;
    if (!better && (chance <= 0.98 * best.chance || walk_.backwards.size() >= best_.backwards.size())) continue;
    best.chance = chance;
    best.predicted = ends_[*at].predicted;
    std::swap(walk_, best_);
  }
  best.word.assign(best_.backwards.rbegin(), best_.backwards.rend());
  best.tested.reserve(best_.steps.size());
  for (std::size_t i = 0; i < best_.steps.size(); ++i) {
    const Rule& rule = rules_[best_.steps[i]];
    if (rule.basis != Basis::sifted || rule.fact != best_.backwards[i]) best.tested.push_back(best_.steps[i]);
  }
  return best;
}

double TourPlanner::walk(const End& end, double least) {
  walk_.backwards.assign(end.tail.rbegin(), end.tail.rend());
  walk_.steps.assign(end.through.rbegin(), end.through.rend());
  begin_rest(end);
  const std::size_t enough_letters = letters_.all_sets() ? 6 + 2 * rules_.states() : longest;
  const std::size_t most = end.tail.size() + std::min(longest, enough_letters);
  ++walks_;
  double survives = 1;
  const auto use = [&](RuleId id) -> Use& {
    Use& known = uses_[index(id)];
    if (known.walk != walks_) known = {walks_, 0, 0, known.kept_out};
    return known;
  };
  const auto goes_on = [&] { return 1 - survives < tuning::tour_fails_enough && walk_.backwards.size() < most; };
  const auto prepend = [&](RuleId id, PropositionSet letter) {
    walk_.backwards.push_back(letter);
    walk_.steps.push_back(id);
    ++use(id).times;
    rest_.prepend(letter);
  };
  const auto latest = [&](std::size_t back) {
    return back < walk_.steps.size() ? walk_.steps[walk_.steps.size() - 1 - back] : no_rule;
  };
  const Places& places = rules_.places();
  for (Place at = end.place;;) {
    const State state = places.state(at);
    RuleId best = no_rule;
    double best_score = least, best_chance = 0;
    if (goes_on()) {
      const std::vector<RuleId>& into = leading_to(at, !walk_.backwards.empty());
      const std::size_t stride = 1 + into.size() / tuning::most_entries;
      const Doubts::Way way = Doubts::way_of(latest(0), latest(1), latest(2));
      const auto consider = [&, &rules = rules_](RuleId id, double chance) {
        const double score = rules[id].state == state ? tuning::staying * chance : chance;
        if (score <= best_score) return;
        best = id;
        best_score = score;
        best_chance = chance;
      };
      const auto each_entry = [&, into = std::span(into)](const auto& with) {
        for (std::size_t i = random_.below(stride); i < into.size(); i += stride) {
          const Use& known = uses_[index(into[i])];
          if (known.kept_out != plans_) with(into[i], known.walk == walks_ ? known.times : 0);
        }
      };
      if (few_) {
        each_entry([&, &doubts = doubts_, apart = rest_.few()](RuleId id, std::size_t times) {
          consider(id, doubts.chance_of(id, times, apart, way).either());
        });
      } else {
        candidates_.clear();
        each_entry([&](RuleId id, std::size_t times) { candidates_.push_back({id, times}); });
        doubts_.find_chances(candidates_, rest_, way);
        for (const Doubts::Candidate& each : candidates_) consider(each.rule, each.chance.either());
      }
    }
    if (best != no_rule) {
      survives *= 1 - std::min(0.95, best_chance);
      prepend(best, draw(best, use(best)));
      at = places.home(rules_[best].state);
    } else if (state == State{0} && (at == Place{0} || !walk_.backwards.empty())) {
      break;
    } else {
      const Entry& entry = entries_[index(state)];
      RuleId way = state == State{0} ? no_rule : rules_.rule_for(entry.from, entry.letter);
      PropositionSet letter = entry.letter;
      if (walk_.backwards.empty() &&
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

}  // namespace remap::symbolic
