// A learner for opaque letters: a discrimination tree instead of a table.
//
// It goes round four steps, each of which may ask for classes:
//   sift     transitions (state, letter) are sifted to the leaf of their target; a class never seen at a node is a new
//            state
//   check    words answered so far are run through the shape; no questions. A disagreement is a counterexample for free
//   analyse  a counterexample is cut down to one wrong transition (Rivest and Schapire's search), which splits a leaf
//   test     random words, over transitions that few tests have crossed; a disagreement is a counterexample, enough
//            agreements in a row make the shape an offer
// The work of a round is done for all transitions, counterexamples and tests together, so comparisons come in large
// batches and a machine of n states takes few rounds.
//
// A transition is a *fact* when it has been sifted. This learner sifts all of them; `TourLearner`, built on it, guesses
// most.
#pragma once

#include "remap/learning/crossings.hpp"
#include "remap/learning/discrimination_tree.hpp"
#include "remap/learning/learner.hpp"
#include "remap/learning/searches.hpp"
#include "remap/learning/walks.hpp"

namespace remap {

class TreeLearner : public Learner {
 public:
  explicit TreeLearner(const LearnerSetting& setting);

  std::span<const Inquiry> advance() final;
  [[nodiscard]] Shape shape() const final;
  void counterexample(WordId word) final;

 protected:
  // A transition on its way through the tree.
  struct Pending {
    Transition transition = 0;
    Node node = DiscriminationTree::root();  // where it is
    WordId word = no_word;                   // its word, once it was needed
    WordId asked = no_word;                  // what was asked about it at the node, if anything
  };
  // What sifting a transition has come to.
  struct Fact {
    Node node = no_node;                   // the leaf it was sifted to, or from where it is sifted on; none: not a fact
    WordId word = no_word;                 // its word, once it was needed
    Transition next_into = no_transition;  // the next one that leads to the same state
  };

  /// A new state: which of its transitions to sift.
  virtual void add_transitions(State state);
  /// All sifting is done: targets of facts may have changed, those of guesses may be changed now.
  virtual void update_guesses() {}
  /// Nothing contradicts the shape: asks for test words, or sets the phase to ready.
  virtual void test();
  /// Where to look next in a search, strictly between low and high.
  virtual std::size_t probe(const Search& search) const;
  /// A guess was found wrong and is going to be sifted.
  virtual void guess_failed(Transition) {}

  /// Random letters are good tests: make as many as usual, times `care`.
  void letters_are_opaque(std::size_t care = 1);
  void sift_from_root(Transition transition);
  [[nodiscard]] WordId word_of(Transition transition);
  /// Room for the transitions of a new state, none of them a fact.
  void make_room();
  void random_tests(std::size_t count);
  /// What became of the test words asked for. False when one of them disagreed, and is going to be analysed.
  bool tests_passed();
  /// Offers the shape, after a last look at all that was answered.
  void offer();
  /// Asks for the class of a word: the access word of `start` followed by `letters`.
  void add_test(State start, WordId word, std::span<const Letter> letters);
  [[nodiscard]] bool is_fact(Transition transition) const noexcept { return facts_[transition].node != no_node; }
  [[nodiscard]] State target(State state, Letter letter) const {
    return target_[index(state) * letters_ + index(letter)];
  }
  void retarget(Transition transition, State state) {
    if (target_[transition] == state) return;
    target_[transition] = state;
    retargeted_[transition] = true;
    crossings_.forget(transition);
  }
  [[nodiscard]] std::size_t most_at_once() const;

  std::size_t letters_;
  WordTree& words_;
  const Classes& classes_;
  Random random_;
  DiscriminationTree tree_;
  LargeVector<Fact> facts_;                      // per transition
  LargeVector<State> target_;                    // per transition: the state of its leaf, or a guess
  LargeVector<Pending> pending_;                 // facts not at a leaf yet
  Walks walks_;                                  // words whose class is known or being asked for
  std::vector<std::pair<Walk, ClassId>> tests_;  // with the class the shape predicts
  LargeVector<Walk> records_;                    // every test, counterexample and search word answered
  std::size_t agreements_ = 0;                   // tests in a row that agreed
  Searches searches_;                            // counterexamples that are analysed

 private:
  enum class Phase : std::uint8_t { start, sift, check, analyse, test, ready };

  void start();
  void sift();
  bool move_down(Pending& pending);
  void make_words(std::span<Pending> pending);
  void arrive(Transition transition, Node leaf);
  void leave_leaves();
  void check();
  void analyse();
  void ask(WordId word, Node context, ClassId expected, ClassId alternative = no_class);
  [[nodiscard]] bool disagrees(State state, std::span<const Letter> rest, ClassId truth) const;
  [[nodiscard]] bool agrees(Walk walk);
  [[nodiscard]] std::vector<std::size_t> look_through(std::size_t most);
  bool examine(Walk walk);
  bool examine_state(State state);
  void start_search(Walk walk);
  bool move_search(Search& search);
  void record(const Search& search);
  void add_test(Walk walk, State end);
  void blame(const Search& search);

  std::size_t fewest_tests_ = 0;
  double test_share_ = 0.1;
  Phase phase_ = Phase::start;
  LargeVector<Transition> first_into_;                 // per state: the facts that lead there, as a list
  LargeVector<Transition> left_;                       // the lists of leaves that were split
  std::vector<std::pair<Transition, Node>> arrivals_;  // transitions that were blamed, and their new leaves
  std::vector<Walk> suspects_;  // to be looked at first: counterexamples, and disagreements analysed before
  std::vector<Walk> wrong_;     // disagreements to analyse next
  std::size_t cursor_ = 0;      // where the check goes on
  std::size_t clean_ = 0;       // items in a row without a disagreement
  bool check_all_ = false;
  std::size_t agreed_records_ = 0;  // how many there were when all were last looked through
  std::vector<bool> retargeted_;    // per transition: has it had another target since then?
  Crossings crossings_;             // of tests
  Word scratch_;
  LargeVector<Inquiry> inquiries_;
  std::vector<bool> asked_;  // per word: is it among the inquiries?
};

}  // namespace remap
