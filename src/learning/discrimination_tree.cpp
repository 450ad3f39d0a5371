#include "learning/discrimination_tree.hpp"

#include "remap/automata/error.hpp"

namespace remap {

DiscriminationTree::DiscriminationTree() {
  nodes_.push_back({no_node, no_class, no_class, no_state, 0, 0, no_node, no_node});
}

Node DiscriminationTree::child(Node node, ClassId id) const noexcept {
  Node child = at(node).first_child;
  while (child != no_node && at(child).in_parent != id) child = at(child).sibling;
  return child;
}

Node DiscriminationTree::hang(Node parent, ClassId id, State state) {
  const Node made = make_id<Node>(nodes_.size());
  const ClassId own = parent == root() ? id : at(parent).own;
  nodes_.push_back({parent, id, own, state, 0, 0, no_node, at(parent).first_child});
  nodes_[index(parent)].first_child = made;
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
  entry.suffix = suffixes_.place(suffix);
  entry.length = static_cast<std::uint32_t>(suffix.size());
  leaf_[index(state)] = hang(old, id, state);
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
