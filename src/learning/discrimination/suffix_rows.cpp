#include "learning/discrimination/suffix_rows.hpp"

#include <algorithm>
#include <cstring>

namespace remap {

namespace {
constexpr std::size_t cheap = 64;                         // letters per state: too little to think about
constexpr std::size_t advantage = 2;                      // how many times cheaper rows must be
constexpr std::size_t look_again = 16;                    // if they are not: when a 16th more states are known
constexpr std::size_t most_cells = std::size_t{1} << 24;  // of the rows of one length
}  // namespace

bool SuffixRows::are_long() const noexcept { return letters_of_added_ > cheap * added_.size(); }

std::size_t SuffixRows::cost_one_by_one(const DiscriminationTree& tree,
                                        const DiscriminationTree::Leaves& leaves) const {
  std::size_t cost = 0;
  for (Node node : added_) cost += tree.suffix(node).size() * leaves.below(node).size();
  for (const Claim& claim : earlier_) cost += tree.suffix(claim.node).size();
  return cost;
}

void SuffixRows::list_earlier(const DiscriminationTree& tree, const TreeBalance& balance) {
  earlier_.clear();
  for (std::size_t q = 0; q < tree.states(); ++q) {
    const State state = make_id<State>(q);
    const auto note = [&](Node claim) {
      earlier_.push_back({tree.parent(claim), state, tree.class_in_parent(claim)});
      return true;
    };
    static_cast<void>(balance.find_earlier(tree, state, note));
  }
}

std::uint32_t SuffixRows::end_of(std::size_t length, std::uint32_t parent, Letter letter) {
  if (ends_.size() < length) {
    ends_.emplace_back();
    find_end_.emplace_back();
  }
  std::vector<End>& ends = ends_[length - 1];
  const std::uint64_t key = std::uint64_t{parent} * letters_ + index(letter);
  const auto [found, made] = find_end_[length - 1].try_emplace(key, static_cast<std::uint32_t>(ends.size()));
  if (made) {
    ends.push_back({found->second, parent, letter, {}});
    ++count_;
    widest_ = std::max(widest_, ends.size());
  }
  return found->second;
}

// Most suffixes end as the one before does.
std::uint32_t SuffixRows::end_of(std::span<const Letter> suffix) {
  const std::size_t most = std::min(suffix.size(), last_.size());
  std::size_t shared = 0;
  const auto ends_alike = [&](std::size_t more) {
    return std::memcmp(&suffix[suffix.size() - shared - more], &last_[last_.size() - shared - more],
                       more * sizeof(Letter)) == 0;
  };
  for (const std::size_t many : {256, 1}) {  // compared at once
    while (shared + many <= most && ends_alike(many)) shared += many;
  }
  ends_of_last_.resize(shared);
  for (std::size_t length = shared + 1; length <= suffix.size(); ++length) {
    const std::uint32_t shorter = length == 1 ? 0 : ends_of_last_.back();
    ends_of_last_.push_back(end_of(length, shorter, suffix[suffix.size() - length]));
  }
  last_.assign(suffix.begin(), suffix.end());
  return ends_of_last_.empty() ? 0 : ends_of_last_.back();
}

void SuffixRows::index_added(const DiscriminationTree& tree) {
  for (; indexed_ < added_.size(); ++indexed_) {
    const std::span<const Letter> suffix = tree.suffix(added_[indexed_]);
    const auto [known, fresh] = end_of_suffix_.try_emplace(tree.tail(added_[indexed_]), 0);
    std::uint32_t& end = known->second;
    if (fresh) end = end_of(suffix);
    ends_[suffix.size() - 1][end].nodes.push_back(added_[indexed_]);
  }
}

const std::vector<bool>* SuffixRows::find_disagreeing(const DiscriminationTree& tree,
                                                      const DiscriminationTree::Leaves& leaves,
                                                      const TreeBalance& balance, std::span<const State> target,
                                                      std::span<const ClassId> class_of_step) {
  const std::size_t states = tree.states();
  list_earlier(tree, balance);
  const std::size_t one_by_one = cost_one_by_one(tree, leaves);
  retry_ = states + states / look_again;
  if (one_by_one < cheap * states) return nullptr;
  index_added(tree);
  if (count_ * states > one_by_one / advantage || widest_ * states > most_cells) return nullptr;
  retry_ = 0;
  std::sort(earlier_.begin(), earlier_.end(), [](const Claim& a, const Claim& b) { return a.node < b.node; });
  disagreeing_.assign(states, false);
  rows_.resize(states);
  for (std::size_t q = 0; q < states; ++q) rows_[q] = tree.class_of(make_id<State>(q));
  for (const std::vector<End>& ends : ends_) {
    longer_.resize(ends.size() * states);
    for (const End& end : ends) {
      const ClassId* shorter = rows_.data() + end.parent * states;
      ClassId* row = longer_.data() + end.row * states;
      const State* to = target.data() + index(end.letter);
      if (&ends == &ends_.front() && !class_of_step.empty()) {
        for (std::size_t q = 0; q < states; ++q) row[q] = class_of_step[q * letters_ + index(end.letter)];
      } else {
        for (std::size_t q = 0; q < states; ++q) row[q] = shorter[index(to[q * letters_])];
      }
      for (Node node : end.nodes) {
        for (Node child = tree.first_child(node); child != no_node; child = tree.sibling(child)) {
          const ClassId known = tree.class_in_parent(child);
          for (State state : leaves.below(child)) {
            if (row[index(state)] != known) disagreeing_[index(state)] = true;
          }
        }
        const auto claims = std::equal_range(earlier_.begin(), earlier_.end(), Claim{node, {}, {}},
                                             [](const Claim& a, const Claim& b) { return a.node < b.node; });
        for (auto claim = claims.first; claim != claims.second; ++claim) {
          if (row[index(claim->state)] != claim->id) disagreeing_[index(claim->state)] = true;
        }
      }
    }
    rows_.swap(longer_);
  }
  return &disagreeing_;
}

}  // namespace remap
