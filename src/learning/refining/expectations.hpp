// Where does a transition lead that is being sifted? An expectation saves comparisons where it is right.
//
// A new state differs from the one it was split from in one suffix, and the state from which it was first reached often
// does the same on most letters. So the transitions of these two relatives tell where those of the new state lead: the
// way down the tree to that leaf is expected, node by node. Otherwise a transition to a state that was split is
// expected to lead to that state still. Each kind of expectation is relied on while it is right in a third of the
// cases, and otherwise tried rarely, to notice when that changes: relatives in a random machine hardly ever are.
#pragma once

#include <array>

#include "learning/discrimination/discrimination_tree.hpp"
#include "learning/discrimination/walks.hpp"

namespace remap {

/// What is expected of one transition.
struct Expectation {
  /// Kinds, in the order in which they are tried: its target before that was split, and what the relatives do.
  static constexpr std::uint32_t stays = 0, split_from = 1, reached_from = 2, kinds = 3;

  std::uint32_t way = 0;  // where the rest of the way begins among all ways; 0: nothing is expected
  std::uint32_t kind = split_from;
};

class Expectations {
 public:
  explicit Expectations(std::size_t letters) : letters_(letters) { ways_.push_back(no_node); }

  /// The state from which a new state was split, and the one from which it was reached; `no_state` where there is none.
  void add_state(State split, State reached) { relatives_.push_back({split, reached}); }
  /// The relative whose transition by the same letter is worth waiting for; `no_state` if there is none. Relatives are
  /// older, so the transitions of the oldest state never wait.
  [[nodiscard]] State awaited(const Expectation& expectation, Transition transition) const;
  /// Finds an expectation for a transition that has been sifted to `node`, unless it has one. `target`: per transition.
  void find(Expectation& expectation, Transition transition, Node node, const DiscriminationTree& tree,
            std::span<const State> target) {
    if (expectation.way != 0 || expectation.kind == Expectation::kinds) return;
    if (reliable_from(expectation.kind) || is_tried_anyway(transition)) {
      try_kinds(expectation, transition, node, tree, target);
    } else {
      expectation.kind = Expectation::kinds;
    }
  }
  /// The expected class of the word asked about next; `no_class` if nothing is expected.
  [[nodiscard]] ClassId expected_class(const Expectation& expectation, const DiscriminationTree& tree) const {
    const Node node = ways_[expectation.way];
    return node == no_node ? no_class : tree.class_in_parent(node);
  }
  /// The transition has been sifted on to `child`; `no_node`: to a new state.
  void follow(Expectation& expectation, Node child) {
    if (ways_[expectation.way] != no_node) note(expectation, child);
  }

  /// Of a Mealy machine: the output that a transition is expected to have, that of a relative; `no_class` if nothing is
  /// expected. `outputs`: per transition.
  [[nodiscard]] ClassId expected_output(Transition transition, std::span<const ClassId> outputs) const;
  /// The transition has this output.
  void note_output(Transition transition, ClassId output, std::span<const ClassId> outputs);

  /// All transitions have arrived.
  void clear() { ways_.resize(1); }

 private:
  static constexpr std::size_t expect_rarely = 16;  // what is not relied on is expected of every 16th transition
  struct Relatives {
    State split_from, reached_from;
  };
  struct Record {
    std::size_t right = 0, wrong = 0;
  };
  [[nodiscard]] bool reliable(std::uint32_t kind) const noexcept { return reliable(record_[kind]); }
  [[nodiscard]] static bool reliable(const Record& record) noexcept { return 2 * record.right >= record.wrong; }
  /// Whether that kind, or one that is tried after it, is reliable.
  [[nodiscard]] bool reliable_from(std::uint32_t kind) const noexcept { return last_reliable_ > kind; }
  [[nodiscard]] static bool is_tried_anyway(Transition transition) noexcept { return transition % expect_rarely == 0; }
  static void count(Record& record, bool right);
  void try_kinds(Expectation& expectation, Transition transition, Node node, const DiscriminationTree& tree,
                 std::span<const State> target);
  void note(Expectation& expectation, Node child);
  [[nodiscard]] ClassId output_of(std::uint32_t kind, Transition transition, std::span<const ClassId> outputs) const;
  [[nodiscard]] State target_of(std::uint32_t kind, Transition transition, std::span<const State> target) const;

  std::size_t letters_;
  LargeVector<Relatives> relatives_;                               // per state
  LargeVector<Node> ways_;                                         // down the tree, each ended by no_node
  std::array<Record, Expectation::kinds> record_, output_record_;  // of targets and of outputs
  std::uint32_t last_reliable_ = Expectation::kinds;  // how many kinds there are up to the last reliable one
};

}  // namespace remap
