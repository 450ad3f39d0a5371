// Where the transitions with one output lead, in a Mealy machine.
//
// A controller with an error state has thousands of transitions to it. A Moore machine's tree recognises each of them
// by its output; a Mealy machine's tree asks about futures alone and would sift each past all discriminators. So what
// is known of an output is used: where all targets seen with it lie below one child of a node, that child is expected.
// After enough such expectations came true, the question is left out, and the target is a guess until it is blamed.
#pragma once

#include <vector>

#include "learning/discrimination/discrimination_tree.hpp"

namespace remap {

class LikelyTargets {
 public:
  /// A transition with this output leads to a state, or no longer does.
  void add(ClassId output, State target);
  void remove(ClassId output, State target);
  /// A transition whose targets were expected has been sifted: as expected or not.
  void note(ClassId output, bool as_expected);

  struct Expected {
    Node child = no_node;   // none: nothing is expected
    std::size_t depth = 0;  // questions until a leaf, this one included
  };
  /// What to expect at an inner node.
  [[nodiscard]] Expected at(const DiscriminationTree& tree, Node node, ClassId output) const;
  /// Whether so many questions cost more than the risk of a wrong guess.
  [[nodiscard]] bool worth_guessing(ClassId output, std::size_t questions) const noexcept;

 private:
  struct Targets {
    struct Target {
      State state;
      std::uint32_t transitions;
    };
    std::vector<Target> states;
    bool scattered = false;  // too many: no longer counted
    std::uint32_t right = 0, wrong = 0;
  };
  [[nodiscard]] Targets& of(ClassId output);

  std::vector<Targets> targets_;  // per class
};

}  // namespace remap
