#include "passive/data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "remap/learning/session.hpp"

namespace remap::passive {

namespace {

Node find(std::vector<Node>& leader, Node node) {
  while (leader[node] != node) node = leader[node] = leader[leader[node]];
  return node;
}

/// Per group the length of the longest chain that ends there, from 0; empty when there is a circle.
std::vector<std::size_t> heights(std::size_t groups, std::span<const Above> order) {
  std::vector<std::vector<Group>> above(groups);
  std::vector<std::size_t> below(groups, 0), height(groups, 0);
  for (const Above& each : order) {
    above[each.low].push_back(each.high);
    ++below[each.high];
  }
  std::vector<Group> ready;
  for (Group group = 0; group < groups; ++group) {
    if (below[group] == 0) ready.push_back(group);
  }
  for (std::size_t at = 0; at < ready.size(); ++at) {
    for (const Group high : above[ready[at]]) {
      height[high] = std::max(height[high], height[ready[at]] + 1);
      if (--below[high] == 0) ready.push_back(high);
    }
  }
  if (ready.size() < groups) height.clear();
  return height;
}

/// Leaves out what follows from two others. Cheap where nearly everything is compared with nearly everything, which is
/// where it matters.
void reduce(std::vector<Above>& order, std::span<const std::size_t> height) {
  std::vector<std::vector<Group>> above(height.size());
  for (const Above& each : order) above[each.low].push_back(each.high);
  for (auto& list : above) std::sort(list.begin(), list.end());
  const auto says = [&](Group low, Group high) {
    return std::binary_search(above[low].begin(), above[low].end(), high);
  };
  std::erase_if(order, [&](const Above& each) {
    if (height[each.high] == height[each.low] + 1) return false;
    return std::any_of(above[each.low].begin(), above[each.low].end(),
                       [&](Group middle) { return height[middle] == height[each.low] + 1 && says(middle, each.high); });
  });
}

}  // namespace

Data::Data(std::size_t letters, std::size_t outputs, std::span<const KnownComparison> comparisons)
    : letters_(letters), outputs_(outputs), parent_{none}, letter_{no_letter}, next_(letters, none) {
  std::vector<std::pair<Node, Node>> below;
  std::vector<std::pair<Node, Node>> equal;
  std::vector<Node> mentioned;
  for (const KnownComparison& each : comparisons) {
    if (each.answer == Preference::unsure) continue;
    const Node left = insert(each.left), right = insert(each.right);
    mentioned.insert(mentioned.end(), {left, right});
    if (each.answer == Preference::equal) equal.emplace_back(left, right);
    if (each.answer == Preference::less) below.emplace_back(left, right);
    if (each.answer == Preference::greater) below.emplace_back(right, left);
  }
  std::vector<Node> leader(nodes());
  std::iota(leader.begin(), leader.end(), Node{0});
  for (const auto& [a, b] : equal) {
    const auto [low, high] = std::minmax({find(leader, a), find(leader, b)});
    leader[high] = low;
  }
  std::sort(mentioned.begin(), mentioned.end());
  mentioned.erase(std::unique(mentioned.begin(), mentioned.end()), mentioned.end());
  group_.assign(nodes(), none);
  for (const Node node : mentioned) {
    Group& group = group_[find(leader, node)];
    if (group == none) {
      group = static_cast<Group>(members_.size());
      members_.emplace_back();
    }
    group_[node] = group;
    members_[group].push_back(node);
  }
  for (const auto& [low, high] : below) order_.push_back({group_[low], group_[high]});
  std::sort(order_.begin(), order_.end());
  order_.erase(std::unique(order_.begin(), order_.end()), order_.end());
  const std::vector<std::size_t> height = heights(groups(), order_);
  if (height.empty() && groups() > 0) throw Contradiction("the comparisons contradict each other", comparisons.size());
  for (const std::size_t each : height) levels_ = std::max(levels_, each + 1);
  if (outputs_ > 0 && levels_ > outputs_) {
    throw TooFewOutputs(
        fmt::format("the comparisons need {} different values, but there are only {}", levels_, outputs_),
        comparisons.size(), levels_);
  }
  reduce(order_, height);
}

Node Data::insert(const Word& word) {
  Node node = 0;
  for (const Letter letter : word) {
    const std::size_t at = node * letters_ + index(letter);
    if (next_[at] == none) {
      next_[at] = static_cast<Node>(nodes());
      parent_.push_back(node);
      letter_.push_back(letter);
      next_.resize(next_.size() + letters_, none);
    }
    node = next_[at];
  }
  return node;
}

Word Data::spell(Node node) const {
  Word word;
  for (; node != 0; node = parent_[node]) word.push_back(letter_[node]);
  std::reverse(word.begin(), word.end());
  return word;
}

bool Data::explained_by(const MooreMachine& machine) const {
  std::vector<State> reached(nodes(), machine.initial());
  std::vector<Output> value(groups(), no_output);
  for (Node node = 0; node < nodes(); ++node) {
    if (node > 0) reached[node] = machine.next(reached[parent_[node]], letter_[node]);
    if (group_[node] == none) continue;
    Output& known = value[group_[node]];
    const Output found = machine.output(reached[node]);
    if (known == no_output) known = found;
    if (known != found) return false;
  }
  return std::all_of(order_.begin(), order_.end(),
                     [&](const Above& each) { return value[each.low] < value[each.high]; });
}

}  // namespace remap::passive
