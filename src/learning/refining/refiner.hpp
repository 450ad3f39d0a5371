// What learners with a discrimination tree have in common: a shape that is refined until it agrees with all answers.
//
// It cycles through five steps, each of which may ask for classes:
//   sift     transitions (state, letter) are sifted to the leaf of their target; a class never seen at a node is a new
//            state
//   balance  deep paths of the tree are made short where that is possible (tree_balance.hpp)
//   check    words answered so far are run through the shape; no questions. A disagreement is a free counterexample
//   analyse  a counterexample is cut down to one wrong transition (Rivest and Schapire's search), which splits a leaf
//   test     the guide adds tests, words whose class the shape predicts, or offers the shape
// The work of a round is done for all transitions, counterexamples and tests together, so comparisons come in large
// batches and a machine of n states takes few rounds.
//
// Of a Mealy machine the same tree tells states apart by non-empty suffixes only: the question at its root, the class
// of a transition's word, is the class of the transition, and all transitions go on to the one child.
//
// A transition is a *fact* when it has been sifted. All others are guesses of the guide, which must give each of them a
// target before sifting ends. A guess found wrong by a counterexample is sifted.
#pragma once

#include <array>
#include <optional>

#include "learning/discrimination/discrimination_tree.hpp"
#include "learning/discrimination/likely_targets.hpp"
#include "learning/discrimination/observations.hpp"
#include "learning/discrimination/separating_suffix.hpp"
#include "learning/discrimination/suffix_rows.hpp"
#include "learning/discrimination/tree_balance.hpp"
#include "learning/discrimination/walks.hpp"
#include "learning/learner/learner.hpp"
#include "learning/refining/crossings.hpp"
#include "learning/refining/expectations.hpp"
#include "learning/refining/searches.hpp"
#include "learning/words/word_set.hpp"

namespace remap {

/// The decisions that a learner makes for its refiner.
class RefinerGuide {
 public:
  /// A new state: which of its transitions to sift.
  virtual void new_state(State state) = 0;
  /// All sifting is done: targets of facts may have changed, those of guesses may be changed now. It is called again
  /// if it led to more sifting or questions.
  virtual void sifted() {}
  /// Nothing contradicts the shape: evaluates the answered tests, and adds tests or offers the shape.
  virtual void test() = 0;
  /// Where to look next in a search, strictly between low and high.
  [[nodiscard]] virtual std::size_t probe(const Search& search) const { return search.probe(); }
  /// A guess was found wrong and will be sifted.
  virtual void guess_failed(Transition) {}
  /// A state was split from another one, as found by a search.
  virtual void split(State /*old*/, State /*made*/, const Search& /*search*/) {}

 protected:
  ~RefinerGuide() = default;
};

class Refiner {
 public:
  /// A test whose class the teacher was asked for, with the class that the shape predicted.
  struct Test {
    Walk walk;
    ClassId predicted;
  };

  /// The guide must outlive the refiner, and is not called before `advance`.
  Refiner(const LearnerSetting& setting, RefinerGuide& guide);
  Refiner(const Refiner&) = delete;
  Refiner& operator=(const Refiner&) = delete;

  /// As for `Learner`.
  std::span<const Inquiry> advance();
  [[nodiscard]] Shape shape() const;
  void counterexample(WordId word);
  [[nodiscard]] std::vector<Word> same_state(WordId word) const;
  [[nodiscard]] std::vector<WordId> sifted_by(const Grounds::Sifting& sifting) const;
  [[nodiscard]] const Grounds& grounds() const noexcept { return grounds_; }

