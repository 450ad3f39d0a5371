#include "learning/tour/rules/rules.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

#include "base/portable_math.hpp"

namespace remap::symbolic {

namespace {
constexpr std::size_t most_kept = std::size_t{1} << 22;  // entries of all columns
constexpr std::size_t worth_packing = 4;                 // if a quarter of all places is looked at
}  // namespace

void Rules::add_state() {
  const State state = make_id<State>(states_.size());
  const RuleId id = make_id<RuleId>(rules_.size());
  states_.push_back({{{0, 0, 0, id}}, {id}, {}, 0});
  versions_.push_back(0);
  const PropositionSet smallest = letters_.smallest({});
  rules_.push_back({state, {}, smallest, smallest, Basis::supposed, places_.home(state), 0});
}

const std::vector<Place>& Rules::successors(State state) const {
  successors_.resize(states_.size());
  auto& [found, of] = successors_[index(state)];
  if (std::exchange(of, version(state)) == version(state)) return found;
  found.clear();
  for (const RuleId id : rules_of(state)) {
    const Place target = rules_[index(id)].target;
    if (target != places_.home(state) && std::find(found.begin(), found.end(), target) == found.end())
      found.push_back(target);
  }
  return found;
}

const Rules::Column& Rules::updated_column(PropositionSet letter, std::size_t number) const {
  if (number == 0 && (columns_.size() + 1) * places_.size() <= most_kept) {
    columns_.emplace_back();
    number = columns_.size();
    column_of_.at(letter) = static_cast<std::uint32_t>(number);
  }
  Column& column = number == 0 ? spare_ : columns_[number - 1];
  const std::size_t changes = altered_.size() - column.upto;
  const bool anew = &column == &spare_ || changes > column.to.size();
  if (anew) {
    column.to.clear();
    column.from.clear();
    column.staying = column.reached = 0;
  }
  const bool many = (changes + places_.size() - column.to.size()) * worth_packing > places_.size();
  if (column.to.empty()) {
    column.to.reserve(places_.size());
    column.from.reserve(places_.size());
  }
  if (many) pack();
  if (anew) column.moved = 0;
  const bool few = places_.are_few();
  if (few) column.from.resize(places_.size(), 0);
  const auto bit = [](Place place) { return FewPlaces{1} << index(place); };
  const auto lead = [&](Place from) {
    const Place to = many ? packed_step(from, letter) : step(from, letter);
    column.moved += to != from ? 1 : 0;
    if (few && to == from) column.staying |= bit(from);
    if (few && to != from) {
      column.from[index(to)] |= bit(from);
      column.reached |= bit(to);
    }
    return to;
  };
  for (std::size_t i = anew ? altered_.size() : column.upto; i < altered_.size(); ++i) {
    const Place place = altered_[i];
    if (index(place) >= column.to.size()) continue;
    const Place before = column.to[index(place)];
    column.moved -= before != place ? 1 : 0;
    if (few) {
      column.staying &= ~bit(place);
      column.from[index(before)] &= ~bit(place);
      if (column.from[index(before)] == 0) column.reached &= ~bit(before);
    }
    column.to[index(place)] = lead(place);
  }
  for (std::size_t p = column.to.size(); p < places_.size(); ++p) column.to.push_back(lead(make_id<Place>(p)));
  column.upto = altered_.size();
  return column;
}

void Rules::pack() const {
  if (packed_upto_ == altered_.size() && roots_.size() == places_.size()) return;
  packed_upto_ = altered_.size();
  packed_.clear();
  roots_.resize(places_.size());
  for (std::size_t q = 0; q < states_.size(); ++q) {
    const auto root = static_cast<std::uint32_t>(packed_.size());
    for (const Place place : places_.of(make_id<State>(q))) roots_[index(place)] = root;
    for (const Branch& branch : states_[q].tree) {
      if (branch.rule == no_rule) {
        packed_.push_back({branch.bit, {root + branch.low, root + branch.high}});
      } else {
        packed_.push_back({0, {static_cast<std::uint32_t>(index(rules_[index(branch.rule)].target)), 0}});
      }
    }
  }
}

void Rules::altered(State state) {
  ++versions_[index(state)];
  altered_.insert(altered_.end(), places_.of(state).begin(), places_.of(state).end());
}

void Rules::prepend(PropositionSet letter, std::span<const ClassId> tail, std::vector<ClassId>& into) const {
  const Column& read = column(letter);
  if (read.moved == 0) return into.assign(tail.begin(), tail.end());
  into.resize(tail.size());
  const ClassId* const from = tail.data();
  const Place* place = read.to.data();
  ClassId* at = into.data();
  constexpr std::size_t many = 4;  // side by side, since this takes most of the time of large runs
  for (std::size_t left = tail.size() / many; left > 0; --left, place += many, at += many) {
    for (std::size_t i = 0; i < many; ++i) at[i] = from[index(place[i])];
  }
  for (std::size_t left = tail.size() % many; left > 0; --left) *at++ = from[index(*place++)];
}

Guards::Diagram Rules::diagram(State state, std::span<const State> renamed, Guards::Builder& builder) const {
  const std::vector<Branch>& tree = states_[index(state)].tree;
  const std::function<Guards::Diagram(std::uint32_t)> made = [&](std::uint32_t at) {
    const Branch& branch = tree[at];
    if (branch.rule != no_rule) return builder.leaf(renamed[index(places_.state(rules_[index(branch.rule)].target))]);
    const auto proposition = static_cast<std::size_t>(std::countr_zero(branch.bit));
    const Guards::Diagram low = made(branch.low), high = made(branch.high);
    return builder.choose(proposition, low, high);
  };
  return made(0);
}

void Rules::retarget(RuleId id, Place target) {
  Rule& rule = rules_[index(id)];
  if (rule.target == target) return;
  rule.target = target;
  altered(rule.state);
  changed_.push_back(id);
}

RuleId Rules::split(RuleId id, PropositionSet bit, PropositionSet letter) {
  const RuleId made = make_id<RuleId>(rules_.size());
  rules_.emplace_back();
  Rule& old = rules_[index(id)];
  Rule& fresh = rules_.back();
  Tree& of_state = states_[index(old.state)];
  const auto low = static_cast<std::uint32_t>(of_state.tree.size());
  of_state.tree[old.node] = {bit, low, low + 1, no_rule};
  const bool high = (letter & bit) != 0;
  fresh = {old.state,           old.cube.narrowed(bit, letter), letter, letter, Basis::supposed, old.target,
           high ? low + 1 : low};
  old.cube = old.cube.narrowed(bit, old.fact);
  old.node = high ? low : low + 1;
  of_state.tree.push_back({0, 0, 0, high ? id : made});
  of_state.tree.push_back({0, 0, 0, high ? made : id});
  of_state.rules.push_back(made);
  old.smallest = letters_.smallest(old.cube);
  fresh.smallest = letters_.smallest(fresh.cube);
  ++versions_[index(old.state)];
  changed_.push_back(id);
  return made;
}

PropositionSet Rules::most_informative(std::span<const Known> known, std::span<const std::size_t> here,
                                       PropositionSet relevant) {
  double least = std::numeric_limits<double>::infinity();
  PropositionSet pick = 0;
  std::vector<Place> targets;
  each_proposition(relevant, [&](std::size_t proposition) {
    const PropositionSet bit = PropositionSet{1} << proposition;
    double entropy = 0;
    std::size_t sides = 0;
    for (const PropositionSet side : {PropositionSet{0}, bit}) {
      targets.clear();
      for (const std::size_t i : here) {
        if ((known[i].letter & bit) == side) targets.push_back(known[i].target);
      }
      std::sort(targets.begin(), targets.end());
      const auto total = static_cast<double>(targets.size());
      sides += targets.empty() ? 0 : 1;
      for (auto first = targets.begin(); first != targets.end();) {
        const auto last = std::upper_bound(first, targets.end(), *first);
        const auto share = static_cast<double>(last - first);
        entropy -= share * portable::log(share / total);
        first = last;
      }
    }
    if (sides < 2 || entropy >= least - 1e-9) return;
    least = entropy;
    pick = bit;
  });
  return pick;
}

std::uint32_t Rules::grow(std::span<const Known> known, const std::vector<std::size_t>& here, const Cube& cube,
                          PropositionSet relevant, Grown& into) {
  const auto me = static_cast<std::uint32_t>(into.tree.size());
  into.tree.emplace_back();
  const Place first = known[here.front()].target;
  if (std::all_of(here.begin(), here.end(), [&](std::size_t i) { return known[i].target == first; })) {
    into.leaves.push_back(here);
    into.cubes.push_back(cube);
    into.nodes.push_back(me);
    return me;
  }
  const PropositionSet bit = most_informative(known, here, relevant);
  std::vector<std::size_t> without, with;
  for (const std::size_t i : here) ((known[i].letter & bit) != 0 ? with : without).push_back(i);
  const std::uint32_t low = grow(known, without, cube.narrowed(bit, 0), relevant, into);
  const std::uint32_t high = grow(known, with, cube.narrowed(bit, bit), relevant, into);
  into.tree[me] = {bit, low, high, no_rule};
  return me;
}

void Rules::rebuild(State state, bool if_smaller) {
  Tree& own = states_[index(state)];
  std::vector<Known> known;
  std::map<PropositionSet, Place> cell;
  for (const RuleId id : own.rules) {
    const Rule& rule = rules_[index(id)];
    known.push_back({rule.fact, rule.target, id, rule.basis});
    cell[rule.fact & own.relevant] = rule.target;
  }
  // A fact that no proposition known to matter tells from another one with another target is dropped: its word will
  // disagree, and the search for the reason finds the proposition.
  bool astray = false;
  std::vector<Fact> kept;
  for (const Fact& fact : own.more) {
    const auto [found, added] = cell.try_emplace(fact.letter & own.relevant, fact.target);
    if (!added && found->second != fact.target) continue;
    astray |= step(state, fact.letter) != fact.target;
    kept.push_back(fact);
    known.push_back({fact.letter, fact.target, no_rule, Basis::sifted});
  }
  own.more = std::move(kept);
  if (!astray && (!if_smaller || own.rules.size() < 4)) return;
  std::vector<std::size_t> all(known.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  Grown grown;
  grow(known, all, {}, own.relevant, grown);
  if (astray || grown.leaves.size() < own.rules.size()) adopt(state, known, std::move(grown));
}

// Each leaf keeps one of its facts: a sifted one, one that has a rule already, a small one.
void Rules::adopt(State state, std::span<const Known> known, Grown grown) {
  Tree& own = states_[index(state)];
  altered(state);
  changed_.insert(changed_.end(), own.rules.begin(), own.rules.end());
  own.rules.clear();
  own.more.clear();
  for (std::size_t leaf = 0; leaf < grown.leaves.size(); ++leaf) {
    const auto preference = [&](std::size_t i) {
      return std::tuple(known[i].basis != Basis::sifted, known[i].rule == no_rule, std::popcount(known[i].letter));
    };
    const std::vector<std::size_t>& here = grown.leaves[leaf];
    const std::size_t main = *std::min_element(
        here.begin(), here.end(), [&](std::size_t a, std::size_t b) { return preference(a) < preference(b); });
    for (const std::size_t i : here) {
      if (i == main) continue;
      if (known[i].basis == Basis::sifted) own.more.push_back({known[i].letter, known[i].target});
      if (known[i].rule == no_rule) continue;
      Rule& replaced = rules_[index(known[i].rule)];
      replaced.state = no_state;
      replaced.target = no_place;
    }
    RuleId id = known[main].rule;
    if (id == no_rule) {
      id = make_id<RuleId>(rules_.size());
      rules_.push_back({state, {}, known[main].letter, 0, Basis::sifted, known[main].target, 0});
    }
    Rule& rule = rules_[index(id)];
    rule.cube = grown.cubes[leaf];
    rule.smallest = letters_.smallest(rule.cube);
    rule.node = grown.nodes[leaf];
    grown.tree[rule.node].rule = id;
    own.rules.push_back(id);
  }
  own.tree = std::move(grown.tree);
}

}  // namespace remap::symbolic
