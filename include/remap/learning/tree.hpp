// A learner for opaque letters: a discrimination tree instead of a table.
//
// It goes round four steps, each of which may ask for classes:
//   sift     every transition (state, letter) is sifted to the leaf of its target; a class never seen at a node is a
//   new state check    every word answered so far is run through the shape; no questions. A disagreement is a
//   counterexample for free analyse  a counterexample is cut down to one wrong transition (Rivest and Schapire's
//   search), which splits a leaf test     random words; a disagreement is a counterexample, enough agreements in a row
//   make the shape an offer
// The work of a round is done for all transitions, counterexamples and tests together, so comparisons come in large
// batches and a machine of n states takes few rounds.
#pragma once

#include "remap/automata/random.hpp"
#include "remap/learning/discrimination_tree.hpp"
#include "remap/learning/learner.hpp"

namespace remap {

class TreeLearner final : public Learner {
 public:
  explicit TreeLearner(const LearnerSetting& setting);

  std::span<const Inquiry> advance() override;
  [[nodiscard]] Shape shape() const override;
  void counterexample(WordId word) override;

 private:
  enum class Phase : std::uint8_t { start, sift, check, analyse, test, ready };

  // The class of the word access(start)·rest is known, where the word is `word`.
  struct Record {
    State start;
    WordId word;
  };
  // Where along a counterexample does the shape go wrong? Words access(state i)·rest(i) have class `end_class` for i >=
  // high and another one for i = low.
  struct Search {
    Record record;
    Word letters;
    std::vector<State> path;
    ClassId end_class;
    std::size_t low, high, probe, step;
    bool bracketed;  // low is known to differ; before that the search moves from the end in growing steps
  };

  void start();
  void sift();
  void check();
  void analyse();
  void test();
  void add_transitions(State state);
  void ask(WordId word, Node context, ClassId expected);
  void letters_of(const Record& record, Word& into) const;
  [[nodiscard]] State target(State state, Letter letter) const {
    return tree_.state(node_of_[index(state) * letters_ + index(letter)]);
  }
  [[nodiscard]] bool disagrees(State state, std::span<const Letter> rest, ClassId truth) const;
  bool examine(const Record& record);
  bool examine_state(State state);
  void start_search(const Record& record);
  bool move_search(Search& search);
  void split(const Search& search);

  std::size_t letters_;
  WordTree& words_;
  const Classes& classes_;
  std::size_t fewest_tests_;
  Random random_;
  DiscriminationTree tree_;
  Phase phase_ = Phase::start;
  std::vector<Node> node_of_;           // per transition: how far it has been sifted
  std::vector<std::uint32_t> pending_;  // transitions not at a leaf yet
  std::vector<Record> records_;
  std::vector<Record> suspects_;  // counterexamples from outside, to be classified first
  std::vector<Record> wrong_;     // disagreements to analyse next
  std::size_t cursor_ = 0;
  std::size_t clean_ = 0;
  bool check_all_ = false;
  Word letters_scratch_;
  std::vector<Search> searches_;
  std::vector<std::pair<Record, ClassId>> tests_;  // with the class the shape predicts
  std::size_t agreements_ = 0;
  std::vector<Inquiry> inquiries_;
  std::vector<std::uint32_t> asked_;
  std::uint32_t round_ = 0;
};

}  // namespace remap