  [[nodiscard]] bool is_mealy() const noexcept { return mealy_; }
  /// Whether the classes of all prefixes come with the class of a word.
  [[nodiscard]] bool has_output_words() const noexcept { return output_words_; }
  [[nodiscard]] std::size_t letters() const noexcept { return letters_; }
  [[nodiscard]] std::size_t transitions() const noexcept { return target_.size(); }
  /// The transitions that are not facts.
  [[nodiscard]] std::size_t guesses() const noexcept { return target_.size() - sifted_; }
  [[nodiscard]] WordTree& words() const noexcept { return words_; }
  [[nodiscard]] const Classes& classes() const noexcept { return classes_; }
  [[nodiscard]] const DiscriminationTree& tree() const noexcept { return tree_; }
  [[nodiscard]] bool is_fact(Transition transition) const noexcept { return facts_[transition].node != no_node; }
  /// Per transition, the state of its leaf, or a guess.
  [[nodiscard]] std::span<const State> targets() const noexcept { return target_; }
  [[nodiscard]] State target(Transition transition) const noexcept { return target_[transition]; }
  [[nodiscard]] State target(State state, Letter letter) const noexcept {
    return target_[index(state) * letters_ + index(letter)];
  }
  /// The class that the shape gives a word whose last step is this transition.
  [[nodiscard]] ClassId class_after(Transition transition) const noexcept {
    return mealy_ ? class_of_step_[transition] : tree_.class_of(target_[transition]);
  }
  /// The class that the shape gives these letters, at least one, from a state.
  [[nodiscard]] ClassId class_after(State state, std::span<const Letter> letters) const noexcept;
  /// A hint that targets of a state will be needed soon.
  void prefetch_targets(State state) const noexcept { __builtin_prefetch(&target_[index(state) * letters_]); }
  [[nodiscard]] const Searches& searches() const noexcept { return searches_; }
  [[nodiscard]] const Walks& walks() const noexcept { return walks_; }
  /// Every test, counterexample and search word answered.
  [[nodiscard]] std::span<const Walk> records() const noexcept { return records_; }
  /// Which transitions tests have crossed.
  [[nodiscard]] Crossings& crossings() noexcept { return crossings_; }

  /// Turns a transition into a fact.
  void sift_from_root(Transition transition);
  /// Turns all transitions from a state into facts that are not facts yet.
  void sift_all(State state);
  /// Changes the target of a guess, and of a Mealy machine its class.
  void guess(Transition transition, State state, ClassId of_step = no_class);

  /// Of a Mealy machine: the class that a transition is likely to have; `no_class` if nothing is expected.
  [[nodiscard]] ClassId expected_class(Transition transition) const {
    return expectations_.expected_output(transition, class_of_step_);
  }
  /// From `RefinerGuide::sifted`: the class after a suffix from a state. If it is not known, it is asked for, and
  /// sifting goes on once it is: `no_class`.
  [[nodiscard]] ClassId inquire(State state, std::span<const Letter> suffix, ClassId expected);

  /// How many tests or analyses to run in parallel.
  [[nodiscard]] std::size_t most_at_once() const;
  /// Whether the class of a word is neither known nor being asked for.
  [[nodiscard]] bool is_open(WordId word) const;
  /// Asks for the class of a word: the access word of `start` followed by `letters`.
  void add_test(State start, WordId word, std::span<const Letter> letters);
  /// The same for a walk whose steps are known.
  void add_test(State start, WordId word, std::span<const Transition> steps);
  [[nodiscard]] std::span<const Test> tests() const noexcept { return tests_; }
  /// Evaluates the tests. False if one of them disagreed, and will be analysed.
  bool tests_passed();
  /// Tests in a row that agreed.
  [[nodiscard]] std::size_t agreements() const noexcept { return agreements_; }
  /// Offers the shape, after a final check of all answers.
  void offer();

 private:
  // Words are made a block at a time, because in large runs the time goes into finding words in memory. Which new state
  // comes first depends on it, and so do the questions.
  static constexpr std::size_t block = 32;
  static constexpr std::size_t ahead = 8;  // what comes so much later is fetched from memory already

