// Small changes of a machine, at random: what a search proposes.
#pragma once

#include "posterior/search/scorer.hpp"

namespace remap::posterior {

class Changes {
 public:
  Changes(const Space& space, const Evidence& evidence, const Scorer& scorer, Random& random)
      : space_(space), evidence_(evidence), scorer_(scorer), random_(random) {}

  /// Some change of the scorer's base, given as `machine`. States keep their numbers; new ones follow. Nearly half of
  /// the changes make the machine agree with an answer with which it does not.
  void propose(Machine& machine);

  /// An answer that the scorer's base gets wrong, and what would be right for one of its words.
  struct Wrong {
    Node node;
    unsigned wanted;  // classes
  };
  std::optional<Wrong> find_wrong(int tries);

  /// A class of its own for a state, just above or just below the one it has. Only if classes are open.
  void insert_class(Machine& machine, int state, bool above);
  /// A class with which the episode goes on.
  int live_class(const Machine& machine);
  int below(int bound) { return static_cast<int>(random_.below(static_cast<std::uint64_t>(bound))); }
  Target any_target(const Machine& machine) { return machine.target(space_, below(machine.targets(space_))); }
  /// One of some classes; a live one if there is one.
  int one_of(unsigned classes, const Machine& machine);

 private:
  bool mend(Machine& machine);
  bool retarget_for(Machine& machine, const Word& word, const std::vector<int>& path, unsigned wanted);
  bool split_for(Machine& machine, const Word& word, const std::vector<int>& path, unsigned wanted);
  void split(Machine& machine, int state, int letter);
  void change_class(Machine& machine, int state);

  const Space& space_;
  const Evidence& evidence_;
  const Scorer& scorer_;
  Random& random_;
};

/// All live transitions to `state` lead to `target` instead.
void redirect(const Space& space, Machine& machine, int state, Target target);

}  // namespace remap::posterior
