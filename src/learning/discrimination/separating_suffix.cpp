#include "learning/discrimination/separating_suffix.hpp"

#include <algorithm>
#include <utility>

#include "learning/tuning/tuning.hpp"

namespace remap {

namespace {

std::uint64_t followed_by(std::uint64_t met, ClassId id) {
  met = (met ^ (index(id) + 1)) * 0x9e3779b97f4a7c15U;
  return met ^ met >> 29;
}
}  // namespace

const Word& SeparatingSuffix::find(std::span<const State> states, std::span<const Letter> first,
                                   const ShapeView& shape) {
  found_.assign(first.begin(), first.end());
  runners_.clear();
  const std::size_t count = std::min(states.size(), tuning::separated_states);
  for (std::size_t i = 0; i < count; ++i) runners_.push_back({states[i * states.size() / count], 0});
  std::size_t pairs = pairs_left_ = run(first, shape);
  runners_.swap(moved_);
  for (std::size_t part = 0; part < tuning::separating_parts && pairs > 0; ++part) {
    for (std::size_t l = 0; l < letters_; ++l) {
      const Letter letter = make_id<Letter>(l);
      attempt({&letter, 1}, shape);
    }
    list_nodes();
    for (Node node : nodes_) attempt(tree_.suffix(node), shape);
    if (pairs_left_ == pairs) break;
    pairs = pairs_left_;
    runners_.swap(best_runners_);
    found_.insert(found_.end(), best_.begin(), best_.end());
  }
  return found_;
}

void SeparatingSuffix::attempt(std::span<const Letter> letters, const ShapeView& shape) {
  const std::size_t pairs = run(letters, shape);
  if (pairs >= pairs_left_) return;
  pairs_left_ = pairs;
  best_.assign(letters.begin(), letters.end());
  best_runners_.swap(moved_);
}

// Moves all runners along letters, and counts the pairs that have met the same classes. One that gets where the shape
// is not known stops there.
std::size_t SeparatingSuffix::run(std::span<const Letter> letters, const ShapeView& shape) {
  moved_ = runners_;
  met_.clear();
  for (Runner& runner : moved_) {
    for (Letter letter : letters) {
      const auto [to, id] = take_step(runner.at, letter, shape, tree_);
      runner.at = id == no_class ? no_state : to;
      if (id == no_class) break;
      runner.met = followed_by(runner.met, id);
    }
    met_.push_back(runner.met);
  }
  std::sort(met_.begin(), met_.end());
  std::size_t pairs = 0, alike = 0;
  for (std::size_t i = 1; i < met_.size(); ++i) {
    alike = met_[i] == met_[i - 1] ? alike + 1 : 0;
    pairs += alike;
  }
  return pairs;
}

// The nodes that tell apart where runners are that have met the same classes.
void SeparatingSuffix::list_nodes() {
  std::sort(runners_.begin(), runners_.end(), [](const Runner& one, const Runner& other) {
    return std::pair(one.met, index(one.at)) < std::pair(other.met, index(other.at));
  });
  nodes_.clear();
  for (std::size_t i = 1; i < runners_.size() && nodes_.size() < tuning::separated_nodes; ++i) {
    const Runner &one = runners_[i - 1], &other = runners_[i];
    if (one.met != other.met || one.at == other.at || other.at == no_state) continue;
    const Node node = tree_.meeting(tree_.leaf(one.at), tree_.leaf(other.at));
    if (std::ranges::find(nodes_, node) == nodes_.end()) nodes_.push_back(node);
  }
}

}  // namespace remap