  enum class Phase : std::uint8_t { start, sift, balance, check, analyse, test, ready };
  // A transition being sifted. Aligned and without a gap, so that it is copied in whole parts: reading what overlapping
  // ones have just written is slow.
  struct alignas(16) Pending {
    Transition transition = 0;
    Node node = DiscriminationTree::root();  // where it is
    WordId word = no_word;                   // its word, once needed
    WordId asked = no_word;                  // the word asked about at the node, if any
    Expectation expectation = {};
    bool in_full = false;                      // no question may be left out
    bool expected = false, surprised = false;  // whether answers were expected, and whether one was not as expected
    std::array<std::uint8_t, 5> gap = {};
  };
  // The result of sifting a transition.
  struct Fact {
    Node node = no_node;                   // the leaf it was sifted to, or where sifting continues; none: not a fact
    WordId word = no_word;                 // its word, once needed
    Transition next_into = no_transition;  // the next one that leads to the same state
  };

  void start();
  void begin_sifting(Transition transition);
  State add_state(Node node, ClassId id, Transition into, State split_from, State reached_from);
  void sift();
  // Of a Mealy machine or of a Moore machine, which are told apart once, not for each transition.
  template <bool mealy>
  void sift_as();
  void end_round(std::size_t kept);
  void prefetch(std::size_t at) const;
  void prefetch_next(std::span<const Pending> moving, std::span<const WordId> words) const;
  template <bool mealy>
  bool move_down(Pending& pending);
  bool move_down(Pending& pending);
  void find_state(const Pending& pending, WordId asked, ClassId id);
  [[nodiscard]] bool look(Pending& pending, Node child);
  void guess_down(Pending& pending);
  void sift_in_full(Transition transition);
  void set_class_of_step(Transition transition, ClassId id);
  void blame_guess(Transition transition);
  void make_words(std::span<Pending> pending, std::span<WordId, block> words);
  [[nodiscard]] WordId word_of(Transition transition);
  void arrive(const Pending& pending, Node leaf);
  [[nodiscard]] bool waits(const Pending& pending) const;
  template <bool mealy>
  [[nodiscard]] ClassId expect(Pending& pending);
  void arrive(Transition transition, Node leaf);
  State split_leaf(State to, std::span<const Letter> suffix, ClassId id_of_old, Transition transition, ClassId id);
  // With output words (refiner_output_words.cpp):
  // Whose turn it is to be asked about: first what may lead to a new state.
  enum class Turn : std::uint8_t { at_root, in_full, among_known };
  [[nodiscard]] static Turn turn_of(const Pending& pending) noexcept {
    if (pending.in_full) return Turn::in_full;
    return pending.node == DiscriminationTree::root() ? Turn::at_root : Turn::among_known;
  }
  void set_arrived(Transition transition, bool arrived) {
    if (output_words_) arrived_[transition] = arrived ? 1 : 0;
  }
  [[nodiscard]] std::span<const Letter> probe();
  [[nodiscard]] WordId probed(State state, std::span<const Letter> letters);
  void sift_output_words();
  [[nodiscard]] bool move_on(Pending& pending);
  [[nodiscard]] State next_candidate(Transition transition);
  [[nodiscard]] bool find_candidates(const Pending& pending);
  [[nodiscard]] std::optional<Node> only_child(const Pending& pending);
  void find_common_suffix();
  void ask_further(const Pending& pending);
  void begin_in_full(Pending& pending);
  [[nodiscard]] bool arrive_as_seen(Pending& pending);
  void look_at_surprises(std::size_t most);
  [[nodiscard]] ShapeView view() const noexcept { return {target_, class_of_step_, arrived_, guessed_, letters_}; }
  void retarget(Transition transition, State state);
  void leave_leaves();
  void balance();
  bool freshen(State state);
  [[nodiscard]] bool holds(State state, Node claim) const noexcept;
  void check();
  void analyse();
  void sort_pending();
  void ask(WordId word, Node context, ClassId expected, ClassId alternative = no_class) {
    if (asked_.insert(word)) inquiries_.push_back({word, make_id<Context>(index(context)), expected, alternative});
  }
  [[nodiscard]] ClassId predict(Walk walk);
  [[nodiscard]] bool agrees(Walk walk);
  [[nodiscard]] std::vector<std::size_t> look_through(std::size_t most);
  void find_disagreeing_records(std::vector<std::size_t>& into);
  void look_at_states();
  bool examine(Walk walk);
  bool examine_state(State state);
  void start_search(Walk walk);
  bool move_search(Search& search);
  [[nodiscard]] WordTree::Suffix rest_of(const Search& search) const;
  void record(const Search& search, bool known);
  void add_test(Walk walk, ClassId predicted);
  bool blame(const Search& search);
  void limit_searches(std::size_t useful);

