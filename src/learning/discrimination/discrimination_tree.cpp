#include "learning/discrimination/discrimination_tree.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "remap/automata/error.hpp"

namespace remap {

namespace {
constexpr std::size_t most_places = 32;  // more classes than that are looked for one after the other
}

DiscriminationTree::DiscriminationTree(TailPool& tails) : tails_(tails) {
  nodes_.push_back({no_node, no_class, no_class, no_state, empty_tail, no_node, no_node});
}

Node DiscriminationTree::find_child(Node node, ClassId id) const noexcept {
  Node child = at(node).first_child;
  while (child != no_node && at(child).in_parent != id) child = at(child).sibling;
  return child;
}

void DiscriminationTree::list_child(Node parent, ClassId id, Node child) {
  if (places_ == 0 || id == no_class) return;
  if (index(id) >= places_) make_places(index(id) + 1);
  if (places_ == 0) return;
  std::uint32_t& group = nodes_[index(parent)].children;
  if (group == 0) {
    group = static_cast<std::uint32_t>(children_.size() / places_);
    children_.resize(children_.size() + places_, no_node);
  }
  children_[group * places_ + index(id)] = child;
}

void DiscriminationTree::make_places(std::size_t classes) {
  const std::size_t old_places = places_;
  while (places_ < classes && places_ != 0) places_ = places_ < most_places ? 2 * places_ : 0;
  const std::size_t groups = places_ == 0 ? 0 : children_.size() / old_places;
  const auto old = std::exchange(children_, LargeVector<Node>(std::max<std::size_t>(1, groups * places_), no_node));
  for (std::size_t i = 0; i < groups; ++i) std::copy_n(&old[i * old_places], old_places, &children_[i * places_]);
}

// A node comes after its parent in the array.
Node DiscriminationTree::meeting(Node a, Node b) const noexcept {
  while (a != b) (a > b ? a : b) = at(a > b ? a : b).parent;
  return a;
}

ClassId DiscriminationTree::class_below(Node node, Node leaf) const noexcept {
  while (at(leaf).parent != node) leaf = at(leaf).parent;
  return at(leaf).in_parent;
}

Node DiscriminationTree::hang(Node parent, ClassId id, State state) {
  const Node made = make_id<Node>(nodes_.size());
  const ClassId own = parent == root() ? id : at(parent).own;
  nodes_.push_back({parent, id, own, state, empty_tail, no_node, at(parent).first_child});
  nodes_[index(parent)].first_child = made;
  list_child(parent, id, made);
  return made;
}

State DiscriminationTree::add_state(Node node, ClassId id, WordId access) {
  if (is_leaf(node)) throw Misuse("DiscriminationTree::add_state", "the node is a leaf");
  const State made = make_id<State>(access_.size());
  access_.push_back(access);
  leaf_.push_back(hang(node, id, made));
  class_of_.push_back(at(leaf(made)).own);
  return made;
}

void DiscriminationTree::split(State state, std::span<const Letter> suffix, ClassId id) {
  const Node old = leaf(state);
  Entry& entry = nodes_[index(old)];
  entry.state = no_state;
  entry.suffix = tails_.insert(suffix);
  leaf_[index(state)] = hang(old, id, state);
}

Node DiscriminationTree::rearrange(Node top, Node by, std::span<const State> states, std::span<const ClassId> classes) {
  const Node parent = at(top).parent;
  Node* link = &nodes_[index(parent)].first_child;
  while (*link != top) link = &nodes_[index(*link)].sibling;
  *link = at(top).sibling;
  const Node made = hang(parent, at(top).in_parent, no_state);
  nodes_[index(made)].suffix = at(by).suffix;
  copied_.resize(nodes_.size());
  std::vector<std::size_t> order(states.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return classes[a] < classes[b]; });
  std::vector<State> part;
  for (std::size_t i = 0; i < order.size(); ++i) {
    part.push_back(states[order[i]]);
    if (i + 1 < order.size() && classes[order[i + 1]] == classes[order[i]]) continue;
    copy(top, made, classes[order[i]], part);
    part.clear();
  }
  return made;
}

// Hangs a copy of the subtree below `top`, for these states alone, under `into` for class `id`. What has only one child
// left is left out. A node comes after its parent in the array.
void DiscriminationTree::copy(Node top, Node into, ClassId id, std::span<const State> states) {
  std::vector<Node> nodes;
  for (State state : states) {
    Node node = leaf(state);
    nodes.push_back(node);
    while (node != top && copied_[index(at(node).parent)].children++ == 0) {
      node = at(node).parent;
      nodes.push_back(node);
    }
  }
  std::sort(nodes.begin(), nodes.end());
  for (Node node : nodes) {
    const Entry entry = at(node);
    Copied place{0, into, id};
    if (node != top) {
      place = copied_[index(entry.parent)];
      if (place.children > 1) place.id = entry.in_parent;
    }
    Copied& mine = copied_[index(node)];
    if (entry.state != no_state) {
      leaf_[index(entry.state)] = hang(place.into, place.id, entry.state);
      nodes_[index(node)].state = no_state;
    } else if (mine.children > 1) {
      mine.into = hang(place.into, place.id, no_state);
      nodes_[index(mine.into)].suffix = entry.suffix;
    } else {
      mine.into = place.into;
      mine.id = place.id;
    }
  }
  for (Node node : nodes) copied_[index(node)].children = 0;
}

// A node comes after its parent in the array, so one pass back counts and one pass forth hands out places.
DiscriminationTree::Leaves::Leaves(const DiscriminationTree& tree)
    : states_(tree.states()), begin_(tree.size(), 0), count_(tree.size(), 0) {
  for (std::size_t n = tree.size(); n-- > 0;) {
    const Entry& entry = tree.nodes_[n];
    if (entry.state != no_state) count_[n] = 1;
    if (entry.parent != no_node) count_[index(entry.parent)] += count_[n];
  }
  std::vector<std::uint32_t> next(tree.size(), 0);  // per node, the place for its next child
  for (std::size_t n = 0; n < tree.size(); ++n) {
    const Entry& entry = tree.nodes_[n];
    if (entry.parent != no_node) {
      begin_[n] = next[index(entry.parent)];
      next[index(entry.parent)] += count_[n];
    }
    next[n] = begin_[n];
    if (entry.state != no_state) states_[begin_[n]] = entry.state;
  }
}

}  // namespace remap
