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
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "remap/automata/alphabet.hpp"

namespace remap {

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
    /// At each letter, what `leaf` makes of the leaves of both diagrams there.
    Diagram combine(Diagram a, Diagram b, const std::function<State(State, State)>& leaf);
    /// The first proposition that a diagram asks for; none for a leaf.
    [[nodiscard]] std::optional<std::size_t> asks(Diagram diagram) const;
    /// The diagram where a proposition holds or does not, which must be the first it asks for, or come before that.
    [[nodiscard]] Diagram where(Diagram diagram, std::size_t proposition, bool holds) const;
    /// The states at its leaves, each once, lowest first.
    [[nodiscard]] std::vector<State> leaves(Diagram diagram) const;
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
  /// A letter, and where it leads.
  struct Arrival {
    PropositionSet letter;
    State to;
    bool operator==(const Arrival&) const = default;
  };
  /// The smallest letter to each successor, smallest letters first.
  [[nodiscard]] std::vector<Arrival> arrivals(State state) const;
  /// A letter from one state to the other that has the propositions in `fixed` as `like` has them, and the others as
  /// far as it can; none if there is no such letter.
  [[nodiscard]] std::optional<PropositionSet> letter_to(State from, State to, PropositionSet like,
                                                        PropositionSet fixed) const;
  /// Where its letters lead, each state once, lowest first.
  [[nodiscard]] std::vector<State> successors(State state) const;
  /// The propositions that a state depends on.
  [[nodiscard]] PropositionSet asked(State state) const;
  /// A letter, and where it leads from two states.
  struct Joint {
    PropositionSet letter;
    State a, b;
  };
  /// The smallest letter to each pair of successors, smallest letters first. Costs at most the product of both diagrams
  /// times the pairs, however many ways lead through them.
  [[nodiscard]] static std::vector<Joint> joint(const Guards& a, State from_a, const Guards& b, State from_b);

  /// All diagrams and where states begin in them: the same text for the same transitions.
  [[nodiscard]] std::string text() const;

  bool operator==(const Guards&) const = default;

 private:
  static constexpr std::uint32_t leaf_level = 64;
  using Node = Builder::Node;
  /// A diagram and all it consists of.
  [[nodiscard]] static std::vector<Diagram> below(const std::vector<Node>& nodes, Diagram diagram);
  [[nodiscard]] static std::vector<State> leaves_below(const std::vector<Node>& nodes, Diagram diagram);

  std::vector<Node> nodes_;
  std::vector<Diagram> roots_;
};

}  // namespace remap
