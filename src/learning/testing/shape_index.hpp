// What tests look up in a shape: which transitions lead to a state, where a state leads, and which letters matter.
//
// Real systems have a sink or an error state that most transitions lead to, so a transition drawn at random says little
// that is new; drawn by its target it does. A letter is *live* in a state if its output there is not the most common
// one, that is, if it does something. Live letters that follow each other somewhere are likely to do so elsewhere.
//
// The index is made anew when the shape has grown by a 64th and enough has been drawn to be worth a pass over the
// transitions: tests of large machines are mostly walks, which do not need it. Until then what it says may be outdated,
// which makes a test less useful, never wrong.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "learning/refining/refiner.hpp"

namespace remap {

class ShapeIndex {
 public:
  explicit ShapeIndex(const Refiner& refiner) : refiner_(refiner) {}

  /// Makes the index anew if that is due. To be called before anything is drawn.
  void update();
  /// A counterexample: its letters follow each other for a reason.
  void note_sequence(std::span<const Letter> letters);

  /// A transition, drawn by its target.
  [[nodiscard]] Transition draw_transition(Random& random);
  /// A letter that follows `letter` where both are live; `no_letter` if none is known.
  [[nodiscard]] Letter draw_follower(Letter letter, Random& random) const;
  /// Appends the letters of a shortest path from a state to one below a node of the tree, leaving out the nearest
  /// `skipped` such states.
  enum class Path : std::uint8_t { found, none, far };  // far: none within reach
  Path find_path(State from, Node below, std::size_t skipped, Random& random, Word& into);

 private:
  struct Successor {
    State to;
    Letter letter;
  };
  void group_transitions();
  void list_successors();
  void find_followers();
  [[nodiscard]] bool is_below(State state, Node node) const;

  const Refiner& refiner_;
  std::size_t states_ = 0, nodes_ = 0;  // that the index knows
  std::size_t draws_ = 0;               // since it was made
  std::optional<DiscriminationTree::Leaves> leaves_;
  std::vector<std::uint32_t> place_;  // per state: its place among the leaves
  LargeVector<Transition> by_target_;
  std::vector<std::uint32_t> first_into_;    // per state, and one more: where its transitions begin in by_target_
  LargeVector<Successor> successors_;        // other states that a state leads to, each once
  std::vector<std::uint32_t> first_from_;    // per state, and one more: where they begin
  std::vector<std::vector<Letter>> follow_;  // per letter
  std::vector<std::pair<Letter, Letter>> noted_;
  // The path search: per state the last search that saw it, and what the search saw, with room for the successors of
  // the last state looked at.
  struct Seen {
    State state;
    Letter letter;         // by which it was seen
    std::uint32_t before;  // the place of the state from which it was seen
  };
  std::vector<std::uint32_t> seen_;
  std::vector<Seen> queue_;
  std::uint32_t search_ = 0;
};

}  // namespace remap
