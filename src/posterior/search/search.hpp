// The search for likely machines, which feeds the pool: many cheap proposals, a few thorough ones.
//
// A walk starts at machines of the pool and climbs at one of three temperatures. Tempered chains go on from answer to
// answer, the hot ones far from the pool, and swap with their neighbours in temperature. A graft adds states along a
// word that the machine gets wrong and merges what is not needed: it makes several changes that pay only together. All
// neighbours of the best machine are looked at when it has changed. What each part is worth stands in numbers.cpp.
#pragma once

#include "posterior/search/changes.hpp"
#include "posterior/search/pool.hpp"

namespace remap::posterior {

class Search {
 public:
  Search(const Space& space, const Numbers& numbers, const Evidence& evidence, Scorer& scorer, Pool& pool,
         Random& random);

  /// To be called when scores have changed.
  void forget_scores();
  /// What is done after each answer; `times` as many proposals.
  void improve(int times = 1);
  /// For much evidence at once: grafts until they find nothing, then `improve` until the best machine stays.
  void settle();
  /// Looks at all neighbours of the best machine until none is better.
  void look_around();
  /// Proposals in short chains.
  void walk(int proposals);

  /// Scores a machine in canonical form that was made from the scorer's base, where it is `raw`, and considers it.
  void score_change(const Machine& raw, Machine& machine);

 private:
  void step(Machine& at, double heat);
  void temper(int steps);
  const Machine& drawn(double heat);
  bool graft();
  std::optional<Machine> grown(const Machine& from);
  void merge_down(Machine& machine);
  void descend(Machine& machine, int from, int sweeps);
  bool take_better(const Machine& changed, Machine& best);
  bool deepen(const Machine& from);

  const Space& space_;
  const Numbers& numbers_;
  const Evidence& evidence_;
  Scorer& scorer_;
  Pool& pool_;
  Random& random_;
  Changes changes_;

  struct Scored {
    std::uint64_t print;
    double score;
  };
  std::vector<Scored> scores_;  // of machines met since scores changed, by their print
  std::vector<Machine> chains_;
  std::uint64_t looked_around_ = 0;  // the print of the best machine then
  std::size_t answered_then_ = 0;
};

}  // namespace remap::posterior
