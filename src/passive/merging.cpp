// Blue-fringe state merging (Lang, Pearlmutter and Price 1998) where values are known by comparison only. Red states
// are part of the machine; blue ones are their successors that are not decided yet. A blue state that can be merged
// with no red one becomes red; otherwise the merge with the most evidence is made: the one that brings the most words
// together of which it is known that they have the same value.
//
// Each group of equal words has bounds for its value, kept up to date by propagation along the order of the groups.
// Merging words unites their groups; a merge is impossible when bounds cross, which a circle in the order also leads
// to. Trials are undone by a log of changes, so a trial costs what it touches.
#include "passive/merging.hpp"

#include <algorithm>
#include <numeric>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/random.hpp"

namespace remap::passive {

namespace {

/// Bounds of the values of groups that are united step by step, with undo.
class Bounds {
 public:
  Bounds(const Data& data, std::size_t values)
      : leader_(data.groups()),
        next_member_(data.groups()),
        size_(data.groups(), 1),
        edges_(data.groups()),
        low_(data.groups(), 0),
        high_(data.groups(), static_cast<std::uint32_t>(values - 1)) {
    std::iota(leader_.begin(), leader_.end(), Group{0});
    std::iota(next_member_.begin(), next_member_.end(), Group{0});
    for (const Above& each : data.order()) {
      edges_[each.low].push_back({each.high, true});
      edges_[each.high].push_back({each.low, false});
    }
    for (Group group = 0; group < data.groups(); ++group) changed_.push_back(group);
    if (!propagate()) throw Misuse("merge_states", "the data contradicts itself");
    log_.clear();
  }

  [[nodiscard]] Group find(Group group) const {
    while (leader_[group] != group) group = leader_[group];
    return group;
  }
  [[nodiscard]] bool fixed(Group leader) const { return low_[leader] == high_[leader]; }
  [[nodiscard]] std::uint32_t low(Group group) const { return low_[find(group)]; }

  enum class Found : std::uint8_t { conflict, nothing, evidence };
  Found unite(Group a, Group b) {
    a = find(a);
    b = find(b);
    if (a == b) return Found::evidence;
    const bool evidence = fixed(a) && fixed(b);
    if (size_[a] < size_[b]) std::swap(a, b);
    log_.push_back({Change::Kind::unite, b, a, 0});
    leader_[b] = a;
    size_[a] += size_[b];
    std::swap(next_member_[a], next_member_[b]);
    const std::uint32_t low = std::max(low_[a], low_[b]), high = std::min(high_[a], high_[b]);
    const bool news_for_a = low != low_[a] || high != high_[a], news_for_b = low != low_[b] || high != high_[b];
    set(low_, Change::Kind::low, a, low);
    set(high_, Change::Kind::high, a, high);
    // The members of b come first in the united circle, up to b; then those of a. Where bounds are the same on both
    // sides there is nothing to pass on, and no order between the two, since that would have set them apart.
    bool possible = low <= high;
    if (possible && news_for_b) possible = pass_on(a, next_member_[a], b);
    if (possible && news_for_a) possible = pass_on(a, next_member_[b], a);
    if (!possible) changed_.clear();
    if (!possible) return Found::conflict;
    if (!propagate()) return Found::conflict;
    return evidence ? Found::evidence : Found::nothing;
  }

  [[nodiscard]] std::size_t mark() const noexcept { return log_.size(); }
  void undo(std::size_t mark) {
    for (; log_.size() > mark; log_.pop_back()) {
      const Change& change = log_.back();
      switch (change.kind) {
        case Change::Kind::low:
          low_[change.group] = change.value;
          break;
        case Change::Kind::high:
          high_[change.group] = change.value;
          break;
        case Change::Kind::unite:
          std::swap(next_member_[change.into], next_member_[change.group]);
          size_[change.into] -= size_[change.group];
          leader_[change.group] = change.group;
      }
    }
  }

