// A learner for letters that are sets of propositions, of which few matter in any state. Letters are never listed.
//
// States are told apart by a discrimination tree, letters by a decision tree per state (`Rules`): one letter of each
// leaf is sifted, the others are guessed to go where it goes. *Tours* test many guesses with one word (`TourPlanner`),
// as long as the best one is likely enough to fail (`Doubts`) for its comparison to be worth more than an equivalence
// question. A word that disagrees is cut down by one search to a proposition, to a transition that was only supposed or
// to a state that stands for two (`Chain`); its answers decide which tree grows. Learning conjunctions of literals by
// such searches goes back to Angluin; learning symbolic automata with one classifier per state to Argyros and D'Antoni
// (MAT*), who leave all tests to the equivalence question.
//
// While no word disagrees, trees are made smaller, cubes that are nearly certain to be impure are sifted at once, and
// propositions that come together are guessed to do what they do one after the other, if that has held so far. Where
// guesses keep failing, letters have no structure: the learner continues as `TreeLearner`, if letters can be listed.
//
// Of a Mealy machine, the tree tells states apart by non-empty suffixes, and a rule leads to a state and the class of
// the step (`Places`). A step is sifted past those suffixes alone that tell states apart to which steps of its class
// are known to lead, as in a Moore machine; that it leads to one of these is a guess, and past the other suffixes it is
// sifted once the guess is to blame (sifting.cpp).
//
// A machine of n states with k rules each takes about n k (log n + log p) classes for p propositions.
#pragma once

#include <optional>
#include <set>

#include "learning/discrimination/likely_targets.hpp"
#include "learning/learner/known_tests.hpp"
#include "learning/tour/doubts/chain.hpp"
#include "learning/tour/rules/records.hpp"
#include "learning/tour/tour_planner.hpp"
#include "learning/tree/tree.hpp"
#include "learning/words/word_set.hpp"

namespace remap::symbolic {

class TourLearner final : public Learner {
 public:
  explicit TourLearner(const LearnerSetting& setting);

  std::span<const Inquiry> advance() override;
  [[nodiscard]] Shape shape() const override;
  [[nodiscard]] std::size_t states() const override {
    return successor_ != nullptr ? successor_->states() : tree_.states();
  }
  void counterexample(WordId word) override;
  [[nodiscard]] std::vector<Word> same_state(WordId word) const override;
  [[nodiscard]] std::vector<WordId> sifted_by(const Grounds::Sifting& sifting) const override;

 private:
  /// Why a letter is sifted.
  enum class Purpose : std::uint8_t {
    part,      // of a rule that was split
    supposed,  // it had been supposed only
    expanded,  // its rule was nearly certain to be impure
    again,     // its state was split
    audit,     // to see whether the rule guesses right
  };
  struct Sift {
    Purpose purpose;
    State from;
    PropositionSet letter;
    RuleId rule = no_rule;  // none: a fact beside the rules, or an audit
    Node node = DiscriminationTree::root();
    ClassId expected = no_class, alternative = no_class;  // at this node
    // Of a part: the proposition that tells it from the rest, where that leads, and other likely targets.
    PropositionSet bit = 0;
    Place before = no_place;
    std::vector<Place> others = {}, next = {};
    std::size_t kind = 0;  // of a rule that is expanded
    // In a Mealy machine: the class of the step, the place that it has been found not to lead to, whether questions
    // were left out, and whether none may be.
    ClassId output = no_class;
    Place excluded = no_place;
    bool guessed = false, in_full = false;
  };
  struct Search {
    Chain chain;
    ClassId predicted, found;
    WordId low_word, high_word;  // of which the first disagrees
    WordId probed = no_word;     // whose class is being asked for
  };
  struct Test {
    WordId word;
    std::vector<PropositionSet> letters;
    ClassId predicted;
  };
  struct Planned {
    Tour tour;
    WordId word = no_word;  // of a tour that is worth half a comparison
    bool is_new = false;    // it is, and its class is not known
  };

