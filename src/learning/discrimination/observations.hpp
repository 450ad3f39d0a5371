// All that has been seen, when the teacher tells the classes of all prefixes of a word: the tree of the words asked
// about, letter by letter.
//
// A state that goes on otherwise than the word of a transition, as its own word was seen to or as the shape says, is
// not the one that the transition leads to. This is the apartness of Vaandrager, Garhewal, Rot and Wissmann's L#
// (2022), with the shape besides their tree of observations: what is known of a few suffixes rules out most states,
// whichever suffixes they were. The shape is relied on only up to the first guess of a target, because one that is
// wrong would make others wrong; a guessed class of a step costs little if it is wrong, and rules out much.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/storage/large_vector.hpp"
#include "learning/discrimination/discrimination_tree.hpp"
#include "learning/discrimination/walks.hpp"

namespace remap {

/// A shape that is being refined. All but the last are per transition.
struct ShapeView {
  std::span<const State> target;
  std::span<const ClassId> class_of_step;  // of a Mealy machine; `no_class`: not known
  std::span<const std::uint8_t> arrived;   // has it been sifted to its target?
  std::span<const std::uint8_t> guessed;   // was a question left out?
  std::size_t letters;
};

/// Where a letter leads; `no_state` and `no_class` where that is not known.
struct Step {
  State to;
  ClassId id;
};
[[nodiscard]] Step take_step(State from, Letter letter, const ShapeView& shape, const DiscriminationTree& tree);

class Observations {
 public:
  /// A word whose class is not the one that the shape says.
  struct Surprise {
    std::size_t length;     // after the transition
    Transition transition;  // from the last state whose access word is a prefix
    std::uint32_t at;
  };

  /// All must outlive the observations.
  Observations(WordTree& words, const Classes& classes, const DiscriminationTree& tree, std::size_t letters);

  /// A new state, whose access word is that of a transition, or empty for the first state.
  void add_state(Transition into);
  /// The access word of a state, followed by letters, is being asked about. Returns the whole word.
  WordId add(State state, std::span<const Letter> letters) { return add(of_state_[index(state)], letters); }
  /// The same for a word from the beginning.
  WordId add(std::span<const Letter> word) { return add(std::uint32_t{0}, word); }

  /// Whether looking for states that transitions may lead to has taken little beside what has been asked. It may take
  /// long without finding much, where states go on alike for many letters.
  [[nodiscard]] bool may_look() const noexcept { return looked_at_ <= most_looked_at + most_per_node * nodes_.size(); }
  /// Whether a transition may lead to a state.
  [[nodiscard]] bool fits(Transition transition, State state, const ShapeView& shape);
  /// A shortest suffix after which the word of a transition and that of a state have been seen to have different
  /// classes; empty if there is none.
  [[nodiscard]] std::span<const Letter> difference(Transition transition, State state);
  /// Whether looking for surprises has taken little, likewise.
  [[nodiscard]] bool may_check() const noexcept { return checked_ <= most_looked_at + most_per_node * nodes_.size(); }
  /// Whether nothing has been seen that may be a surprise.
  [[nodiscard]] bool is_checked() const noexcept { return ends_.size() == nodes_.size(); }
  /// The shape has changed, so all that has been seen may be a surprise.
  void shape_changed() noexcept { ends_.clear(); }
  /// The shortest surprise of each transition that has one, in the order of their lengths. All guesses count as true.
  [[nodiscard]] std::span<const Surprise> surprises(const ShapeView& shape);
  /// The word of a surprise, and its letters from the transition on.
  WordId spell(const Surprise& surprise, Word& letters) const;

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  static constexpr std::size_t most_looked_at = std::size_t{1} << 22, most_per_node = 4;
  struct Node {
    std::uint32_t parent, child, sibling;
    WordId word;
    State state;  // whose access word it is
    Letter letter;
  };
  /// A node of what was seen of a transition, with where its letters lead from a state.
  struct Visit {
    std::uint32_t seen;
    State at;           // by the shape; `no_state`: not known
    std::uint32_t own;  // by what was seen of the state's own word
  };

  WordId add(std::uint32_t from, std::span<const Letter> letters);
  [[nodiscard]] std::uint32_t child(std::uint32_t node, Letter letter) const;
  [[nodiscard]] ClassId class_at(std::uint32_t node) const {
    return node == none ? no_class : classes_.class_of(nodes_[node].word);
  }
  /// Begins with what was seen of a transition, and with a state.
  void begin_visits(Transition transition, State state);

  WordTree& words_;
  const Classes& classes_;
  const DiscriminationTree& tree_;
  std::size_t letters_;
  LargeVector<Node> nodes_;  // a parent comes before its children
  std::vector<std::uint32_t> of_state_;
  LargeVector<std::uint32_t> of_transition_;
  std::vector<Visit> visits_;
  std::size_t looked_at_ = 0, checked_ = 0;  // nodes
  LargeVector<State> ends_;                  // per node that has been checked: where the shape says that its word leads
  std::vector<Surprise> surprises_;
  Word found_;
};

}  // namespace remap
