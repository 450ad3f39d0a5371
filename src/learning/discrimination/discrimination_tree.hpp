// A discrimination tree: which words lead to which state.
//
// An inner node holds a suffix; its children are the classes that words followed by that suffix have been seen to have.
// A leaf is a state, and the word that first reached it is the state's access word. Sifting a word walks from the root,
// one class per node, to the leaf of its state, so a word is distinguished from all others by one path instead of a
// full row of a table. The root's suffix is the empty word. Splitting a leaf keeps its node, now as an inner node, so
// code that remembered it can continue sifting. A subtree can be rearranged (tree_balance.hpp).
#pragma once

#include <span>
#include <vector>

#include "learning/order/classes.hpp"

namespace remap {

enum class Node : std::uint32_t {};
inline constexpr Node no_node = no_id<Node>;

class DiscriminationTree {
 public:
  /// Stores its suffixes there.
  explicit DiscriminationTree(TailPool& tails);

  [[nodiscard]] static constexpr Node root() noexcept { return Node{0}; }
  [[nodiscard]] bool is_leaf(Node node) const noexcept { return at(node).state != no_state; }
  /// The state of a leaf; `no_state` for inner nodes.
  [[nodiscard]] State state(Node node) const noexcept { return at(node).state; }
  [[nodiscard]] TailId tail(Node node) const noexcept { return at(node).suffix; }
  /// The letters of its suffix. Valid until a tail is stored.
  [[nodiscard]] std::span<const Letter> suffix(Node node) const noexcept { return tails_.letters(at(node).suffix); }
  [[nodiscard]] Node parent(Node node) const noexcept { return at(node).parent; }
  /// The class on the edge from its parent to a node.
  [[nodiscard]] ClassId class_in_parent(Node node) const noexcept { return at(node).in_parent; }
  /// The child for a class, `no_node` if no word has had it here.
  [[nodiscard]] Node child(Node node, ClassId id) const noexcept {
    if (places_ == 0) return find_child(node, id);
    return index(id) < places_ ? children_[at(node).children * places_ + index(id)] : no_node;
  }
  /// The lowest node above two leaves.
  [[nodiscard]] Node meeting(Node a, Node b) const noexcept;
  /// The class by which the way to a leaf leaves a node above it.
  [[nodiscard]] ClassId class_below(Node node, Node leaf) const noexcept;
  /// The children of a node, as a list; `no_node` at its end.
  [[nodiscard]] Node first_child(Node node) const noexcept { return at(node).first_child; }
  [[nodiscard]] Node sibling(Node node) const noexcept { return at(node).sibling; }
  /// A hint that a node will be looked at soon.
  void prefetch(Node node) const noexcept { __builtin_prefetch(&nodes_[index(node)]); }
  /// A hint that a child of a node will be looked for soon.
  void prefetch_child(Node node) const noexcept { __builtin_prefetch(&children_[at(node).children * places_]); }
  [[nodiscard]] std::size_t states() const noexcept { return access_.size(); }
  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }

  [[nodiscard]] WordId access(State state) const noexcept { return access_[index(state)]; }
  [[nodiscard]] Node leaf(State state) const noexcept { return leaf_[index(state)]; }
  /// The class of the state's access word.
  [[nodiscard]] ClassId class_of(State state) const noexcept { return class_of_[index(state)]; }

  /// The states in an order in which those below any node are contiguous.
  class Leaves {
   public:
    explicit Leaves(const DiscriminationTree& tree);
    [[nodiscard]] std::span<const State> below(Node node) const noexcept {
      return std::span(states_).subspan(begin_[index(node)], count_[index(node)]);
    }

   private:
    std::vector<State> states_;
    std::vector<std::uint32_t> begin_, count_;  // per node
  };
  [[nodiscard]] Leaves leaves() const { return Leaves(*this); }

  /// A new state under an inner node.
  State add_state(Node node, ClassId id, WordId access);
  /// Turns a state's leaf into an inner node with `suffix`; the state moves to a new leaf below it, for class `id`.
  void split(State state, std::span<const Letter> suffix, ClassId id);
  /// Tells the states below `top`, which is below the root, apart by the suffix of `by`, a node below it, before
  /// anything else, and then as before as far as that is still necessary. `states`: all of them, with the class that
  /// each has after that suffix. Returns the node in place of `top`. States get new leaves; the nodes that they leave
  /// keep their suffixes and parents, but there is nothing below them any more.
  Node rearrange(Node top, Node by, std::span<const State> states, std::span<const ClassId> classes);

 private:
  struct alignas(16) Entry {  // so that none straddles two cache lines
    Node parent;
    ClassId in_parent;
    ClassId own;  // of the words that come here, without a suffix: the class by which the path leaves the root
    State state;
    TailId suffix;
    Node first_child;
    Node sibling;
    std::uint32_t children = 0;  // which group of `children_` is that of the node; 0: it has none
  };
  [[nodiscard]] const Entry& at(Node node) const noexcept { return nodes_[index(node)]; }
  [[nodiscard]] Node find_child(Node node, ClassId id) const noexcept;
  void list_child(Node parent, ClassId id, Node child);
  void make_places(std::size_t classes);
  Node hang(Node parent, ClassId id, State state);
  void copy(Node top, Node into, ClassId id, std::span<const State> states);

  TailPool& tails_;
  LargeVector<Entry> nodes_;
  // The children of a node by class, in groups of equal size: one look instead of one for each child. The first group
  // is that of all nodes without children.
  std::size_t places_ = 4;  // in a group; 0: there are too many classes for groups
  LargeVector<Node> children_ = LargeVector<Node>(places_, no_node);
  LargeVector<WordId> access_;
  LargeVector<Node> leaf_;
  LargeVector<ClassId> class_of_;
  /// Of a node while it is copied: how many of its children are, and where the copy of a child is to hang.
  struct Copied {
    std::uint32_t children = 0;
    Node into = no_node;  // for an only child, with its class there; otherwise the copy of the node itself
    ClassId id = no_class;
  };
  std::vector<Copied> copied_;
};

}  // namespace remap