  std::size_t letters_;
  bool mealy_;
  WordTree& words_;
  const Classes& classes_;
  RefinerGuide& guide_;
  Phase phase_ = Phase::start;
  DiscriminationTree tree_;
  LargeVector<Fact> facts_;                            // per transition
  std::size_t sifted_ = 0;                             // how many are facts
  LargeVector<State> target_;                          // per transition
  LargeVector<ClassId> class_of_step_;                 // per transition of a Mealy machine
  LargeVector<std::uint8_t> guessed_;                  // likewise: was a question left out when it was sifted?
  LikelyTargets likely_;                               // of a Mealy machine
  LargeVector<Pending> pending_;                       // facts not yet at a leaf
  LargeVector<Pending> unsorted_;                      // for a moment
  std::array<Pending, block> moving_;                  // likewise
  LargeVector<std::uint32_t> place_;                   // per transition, likewise: where it is there
  LargeVector<std::uint64_t> marked_;                  // a bit for each transition, likewise: is it there?
  LargeVector<Transition> first_into_;                 // per state: the facts that lead there, as a list
  LargeVector<Transition> left_;                       // the lists of leaves that were split
  std::vector<std::pair<Transition, Node>> arrivals_;  // transitions that were blamed, and their new leaves
  Walks walks_;                                        // words whose class is known or being asked for
  std::vector<Test> tests_;
  std::size_t agreements_ = 0;
  LargeVector<Walk> records_;
  Searches searches_;           // counterexamples being analysed
  std::vector<Walk> suspects_;  // to be checked first: counterexamples, and disagreements analysed before
  std::vector<Walk> wrong_;     // disagreements to analyse next
  std::size_t cursor_ = 0;      // where the check continues
  std::size_t clean_ = 0;       // items in a row without a disagreement
  bool check_all_ = false;
  std::size_t most_searches_ = no_limit;  // at once
  std::size_t useful_rounds_ = 0;         // in which all of them led to something
  SuffixRows suffix_rows_;
  TreeBalance balance_;
  std::vector<Walk> vetted_;                               // asked about because of claims
  const std::vector<bool>* disagreeing_states_ = nullptr;  // while valid; null: to be found one by one
  bool look_at_all_states_ = false;                        // all at once, because one by one takes longer
  std::size_t agreed_records_ = 0;                         // how many there were when all were last checked
  LargeVector<std::uint8_t> retargeted_;                   // per transition: has it had another target since then?
  Crossings crossings_;
  Expectations expectations_;
  Word scratch_;
  LargeVector<Inquiry> inquiries_;
  WordSet asked_;  // the words of the inquiries
  Grounds grounds_;
  const bool output_words_;  // what follows is for these
  Observations observations_;
  SeparatingSuffix separating_;
  LargeVector<std::uint8_t> arrived_;  // per transition: has it been sifted to its target?
  Random probe_letters_;
  Word probe_;
  Word common_suffix_;             // of the words asked about at the root
  Word letters_asked_;             // for a moment, like the rest
  std::vector<State> candidates_;  // that a transition may lead to
  std::vector<Node> nodes_;        // to be looked at
};

}  // namespace remap
