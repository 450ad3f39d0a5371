#include "learning/discrimination/likely_targets.hpp"

#include <algorithm>

#include "learning/tuning/tuning.hpp"

namespace remap {

LikelyTargets::Targets& LikelyTargets::of(ClassId output) {
  if (index(output) >= targets_.size()) targets_.resize(index(output) + 1);
  return targets_[index(output)];
}

void LikelyTargets::add(ClassId output, State target) {
  Targets& targets = of(output);
  if (targets.scattered) return;
  const auto found = std::ranges::find(targets.states, target, &Targets::Target::state);
  if (found != targets.states.end()) {
    ++found->transitions;
  } else if (targets.states.size() < tuning::most_likely_targets) {
    targets.states.push_back({target, 1});
  } else {
    targets.scattered = true;
    targets.states.clear();
  }
}

void LikelyTargets::remove(ClassId output, State target) {
  Targets& targets = of(output);
  const auto found = std::ranges::find(targets.states, target, &Targets::Target::state);
  if (found == targets.states.end() || --found->transitions > 0) return;
  *found = targets.states.back();
  targets.states.pop_back();
}

void LikelyTargets::note(ClassId output, bool as_expected) {
  Targets& targets = of(output);
  ++(as_expected ? targets.right : targets.wrong);
}

LikelyTargets::Expected LikelyTargets::at(const DiscriminationTree& tree, Node node, ClassId output) const {
  if (index(output) >= targets_.size()) return {};
  Expected expected;
  for (const Targets::Target& target : targets_[index(output)].states) {
    Node child = tree.leaf(target.state);
    std::size_t depth = 1;
    for (; child != tree.root() && tree.parent(child) != node; child = tree.parent(child)) ++depth;
    if (child == tree.root()) continue;  // it is not below the node
    if (expected.child != no_node && expected.child != child) return {};
    expected.depth = expected.child == no_node ? depth : std::min(depth, expected.depth);
    expected.child = child;
  }
  return expected;
}

bool LikelyTargets::worth_guessing(ClassId output, std::size_t questions) const noexcept {
  const Targets& targets = targets_[index(output)];
  const double risk = (targets.wrong + 1.0) / (targets.right + 2.0);
  return risk * tuning::cost_of_wrong_guess < static_cast<double>(questions);
}

}  // namespace remap
