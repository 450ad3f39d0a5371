#include "logic/guards/guards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>

namespace remap {

Guards::Diagram Guards::Builder::node(const Node& wanted) {
  const auto [found, added] = numbers_.try_emplace(wanted, static_cast<Diagram>(nodes_.size()));
  if (added) nodes_.push_back(wanted);
  return found->second;
}

Guards::Diagram Guards::Builder::leaf(State state) { return node({leaf_level, static_cast<Diagram>(index(state)), 0}); }

std::optional<std::size_t> Guards::Builder::asks(Diagram diagram) const {
  if (level(diagram) == leaf_level) return std::nullopt;
  return level(diagram);
}

Guards::Diagram Guards::Builder::where(Diagram diagram, std::size_t proposition, bool holds) const {
  const Node& at = nodes_[diagram];
  if (at.proposition != proposition) return diagram;
  return holds ? at.high : at.low;
}

Guards::Diagram Guards::Builder::choose(std::size_t proposition, Diagram low, Diagram high) {
  if (low == high) return low;
  const auto asked = static_cast<std::uint32_t>(proposition);
  const std::uint32_t top = std::min({asked, level(low), level(high)});
  const std::array<Diagram, 3> key{asked, low, high};
  if (const auto found = chosen_.find(key); found != chosen_.end()) return found->second;
  Diagram without = 0, with = 0;
  if (top == asked) {
    without = where(low, asked, false);
    with = where(high, asked, true);
  } else {
    without = choose(proposition, where(low, top, false), where(high, top, false));
    with = choose(proposition, where(low, top, true), where(high, top, true));
  }
  const Diagram made = without == with ? without : node({top, without, with});
  chosen_.emplace(key, made);
  return made;
}

Guards::Diagram Guards::Builder::combine(Diagram a, Diagram b, const std::function<State(State, State)>& leaf) {
  std::map<std::pair<Diagram, Diagram>, Diagram> done;
  const std::function<Diagram(Diagram, Diagram)> go = [&](Diagram x, Diagram y) {
    const auto [place, fresh] = done.try_emplace({x, y}, 0);
    if (!fresh) return place->second;
    const std::uint32_t top = std::min(level(x), level(y));
    if (top == leaf_level) {
      return place->second = this->leaf(leaf(make_id<State>(nodes_[x].low), make_id<State>(nodes_[y].low)));
    }
    const Diagram low = go(where(x, top, false), where(y, top, false));
    const Diagram high = go(where(x, top, true), where(y, top, true));
    return place->second = low == high ? low : node({top, low, high});
  };
  return go(a, b);
}

// Renaming leaves can make nodes equal, but never puts them out of order.
Guards::Diagram Guards::Builder::renumber(const std::vector<Node>& from, Diagram diagram,
                                          std::map<Diagram, Diagram>& done, std::span<const State> renamed) {
  if (const auto found = done.find(diagram); found != done.end()) return found->second;
  const Node at = from[diagram];
  Diagram made = 0;
  if (at.proposition == leaf_level) {
    made = leaf(renamed.empty() ? make_id<State>(at.low) : renamed[at.low]);
  } else {
    const Diagram low = renumber(from, at.low, done, renamed), high = renumber(from, at.high, done, renamed);
    made = low == high ? low : node({at.proposition, low, high});
  }
  done.emplace(diagram, made);
  return made;
}

Guards::Diagram Guards::Builder::copy(const Guards& from, Diagram diagram, std::span<const State> renamed) {
  std::map<Diagram, Diagram> done;
  return renumber(from.nodes_, diagram, done, renamed);
}

Guards Guards::Builder::build(std::span<const Diagram> states) const {
  Builder fresh;
  Guards result;
  std::map<Diagram, Diagram> done;
  for (const Diagram diagram : states) result.roots_.push_back(fresh.renumber(nodes_, diagram, done, {}));
  result.nodes_ = std::move(fresh.nodes_);
  return result;
}

namespace {

/// What two branches of a diagram lead to, one of them through a proposition that holds: of two letters to the same
/// place the smaller, smaller letters first. Takes `high` by value, since the proposition is added to its letters.
template <class Reached, class Same>
std::vector<Reached> merged(const std::vector<Reached>& low, std::vector<Reached> high, std::uint32_t proposition,
                            const Same& same) {
  const auto smaller = [](const Reached& a, const Reached& b) { return letter_before(a.letter, b.letter); };
  for (Reached& each : high) each.letter |= PropositionSet{1} << proposition;
  std::vector<Reached> both, result;
  std::merge(low.begin(), low.end(), high.begin(), high.end(), std::back_inserter(both), smaller);
  for (const Reached& each : both) {
    if (std::none_of(result.begin(), result.end(), [&](const Reached& r) { return same(r, each); })) {
      result.push_back(each);
    }
  }
  return result;
}

}  // namespace

std::vector<Guards::Arrival> Guards::arrivals(State state) const {
  std::map<Diagram, std::vector<Arrival>> done;
  const std::function<const std::vector<Arrival>&(Diagram)> go = [&](Diagram at) -> const std::vector<Arrival>& {
    if (const auto found = done.find(at); found != done.end()) return found->second;
    const Node& node = nodes_[at];
    std::vector<Arrival> made{{0, make_id<State>(node.low)}};
    if (node.proposition != leaf_level) {
      made = merged(go(node.low), go(node.high), node.proposition,
                    [](const Arrival& a, const Arrival& b) { return a.to == b.to; });
    }
    return done.emplace(at, std::move(made)).first->second;
  };
  return go(of(state));
}

std::optional<PropositionSet> Guards::letter_to(State from, State to, PropositionSet like, PropositionSet fixed) const {
  std::vector<bool> in_vain(nodes_.size(), false);
  const std::function<bool(Diagram)> go = [&](Diagram at) {
    const Node& node = nodes_[at];
    if (node.proposition == leaf_level) return node.low == index(to);
    if (in_vain[at]) return false;
    const PropositionSet bit = PropositionSet{1} << node.proposition;
    const bool holds = (like & bit) != 0;
    if (go(holds ? node.high : node.low)) return true;
    if ((fixed & bit) == 0 && go(holds ? node.low : node.high)) {
      like ^= bit;
      return true;
    }
    in_vain[at] = true;
    return false;
  };
  if (!go(of(from))) return std::nullopt;
  return like;
}

std::vector<Guards::Diagram> Guards::below(const std::vector<Node>& nodes, Diagram diagram) {
  std::vector<bool> seen(nodes.size(), false);
  std::vector<Diagram> met{diagram};
  seen[diagram] = true;
  for (std::size_t i = 0; i < met.size(); ++i) {
    const Node& node = nodes[met[i]];
    if (node.proposition == leaf_level) continue;
    for (const Diagram next : {node.low, node.high}) {
      if (seen[next]) continue;
      seen[next] = true;
      met.push_back(next);
    }
  }
  return met;
}

std::vector<State> Guards::leaves_below(const std::vector<Node>& nodes, Diagram diagram) {
  std::vector<State> result;
  for (const Diagram at : below(nodes, diagram)) {
    if (nodes[at].proposition == leaf_level) result.push_back(make_id<State>(nodes[at].low));
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<State> Guards::Builder::leaves(Diagram diagram) const { return leaves_below(nodes_, diagram); }

std::vector<State> Guards::successors(State state) const { return leaves_below(nodes_, of(state)); }

PropositionSet Guards::asked(State state) const {
  PropositionSet result = 0;
  for (const Diagram at : below(nodes_, of(state))) {
    if (nodes_[at].proposition != leaf_level) result |= PropositionSet{1} << nodes_[at].proposition;
  }
  return result;
}

std::vector<Guards::Joint> Guards::joint(const Guards& a, State from_a, const Guards& b, State from_b) {
  std::map<std::pair<Diagram, Diagram>, std::vector<Joint>> done;
  using Go = std::function<const std::vector<Joint>&(Diagram, Diagram)>;
  const Go go = [&](Diagram x, Diagram y) -> const std::vector<Joint>& {
    if (const auto found = done.find({x, y}); found != done.end()) return found->second;
    const Node &at_x = a.nodes_[x], &at_y = b.nodes_[y];
    const std::uint32_t top = std::min(at_x.proposition, at_y.proposition);
    std::vector<Joint> made{{0, make_id<State>(at_x.low), make_id<State>(at_y.low)}};
    if (top != leaf_level) {
      const bool move_x = at_x.proposition == top, move_y = at_y.proposition == top;
      made =
          merged(go(move_x ? at_x.low : x, move_y ? at_y.low : y), go(move_x ? at_x.high : x, move_y ? at_y.high : y),
                 top, [](const Joint& p, const Joint& q) { return p.a == q.a && p.b == q.b; });
    }
    return done.emplace(std::pair(x, y), std::move(made)).first->second;
  };
  return go(a.of(from_a), b.of(from_b));
}

std::string Guards::text() const {
  std::string result;
  for (const Node& node : nodes_) result += fmt::format("{} {} {}\n", node.proposition, node.low, node.high);
  for (const Diagram root : roots_) result += fmt::format("{}\n", root);
  return result;
}

}  // namespace remap