 private:
  struct Edge {
    Group other;
    bool up;  // the other one is above
  };
  struct Change {
    enum class Kind : std::uint8_t { low, high, unite };
    Kind kind;
    Group group;
    Group into = none;
    std::uint32_t value = 0;
  };

  void set(std::vector<std::uint32_t>& bound, Change::Kind kind, Group group, std::uint32_t value) {
    if (bound[group] == value) return;
    log_.push_back({kind, group, none, bound[group]});
    bound[group] = value;
  }

  bool propagate() {
    bool possible = true;
    while (!changed_.empty()) {
      const Group group = find(changed_.back());
      changed_.pop_back();
      if (possible) possible = low_[group] <= high_[group] && pass_on(group, next_member_[group], group);
    }
    return possible;
  }

  /// Tells the neighbours of the members from `first` to `last` what follows from the bounds of their group.
  bool pass_on(Group group, Group first, Group last) {
    for (Group member = first;; member = next_member_[member]) {
      for (const Edge& edge : edges_[member]) {
        const Group other = find(edge.other);
        if (other == group) return false;
        if (edge.up && low_[other] <= low_[group]) {
          set(low_, Change::Kind::low, other, low_[group] + 1);
          changed_.push_back(other);
        }
        if (!edge.up && high_[other] >= high_[group]) {
          if (high_[group] == 0) return false;
          set(high_, Change::Kind::high, other, high_[group] - 1);
          changed_.push_back(other);
        }
        if (low_[other] > high_[other]) return false;
      }
      if (member == last) return true;
    }
  }

  std::vector<Group> leader_, next_member_;
  std::vector<std::uint32_t> size_;
  std::vector<std::vector<Edge>> edges_;
  std::vector<std::uint32_t> low_, high_;
  std::vector<Group> changed_;
  std::vector<Change> log_;
};

class Merger {
 public:
  Merger(const Data& data, std::size_t values, std::uint64_t seed)
      : data_(data), bounds_(data, values), group_(data.nodes()), random_(seed), shuffle_(seed != 0) {
    next_.reserve(data.nodes() * data.letters());
    for (Node node = 0; node < data.nodes(); ++node) {
      group_[node] = data.group(node);
      for (std::size_t a = 0; a < data.letters(); ++a) next_.push_back(data.child(node, make_id<Letter>(a)));
    }
    colour_.assign(data.nodes(), Colour::white);
  }

  void run() {
    redden(0);
    while (!blue_.empty()) step();
  }

  [[nodiscard]] MooreMachine machine(const Alphabet& alphabet, std::size_t values) const {
    std::vector<State> number(data_.nodes(), no_state);
    for (std::size_t q = 0; q < red_.size(); ++q) number[red_[q]] = make_id<State>(q);
    std::vector<Output> outputs;
    std::vector<State> next;
    for (std::size_t q = 0; q < red_.size(); ++q) {
      const Group group = group_[red_[q]];
      outputs.push_back(make_id<Output>(group == none ? 0 : bounds_.low(group)));
      for (std::size_t a = 0; a < data_.letters(); ++a) {
        const Node target = next_[red_[q] * data_.letters() + a];
        next.push_back(target == none ? make_id<State>(q) : number[target]);
      }
    }
    return {alphabet, Outputs::ranks(values), State{0}, std::move(outputs), std::move(next)};
  }

 private:
  enum class Colour : std::uint8_t { white, blue, red };
  struct Blue {
    Node node, parent;
    Letter letter;
  };
  struct Change {
    std::size_t at;  // in next_, or in group_ from its size on
    std::uint32_t before;
  };

  void redden(Node node) {
    colour_[node] = Colour::red;
    red_.push_back(node);
    add_blue(node);
  }

  void add_blue(Node red) {
    for (std::size_t a = 0; a < data_.letters(); ++a) {
      const Node target = next_[red * data_.letters() + a];
      if (target == none || colour_[target] != Colour::white) continue;
      colour_[target] = Colour::blue;
      blue_.push_back({target, red, make_id<Letter>(a)});
    }
  }