  void step();
  void start();
  void take_given();
  void sift();
  bool move_down(Sift& sift);
  bool follow(Sift& sift, ClassId id, WordId word);
  void guess_down(Sift& sift);
  void begin_in_full(Sift& sift) const;
  bool reach(Sift& sift, State state, bool is_new);
  void arrive(const Sift& sift, Place place, bool is_new);
  /// Sifts on, from a node, what was sifted to places that `to` is true of, all but the fact of a rule.
  template <class To>
  void sift_again(const To& to, Node node, ClassId expected, ClassId alternative, RuleId but);
  void sift_alike(State state, ClassId id, const Sift& sift);
  void find_likely();
  /// Whether the questions at all nodes above this one have been asked, and their answers lead there.
  [[nodiscard]] bool sifted_in_full(WordId word, Node below) const;
  State add_state(Node node, ClassId id, State from, PropositionSet letter, ClassId of_step);
  [[nodiscard]] ClassId class_of_staying(Node node, ClassId id, State from, ClassId of_step) const;
  void begin_search(std::size_t record);
  void search();
  void conclude(const Search& search);
  void split_rule(const Chain::Position& reason);
  void split_state(const Search& search);
  void take_changes();
  void rest();
  void shrink_trees();
  bool expand();
  bool compose();
  bool test();
  bool test_two(const Planned& first);
  void evaluate();
  [[nodiscard]] bool evidence_is_stale() const;
  void gather_evidence();
  void weigh_known();
  void bear_out(std::span<const PropositionSet> letters, std::span<const RuleId> through);
  [[nodiscard]] Planned plan(ClassId in = no_class, std::span<const RuleId> without = {});
  [[nodiscard]] bool is_known(WordId word) const;
  [[nodiscard]] bool audit_due() const;
  void audit();
  void finish_audit();
  void continue_as_tree();

  /// The class of a word; `no_class` if it has to be asked for, which it then is.
  ClassId ask(WordId word, Node context, ClassId expected, ClassId alternative = no_class);
  [[nodiscard]] WordId word_of(State state, PropositionSet letter, std::span<const PropositionSet> rest = {});
  [[nodiscard]] WordId word_of(std::span<const PropositionSet> letters);
  [[nodiscard]] std::vector<PropositionSet> sets_of(WordId word);
  [[nodiscard]] ClassId predict(std::span<const PropositionSet> letters) const;
  void set_home(State state, Place place);
  /// The rules along a word. Valid until the next call.
  [[nodiscard]] std::span<const RuleId> path(std::span<const PropositionSet> letters);

  LearnerSetting setting_;
  LetterSpace letters_;
  WordTree& words_;
  const Classes& classes_;
  Random random_;
  double worth_;  // tests that fail with less are not asked
  double least_;  // the same for a tour that may be one of two
  bool tests_;
  bool mealy_;
  DiscriminationTree tree_;
  Places places_;
  Rules rules_;
  Doubts doubts_;
  Records records_;
  Tails tails_;
  std::vector<RuleId> path_;  // for a moment
  std::vector<Entry> entries_;
  TourPlanner planner_;
  std::vector<Sift> sifting_, again_;  // the second: to be sifted next
  LikelyTargets likely_;               // of a Mealy machine
  bool likely_stale_ = true;
  std::optional<Search> search_;
  std::vector<Test> tests_asked_;
  std::vector<WordId> given_;                 // counterexamples
  std::set<State> grown_;                     // their trees may be made smaller
  std::set<State> altered_;                   // facts beside their rules may have new targets
  std::size_t changes_ = 0;                   // since evidence was gathered
  std::size_t gathered_ = 0;                  // records that it was gathered from
  std::size_t failures_ = 0, successes_ = 0;  // of guesses
  std::size_t next_audit_ = 0;
  std::size_t audited_ = 0, audited_right_ = 0;  // of the present audit
  bool ready_ = false;
  std::vector<Inquiry> inquiries_;
  WordSet asked_;  // the words of the inquiries
  Word scratch_;
  // Where letters turned out to have no structure.
  std::unique_ptr<TreeLearner> successor_;
  bool handed_over_ = false;  // it knows all records
};

}  // namespace remap::symbolic
