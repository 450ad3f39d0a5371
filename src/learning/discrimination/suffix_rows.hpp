// Finds the states that disagree with the suffixes on the path to their leaf, for deep trees with long suffixes.
//
// Running every suffix from every state below its node costs the sum of suffix lengths over all these pairs, which
// grows like n³ for counters and chains. However, their suffixes share nearly all their ends. A *row* holds the class
// that one end of a suffix leads to from every state; the row of a·v is the row of v looked up after letter a. So all
// suffixes together cost one row for each end that any of them has: n² where there are n.
#pragma once

#include <unordered_map>
#include <vector>

#include "learning/discrimination/tree_balance.hpp"

namespace remap {

class SuffixRows {
 public:
  explicit SuffixRows(std::size_t letters) : letters_(letters) {}

  /// A leaf has been split: the node now has a suffix. Each node once.
  void add(Node node, std::size_t length) {
    added_.push_back(node);
    letters_of_added_ += length;
  }
  /// Whether the suffixes added are so long that running them takes time.
  [[nodiscard]] bool are_long() const noexcept;
  /// Whether it was cheaper to run them one by one not long ago, when there were hardly fewer states.
  [[nodiscard]] bool are_cheap(std::size_t states) const noexcept { return states < retry_; }
  /// Per state: does it disagree with a suffix on its path, or with an earlier claim? `target`: per transition;
  /// `class_of_step`, too, if it is a Mealy machine, otherwise empty. Null if it is cheaper to run the suffixes one by
  /// one, which is left to the caller.
  [[nodiscard]] const std::vector<bool>* find_disagreeing(const DiscriminationTree& tree,
                                                          const DiscriminationTree::Leaves& leaves,
                                                          const TreeBalance& balance, std::span<const State> target,
                                                          std::span<const ClassId> class_of_step);

 private:
  struct End {
    std::uint32_t row;     // among those of the same length
    std::uint32_t parent;  // the row of the end that is one letter shorter
    Letter letter;
    std::vector<Node> nodes;  // whose suffix it is
  };
  /// An earlier claim on a state.
  struct Claim {
    Node node;  // whose suffix it is about
    State state;
    ClassId id;
  };
  [[nodiscard]] std::size_t cost_one_by_one(const DiscriminationTree& tree,
                                            const DiscriminationTree::Leaves& leaves) const;
  void list_earlier(const DiscriminationTree& tree, const TreeBalance& balance);
  void index_added(const DiscriminationTree& tree);
  [[nodiscard]] std::uint32_t end_of(std::size_t length, std::uint32_t parent, Letter letter);
  [[nodiscard]] std::uint32_t end_of(std::span<const Letter> suffix);

  std::size_t letters_;
  std::vector<Node> added_;
  std::size_t letters_of_added_ = 0;
  std::vector<Claim> earlier_;          // by node
  std::size_t indexed_ = 0;             // how many of them are in the ends
  std::vector<std::vector<End>> ends_;  // by length, from 1
  std::vector<std::unordered_map<std::uint64_t, std::uint32_t>> find_end_;
  std::unordered_map<TailId, std::uint32_t> end_of_suffix_;
  Word last_;                                // the suffix looked up last
  std::vector<std::uint32_t> ends_of_last_;  // by length, from 1
  std::size_t retry_ = 0;                    // states before rows are thought of again
  std::size_t count_ = 0;                    // of all ends
  std::size_t widest_ = 0;
  std::vector<ClassId> rows_, longer_;  // of two lengths
  std::vector<bool> disagreeing_;
};

}  // namespace remap