  void step() {
    std::size_t best_blue = 0;
    Node best_red = none;
    std::size_t best = 0;
    std::uint64_t ties = 0;
    for (std::size_t b = 0; b < blue_.size(); ++b) {
      bool possible = false;
      for (const Node red : red_) {
        const std::size_t mark = bounds_.mark();
        const std::optional<std::size_t> score = fold(red, blue_[b]);
        undo(mark);
        if (!score) continue;
        possible = true;
        const bool tie = best_red != none && *score == best;
        if (tie && (!shuffle_ || random_.below(++ties + 1) != 0)) continue;
        if (best_red == none || *score >= best) {
          if (!tie) ties = 0;
          best = *score;
          best_red = red;
          best_blue = b;
        }
      }
      if (!possible) {
        const Node node = blue_[b].node;
        blue_.erase(blue_.begin() + static_cast<std::ptrdiff_t>(b));
        redden(node);
        return;
      }
    }
    const Blue merged = blue_[best_blue];
    blue_.erase(blue_.begin() + static_cast<std::ptrdiff_t>(best_blue));
    fold(best_red, merged);
    changes_.clear();
    for (const Node red : red_) add_blue(red);
  }

  /// Merges a blue state, the root of a tree, with a red one. The evidence for it, or none when it is impossible.
  std::optional<std::size_t> fold(Node red, const Blue& blue) {
    std::size_t evidence = 0;
    set(next_, blue.parent * data_.letters() + index(blue.letter), 0, red);
    stack_.assign(1, {red, blue.node});
    while (!stack_.empty()) {
      const auto [into, from] = stack_.back();
      stack_.pop_back();
      if (!unite(into, from, evidence)) return std::nullopt;
      for (std::size_t a = 0; a < data_.letters(); ++a) {
        const Node child = next_[from * data_.letters() + a];
        if (child == none) continue;
        const Node present = next_[into * data_.letters() + a];
        if (present == none) {
          set(next_, into * data_.letters() + a, 0, child);
        } else {
          stack_.emplace_back(present, child);
        }
      }
    }
    return evidence;
  }

  bool unite(Node into, Node from, std::size_t& evidence) {
    if (group_[from] == none) return true;
    if (group_[into] == none) {
      set(group_, into, next_.size(), group_[from]);
      return true;
    }
    const Bounds::Found found = bounds_.unite(group_[into], group_[from]);
    evidence += found == Bounds::Found::evidence ? 1 : 0;
    return found != Bounds::Found::conflict;
  }

  void set(std::vector<std::uint32_t>& list, std::size_t at, std::size_t base, std::uint32_t value) {
    changes_.push_back({base + at, list[at]});
    list[at] = value;
  }

  void undo(std::size_t mark) {
    bounds_.undo(mark);
    for (; !changes_.empty(); changes_.pop_back()) {
      const auto [at, before] = changes_.back();
      (at < next_.size() ? next_[at] : group_[at - next_.size()]) = before;
    }
  }

  const Data& data_;
  Bounds bounds_;
  std::vector<Node> next_;    // per node and letter
  std::vector<Group> group_;  // per node
  std::vector<Colour> colour_;
  std::vector<Node> red_;
  std::vector<Blue> blue_;
  std::vector<std::pair<Node, Node>> stack_;
  std::vector<Change> changes_;
  Random random_;
  bool shuffle_;
};

}  // namespace

MooreMachine merge_states(const Data& data, const Alphabet& alphabet, std::uint64_t seed) {
  const std::size_t values = data.outputs() > 0 ? data.outputs() : data.levels();
  Merger merger(data, values, seed);
  merger.run();
  MooreMachine machine = minimise(merger.machine(alphabet, values));
  if (!data.explained_by(machine)) throw Misuse("merge_states", "the machine contradicts the data");
  return machine;
}

}  // namespace remap::passive
