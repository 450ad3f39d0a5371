#include "learning/discrimination/tree_balance.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "learning/tuning/tuning.hpp"

namespace remap {

namespace {
// A subtree is rearranged when it is deeper than the first, until its parts are no deeper than the second. The trees of
// random machines stay well below the first.
std::size_t too_deep(std::size_t leaves) { return 3 * static_cast<std::size_t>(std::bit_width(leaves)) + 8; }
std::size_t still_deep(std::size_t leaves) { return 3 * static_cast<std::size_t>(std::bit_width(leaves)) / 2 + 1; }
}  // namespace

std::optional<TreeBalance::Plan> TreeBalance::plan(const DiscriminationTree& tree, const Expect& expect) {
  while (!plan_) {
    is_part_ = !parts_.empty();
    Node top = no_node;
    if (is_part_) {
      top = parts_.back();
      parts_.pop_back();
    } else {
      top = find_deep(tree);
      if (top == no_node) return std::nullopt;
    }
    const Node by = find_middle(tree, top, expect);
    if (by == no_node) {
      if (!is_part_) retry_ = tree.states() + tree.states() / tuning::balance_retry_share;
      continue;
    }
    plan_ = {top, by};
    planned_.clear();
    for (const Below& below : below_) {
      if (tree.is_leaf(below.node)) planned_.push_back(tree.state(below.node));
    }
  }
  return plan_;
}

// Of what is rearranged in several steps only the first arrangement has been sifted by.
void TreeBalance::rearrange(DiscriminationTree& tree, std::span<const ClassId> classes) {
  for (State state : planned_) {
    if (is_part_) break;
    std::uint32_t& latest = latest_[index(state)];
    ways_.push_back({tree.leaf(state), plan_->top, latest});
    latest = static_cast<std::uint32_t>(ways_.size() - 1);
  }
  const Node made = tree.rearrange(plan_->top, plan_->by, planned_, classes);
  for (Node child = tree.first_child(made); child != no_node; child = tree.sibling(child)) parts_.push_back(child);
  plan_.reset();
}

// The top of the lowest subtree that is too deep, above one of the new leaves.
Node TreeBalance::find_deep(const DiscriminationTree& tree) {
  const auto leaves_below = [&](Node top) {
    list_below(tree, top);
    return below_.front().leaves;
  };
  while (seen_ < tree.states()) {
    const Node leaf = tree.leaf(make_id<State>(seen_++));
    if (tree.states() < retry_) continue;
    std::size_t depth = 0;  // below a child of the root, which stays where it is
    for (Node node = leaf; tree.parent(node) != tree.root(); node = tree.parent(node)) ++depth;
    if (depth <= too_deep(tree.states())) continue;
    std::size_t height = 0;
    std::size_t leaves = 1;
    for (Node node = leaf; tree.parent(node) != tree.root(); node = tree.parent(node)) {
      const Node parent = tree.parent(node);
      for (Node child = tree.first_child(parent); child != no_node; child = tree.sibling(child)) {
        if (child != node) leaves += leaves_below(child);
      }
      if (++height > too_deep(leaves)) return parent;
    }
  }
  return no_node;
}

void TreeBalance::list_below(const DiscriminationTree& tree, Node top) {
  below_.clear();
  std::vector<std::pair<Node, std::uint32_t>> open{{top, 0}};
  while (!open.empty()) {
    const auto [node, parent] = open.back();
    open.pop_back();
    const auto place = static_cast<std::uint32_t>(below_.size());
    below_.push_back({node, parent, tree.is_leaf(node) ? 1U : 0U, 1, 0});
    for (Node child = tree.first_child(node); child != no_node; child = tree.sibling(child)) {
      open.emplace_back(child, place);
    }
  }
  for (std::size_t i = below_.size(); i-- > 1;) {
    Below& parent = below_[below_[i].parent];
    parent.leaves += below_[i].leaves;
    parent.nodes += below_[i].nodes;
    parent.height = std::max(parent.height, below_[i].height + 1);
  }
}

// An inner node below the top, where this has a node that divides its leaves about evenly and is too deep to stay.
Node TreeBalance::find_middle(const DiscriminationTree& tree, Node top, const Expect& expect) {
  list_below(tree, top);
  if (below_.front().height <= still_deep(below_.front().leaves)) return no_node;
  const std::uint32_t by = halfway();
  return by != 0 && is_even(tree, by, expect) ? below_[by].node : no_node;
}

// On the way down to the child with the most leaves, again and again, the inner node with nearest to half of all below.
std::uint32_t TreeBalance::halfway() const {
  const auto off = [&](std::uint32_t place) {
    return std::abs(2 * std::int64_t{below_[place].leaves} - std::int64_t{below_.front().leaves});
  };
  std::uint32_t best = 0;
  for (std::uint32_t at = 0; below_[at].height > 0;) {
    if (at != 0 && (best == 0 || off(at) < off(best))) best = at;
    const std::uint32_t end = at + below_[at].nodes;
    std::uint32_t next = at + 1;
    for (std::uint32_t child = next; child < end; child += below_[child].nodes) {
      if (below_[child].leaves > below_[next].leaves) next = child;
    }
    at = next;
  }
  return best;
}

// Whether no class takes more than three quarters of the leaves: counted below the node, expected of others.
bool TreeBalance::is_even(const DiscriminationTree& tree, std::uint32_t by, const Expect& expect) const {
  std::vector<std::pair<ClassId, std::size_t>> parts;
  const auto count = [&](ClassId id, std::size_t leaves) {
    const auto found = std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.first == id; });
    if (found == parts.end()) {
      parts.emplace_back(id, leaves);
    } else {
      found->second += leaves;
    }
  };
  const std::uint32_t end = by + below_[by].nodes;
  for (std::uint32_t child = by + 1; child < end; child += below_[child].nodes) {
    count(tree.class_in_parent(below_[child].node), below_[child].leaves);
  }
  const std::size_t others = below_.front().leaves - below_[by].leaves;
  const std::size_t every = std::max<std::size_t>(1, others / tuning::balance_samples);
  std::size_t met = 0;
  for (std::uint32_t i = 0; i < below_.size(); ++i) {
    if (i == by) i = end;
    if (i >= below_.size()) break;
    if (below_[i].height > 0 || met++ % every != 0) continue;
    count(expect(tree.state(below_[i].node), below_[by].node), every);
  }
  std::size_t all = 0;
  std::size_t largest = 0;
  for (const auto& [id, leaves] : parts) {
    all += leaves;
    largest = std::max(largest, leaves);
  }
  return 4 * largest <= 3 * all;
}

}  // namespace remap
