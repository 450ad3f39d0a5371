// Tours: words that test many rules at once.
//
// Planning is greedy and goes backwards. A word's tail v turns every place into the class that v leads to from there;
// prepending a letter of a rule q -> p tests the rule against every rival whose class under v differs from p's, and
// makes the tail longer. So from each of several ends (a place and a tail) a walk prepends whatever fails most likely,
// staying in a state where it can, until the word fails with chance 0.65 or is long, and then goes home to the initial
// state along access words. The walk most likely to fail is the tour: P(fails) is what a comparison may find, which the
// learner weighs against the price of an equivalence question. Ends are drawn: a doubtful rule into the state, a likely
// rival of its target, and the suffix of the discrimination tree that tells these two apart, with its own letters, with
// small ones or with others of the same rules.
//
// The letters that stand for a rule are drawn, too: first the complement of the fact within the cube, which meets
// everything that a single literal can be to blame for, then pairs of a random letter and its complement; small cubes
// are exhausted. Where letters are small sets, propositions that no letter has cleared come first.
#pragma once

#include "learning/discrimination/discrimination_tree.hpp"
#include "learning/tour/doubts/doubts.hpp"
#include "remap/automata/random.hpp"

namespace remap::symbolic {

struct Tour {
  std::vector<PropositionSet> word;
  double chance = 0;  // that it disagrees
  ClassId predicted = no_class;
  std::vector<RuleId> tested = {};  // the rules it tests
};

/// How the access word of a state ends.
struct Entry {
  State from = no_state;
  PropositionSet letter = 0;
};

class TourPlanner {
 public:
  TourPlanner(const Rules& rules, Doubts& doubts, const LetterSpace& letters, const DiscriminationTree& tree,
              const std::vector<Entry>& entries, Random& random)
      : rules_(rules),
        doubts_(doubts),
        letters_(letters),
        tree_(tree),
        entries_(entries),
        random_(random),
        rest_(rules) {}

  /// The most promising tour found, of those that end in a class, if one is given. Steps that fail with less than
  /// `least` are not worth a letter, and those `without` are not tested. The doubts must be fresh.
  Tour plan(double least, ClassId in = no_class, std::span<const RuleId> without = {});

 private:
  struct End {
    double promise = 0;
    double sum = 0;  // of the chances of the rules that lead there
    Place place{0};
    std::vector<PropositionSet> tail;
    std::uint64_t key = 0;          // of the tail: other tails mostly have others
    std::vector<RuleId> through;    // the rules along the tail
    ClassId predicted = no_class;   // at its end
    std::vector<ClassId> leads_to;  // per place, unless these are few
    FewPlaces apart = 0;            // otherwise: from which the tail leads to another class than predicted
  };
  /// The sum of the chances of the rules that lead to an end, by all that this depends on.
  struct Promise {
    std::size_t collected = 0;  // when
    Place place{0};
    FewPlaces apart = 0;
    Doubts::Way way = 0;
    double sum = 0;
  };
  static constexpr int promise_bits = 7;
  /// A tour from its end to its beginning: its letters and the rules that these test.
  struct Walk {
    std::vector<PropositionSet> backwards;
    std::vector<RuleId> steps;
  };
  /// Letters planned for a rule in a walk.
  struct Use {
    std::size_t walk = 0;  // which one
    std::size_t times = 0;
    PropositionSet met = 0;
    std::size_t kept_out = 0;  // the last plan in which it was not to be tested
  };

  void collect();
  /// The part of it that depends on the shape alone, not on the doubts.
  void list();
  void draw_end(std::size_t look, End& end);
  /// Where the tail leads to from each place, and what the end promises.
  void weigh_end(End& end);
  /// The sum of the chances of all rules that lead to an end, whose tail is read first: if places are few, or many.
  [[nodiscard]] double weigh_few(End& end, Doubts::Way way);
  [[nodiscard]] double weigh_many(End& end, Doubts::Way way);
  [[nodiscard]] double chances_into(const End& end, Doubts::Way way);
  void begin_rest(const End& end);
  void draw_walk(End& end);
  [[nodiscard]] Node separating_node(Place place);
  /// The rules that lead to a place or, where a word goes on from there, to any place of its state.
  [[nodiscard]] const std::vector<RuleId>& leading_to(Place place, bool goes_on) const;
  void draw_suffix(Node node, End& end);
  /// Plans a tour with that end, backwards, and returns the chance that it disagrees.
  double walk(const End& end, double least);
  [[nodiscard]] PropositionSet any_letter(const Rule& rule);
  [[nodiscard]] PropositionSet draw(RuleId id, Use& use);
  [[nodiscard]] PropositionSet draw_dense(const Rule& rule, Doubts::Evidence& seen);
  [[nodiscard]] PropositionSet draw_sparse(const Rule& rule, const Doubts::Evidence& seen, PropositionSet& met);
  [[nodiscard]] PropositionSet draw_listed(const Rule& rule, const Doubts::Evidence& seen, PropositionSet& met);
  /// `letters`: how many the cube has.
  [[nodiscard]] PropositionSet least_tested(const Rule& rule, const Doubts::Evidence& seen, std::size_t letters);
  /// Against how many of the places that the rest of the walk tells apart a letter was borne out, and one more; 0:
  /// never.
  [[nodiscard]] std::size_t tested(const Doubts::Evidence& seen, PropositionSet letter);

  const Rules& rules_;
  Doubts& doubts_;
  const LetterSpace& letters_;
  const DiscriminationTree& tree_;
  const std::vector<Entry>& entries_;
  Random& random_;
  // As of the last refresh of the doubts.
  std::size_t collected_ = 0;  // how many of these there had been
  /// What the lists of rules and nodes depend on: how many rules, changes of targets, places and nodes there are.
  struct Listed {
    std::size_t rules = 0, alterations = 0, places = 0, nodes = 0;
    bool operator==(const Listed&) const = default;
  };
  Listed listed_;
  bool few_ = false;                             // places
  std::vector<std::vector<RuleId>> into_;        // per place: the rules that lead there
  std::vector<std::vector<RuleId>> into_state_;  // the same per state, if that has several places
  std::vector<double> doubt_;                    // per rule
  std::vector<double> worth_;                    // per place: the doubt about the rules that lead there
  double all_worth_ = 0;
  std::vector<Node> inner_;
  std::array<Promise, std::size_t{1} << promise_bits> promises_{};  // some of those made out last
  // For the present plan.
  std::vector<End> ends_;
  std::vector<std::size_t> promising_;  // ends, the most promising first
  std::vector<Use> uses_;               // per rule
  std::size_t walks_ = 0, plans_ = 0;
  // The present walk, the best one, and for a moment.
  Walk walk_, best_;
  std::vector<ClassId> scratch_;
  Rest rest_;
  std::vector<Doubts::Candidate> candidates_;
};

}  // namespace remap::symbolic
