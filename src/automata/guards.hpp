// The transitions of a machine whose letters are not listed: one ordered decision diagram over propositions per state,
// with states as leaves.
//
// Diagrams are reduced and shared by all states (Bryant 1986, with more than two leaves): a node asks for one
// proposition, nodes are unique, and no node has two equal successors. Propositions are asked in the order of the
// alphabet. Diagrams are numbered as they are first met from state 0 on, so two machines with the same transitions have
// the same diagrams, number by number. In a machine a state depends on few propositions, so its diagram is small,
// whatever their number.
#pragma once

#include <array>
#include <compare>
#include <map>
#include <span>
#include <vector>

#include "remap/automata/alphabet.hpp"

namespace remap {

/// Letters that agree on some propositions, and where they lead.
struct GuardedEdge {
  PropositionSet mask = 0;   // the propositions asked for
  PropositionSet value = 0;  // those of them that hold; also the smallest letter
  State to = no_state;
};

/// By size, then by position: the order of the letters of a power set.
bool letter_before(PropositionSet a, PropositionSet b) noexcept;

class Guards {
 public:
  /// A node, or a leaf.
  using Diagram = std::uint32_t;

  /// Makes diagrams, which may then be the transitions of states.
  class Builder {
   public:
    Diagram leaf(State state);
    /// `high` where the proposition holds, `low` where it does not. Both may ask for any propositions.
    Diagram choose(std::size_t proposition, Diagram low, Diagram high);
    /// A diagram of other guards, with other states as leaves.
    Diagram copy(const Guards& from, Diagram diagram, std::span<const State> renamed);
    /// The guards with these diagrams as transitions, state by state.
    [[nodiscard]] Guards build(std::span<const Diagram> states) const;

   private:
    friend class Guards;
    struct Node {
      std::uint32_t proposition;  // `leaf_level`: a leaf
      Diagram low, high;          // of a leaf: `low` is the state
      auto operator<=>(const Node&) const = default;
    };
    Diagram node(const Node& wanted);
    [[nodiscard]] std::uint32_t level(Diagram diagram) const { return nodes_[diagram].proposition; }
    [[nodiscard]] Diagram branch(Diagram diagram, std::uint32_t proposition, bool high) const;
    Diagram renumber(const std::vector<Node>& from, Diagram diagram, std::map<Diagram, Diagram>& done,
                     std::span<const State> renamed);

    std::vector<Node> nodes_;
    std::map<Node, Diagram> numbers_;
    std::map<std::array<Diagram, 3>, Diagram> chosen_;
  };

  [[nodiscard]] std::size_t states() const noexcept { return roots_.size(); }
  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
  [[nodiscard]] Diagram of(State state) const noexcept { return roots_[index(state)]; }
  [[nodiscard]] State step(State state, PropositionSet letter) const noexcept {
    Diagram at = of(state);
    while (nodes_[at].proposition != leaf_level) {
      at = (letter >> nodes_[at].proposition & 1) != 0 ? nodes_[at].high : nodes_[at].low;
    }
    return make_id<State>(nodes_[at].low);
  }
  /// All letters by where they lead, smallest letters first.
  [[nodiscard]] std::vector<GuardedEdge> edges(State state) const;
  /// Where its letters lead, each state once, lowest first.
  [[nodiscard]] std::vector<State> successors(State state) const;
  /// The propositions that a state depends on.
  [[nodiscard]] PropositionSet asked(State state) const;
  /// A letter, and where it leads from two states.
  struct Joint {
    PropositionSet value;
    State a, b;
  };
  /// A smallest letter for each way through both diagrams, smallest letters first.
  [[nodiscard]] static std::vector<Joint> joint(const Guards& a, State from_a, const Guards& b, State from_b);

  bool operator==(const Guards&) const = default;

 private:
  static constexpr std::uint32_t leaf_level = 64;
  /// A diagram and all it consists of.
  [[nodiscard]] std::vector<Diagram> below(State state) const;
  using Node = Builder::Node;

  std::vector<Node> nodes_;
  std::vector<Diagram> roots_;
};

}  // namespace remap
