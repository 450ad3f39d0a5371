#include "automata/guards.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace remap {

bool letter_before(PropositionSet a, PropositionSet b) noexcept {
  if (std::popcount(a) != std::popcount(b)) return std::popcount(a) < std::popcount(b);
  const PropositionSet difference = a ^ b;
  return (a & difference & (~difference + 1)) != 0;  // a has the first proposition in which they differ
}

Guards::Diagram Guards::Builder::node(const Node& wanted) {
  const auto [found, added] = numbers_.try_emplace(wanted, static_cast<Diagram>(nodes_.size()));
  if (added) nodes_.push_back(wanted);
  return found->second;
}

Guards::Diagram Guards::Builder::leaf(State state) { return node({leaf_level, static_cast<Diagram>(index(state)), 0}); }

Guards::Diagram Guards::Builder::branch(Diagram diagram, std::uint32_t proposition, bool high) const {
  const Node& at = nodes_[diagram];
  if (at.proposition != proposition) return diagram;
  return high ? at.high : at.low;
}

Guards::Diagram Guards::Builder::choose(std::size_t proposition, Diagram low, Diagram high) {
  if (low == high) return low;
  const auto asked = static_cast<std::uint32_t>(proposition);
  const std::uint32_t top = std::min({asked, level(low), level(high)});
  const std::array<Diagram, 3> key{asked, low, high};
  if (const auto found = chosen_.find(key); found != chosen_.end()) return found->second;
  Diagram without = 0, with = 0;
  if (top == asked) {
    without = branch(low, asked, false);
    with = branch(high, asked, true);
  } else {
    without = choose(proposition, branch(low, top, false), branch(high, top, false));
    with = choose(proposition, branch(low, top, true), branch(high, top, true));
  }
  const Diagram made = without == with ? without : node({top, without, with});
  chosen_.emplace(key, made);
  return made;
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

std::vector<GuardedEdge> Guards::edges(State state) const {
  std::vector<GuardedEdge> result;
  const std::function<void(Diagram, GuardedEdge)> go = [&](Diagram at, GuardedEdge edge) {
    const Node& node = nodes_[at];
    if (node.proposition == leaf_level) {
      edge.to = make_id<State>(node.low);
      result.push_back(edge);
      return;
    }
    const PropositionSet bit = PropositionSet{1} << node.proposition;
    go(node.low, {edge.mask | bit, edge.value, no_state});
    go(node.high, {edge.mask | bit, edge.value | bit, no_state});
  };
  go(of(state), {});
  std::sort(result.begin(), result.end(),
            [](const GuardedEdge& a, const GuardedEdge& b) { return letter_before(a.value, b.value); });
  return result;
}

std::vector<Guards::Diagram> Guards::below(State state) const {
  std::vector<bool> seen(nodes_.size(), false);
  std::vector<Diagram> met{of(state)};
  seen[of(state)] = true;
  for (std::size_t i = 0; i < met.size(); ++i) {
    const Node& node = nodes_[met[i]];
    if (node.proposition == leaf_level) continue;
    for (const Diagram next : {node.low, node.high}) {
      if (seen[next]) continue;
      seen[next] = true;
      met.push_back(next);
    }
  }
  return met;
}

std::vector<State> Guards::successors(State state) const {
  std::vector<State> result;
  for (const Diagram at : below(state)) {
    if (nodes_[at].proposition == leaf_level) result.push_back(make_id<State>(nodes_[at].low));
  }
  std::sort(result.begin(), result.end());
  return result;
}

PropositionSet Guards::asked(State state) const {
  PropositionSet result = 0;
  for (const Diagram at : below(state)) {
    if (nodes_[at].proposition != leaf_level) result |= PropositionSet{1} << nodes_[at].proposition;
  }
  return result;
}

std::vector<Guards::Joint> Guards::joint(const Guards& a, State from_a, const Guards& b, State from_b) {
  std::vector<Joint> result;
  const std::function<void(Diagram, Diagram, PropositionSet)> go = [&](Diagram x, Diagram y, PropositionSet value) {
    const Node &at_x = a.nodes_[x], &at_y = b.nodes_[y];
    const std::uint32_t top = std::min(at_x.proposition, at_y.proposition);
    if (top == leaf_level) {
      result.push_back({value, make_id<State>(at_x.low), make_id<State>(at_y.low)});
      return;
    }
    const bool move_x = at_x.proposition == top, move_y = at_y.proposition == top;
    go(move_x ? at_x.low : x, move_y ? at_y.low : y, value);
    go(move_x ? at_x.high : x, move_y ? at_y.high : y, value | PropositionSet{1} << top);
  };
  go(a.of(from_a), b.of(from_b), 0);
  std::sort(result.begin(), result.end(),
            [](const Joint& p, const Joint& q) { return letter_before(p.value, q.value); });
  return result;
}

}  // namespace remap
