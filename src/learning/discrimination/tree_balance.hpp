// Keeps the paths of a discrimination tree short where states can be told apart evenly.
//
// The states of a chain are found one by one, each by a suffix that no state before it needed, so that the tree becomes
// a path, and sifting n transitions takes n² / 2 classes. But each of these suffixes divides all states into those
// before and those after one of them, and any of them may be asked first. So when a leaf is much deeper than the
// logarithm of the number of leaves, the lowest subtree that is too deep for the number of its leaves (as in Galperin
// and Rivest's scapegoat trees, 1993) is rearranged: first by the suffix halfway down its longest way, then each part
// likewise. For that the access word of every state below is asked about with that suffix: a class per state and level,
// and a state is rearranged a logarithmic number of times. Where suffixes tell only one state from all others, as in a
// combination lock, nothing is asked and the tree stays as it is.
//
// What led to a leaf was asked about by the suffixes on the way that led there at that time. As long as such a
// transition leads there, these stay *claims* on the leaf's state: its access word, too, has been asked about with each
// of them, so one check of the state stands for all transitions into it. Before a leaf is split, such transitions must
// be sifted again: otherwise a new state could be at the end of a way by which its access word was never asked about.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "learning/discrimination/discrimination_tree.hpp"
#include "learning/discrimination/walks.hpp"

namespace remap {

class TreeBalance {
 public:
  /// The leaves below `top` are to be told apart first by the suffix of `by`, a node below it.
  struct Plan {
    Node top, by;
  };
  /// The known or probable class of a state's access word followed by the suffix of a node.
  using Expect = std::function<ClassId(State, Node)>;

  /// What to rearrange next, if anything. The same until `rearrange` is called; only while no transition is on its way.
  [[nodiscard]] std::optional<Plan> plan(const DiscriminationTree& tree, const Expect& expect);
  /// The states that the plan is about.
  [[nodiscard]] const std::vector<State>& planned() const noexcept { return planned_; }
  /// Carries out the plan. `classes`: per state planned, that of its access word followed by the suffix.
  void rearrange(DiscriminationTree& tree, std::span<const ClassId> classes);

  /// A new state, with no claims but those on the way to its leaf.
  void add_state() { latest_.push_back(no_way); }
  /// Whether there are claims on a state besides those on the way to its leaf.
  [[nodiscard]] bool has_earlier(State state) const noexcept { return latest_[index(state)] != no_way; }
  /// A transition is sifted from the root on.
  void begin(Transition transition) {
    if (ways_.empty()) return;
    if (transition >= begun_.size()) begun_.resize(transition + 1, 0);
    begun_[transition] = static_cast<std::uint32_t>(ways_.size());
  }
  /// Whether a transition into a state was sifted before its leaf was moved.
  [[nodiscard]] bool is_older(Transition transition, State into) const noexcept {
    const std::uint32_t begun = transition < begun_.size() ? begun_[transition] : 0;
    return has_earlier(into) && begun <= latest_[index(into)];
  }
  /// Drops all claims on a state but those on the way to its leaf: nothing that leads there is older.
  void forget(State state) noexcept { latest_[index(state)] = no_way; }
  /// A claim is a node: the state's words, followed by the suffix of the node's parent, have the node's class. The
  /// first claim on the way to a state's leaf for which `holds` is false; `no_node` if there is none.
  template <class Holds>
  [[nodiscard]] static Node find_on_way(const DiscriminationTree& tree, State state, const Holds& holds) {
    for (Node node = tree.leaf(state); tree.parent(node) != tree.root(); node = tree.parent(node)) {
      if (!holds(node)) return node;
    }
    return no_node;
  }
  /// The same for all other claims on a state.
  template <class Holds>
  [[nodiscard]] Node find_earlier(const DiscriminationTree& tree, State state, const Holds& holds) const {
    for (std::uint32_t way = latest_[index(state)]; way != no_way; way = ways_[way].before) {
      for (Node node = ways_[way].leaf; node != ways_[way].top; node = tree.parent(node)) {
        if (!holds(node)) return node;
      }
    }
    return no_node;
  }

 private:
  static constexpr std::uint32_t no_way = std::numeric_limits<std::uint32_t>::max();
  /// How a state was told apart before its leaf was moved: the nodes from the leaf it had to below `top`.
  struct Way {
    Node leaf, top;
    std::uint32_t before;  // the way before that
  };
  /// A node below the top of a subtree, which comes before it.
  struct Below {
    Node node;
    std::uint32_t parent;
    std::uint32_t leaves, nodes, height;  // of what is below it, itself included
  };

  [[nodiscard]] Node find_deep(const DiscriminationTree& tree);
  [[nodiscard]] Node find_middle(const DiscriminationTree& tree, Node top, const Expect& expect);
  void list_below(const DiscriminationTree& tree, Node top);
  [[nodiscard]] std::uint32_t halfway() const;
  [[nodiscard]] bool is_even(const DiscriminationTree& tree, std::uint32_t by, const Expect& expect) const;

  std::size_t seen_ = 0;      // states whose depth was looked at
  std::size_t retry_ = 0;     // states before deep leaves are looked at again
  std::vector<Node> parts_;   // of the subtree being rearranged: to be looked at next
  std::vector<Below> below_;  // the top of the plan, then what is below it, a subtree in one piece
  std::optional<Plan> plan_;
  bool is_part_ = false;  // whether the plan is about a part
  std::vector<State> planned_;
  std::vector<std::uint32_t> latest_;  // per state, the latest of its earlier ways
  std::vector<Way> ways_;
  std::vector<std::uint32_t> begun_;  // per transition; 0 for those not in it
};

}  // namespace remap
