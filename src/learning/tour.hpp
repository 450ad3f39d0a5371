// A learner for letters that are sets of propositions: transitions are guessed, and tours test many guesses at once.
//
// Of a new state only one transition is sifted; a decision tree per state, built from the sifted ones, guesses all
// others. A *tour* is one word that runs through many unverified guesses. If its class is the predicted one, then every
// guess on the path is confirmed against all wrong targets from which the rest of the word would have led to another
// class; if not, one of them is wrong: the refiner's search finds which, and only then is it sifted and becomes a fact.
// A guess never becomes a fact by itself. When every guess has been confirmed against every other state, the shape is
// offered.
//
// `Effort` chooses how much of that is done. If letters turn out to have no structure (guesses keep failing), the
// learner continues like `TreeLearner`.
#pragma once

#include "learning/known_tests.hpp"
#include "learning/letter_rules.hpp"
#include "learning/random_tests.hpp"
#include "learning/refiner.hpp"

namespace remap {

class TourLearner final : public Learner, private RefinerGuide {
 public:
  explicit TourLearner(const LearnerSetting& setting);

  std::span<const Inquiry> advance() override;
  [[nodiscard]] Shape shape() const override { return refiner_.shape(); }
  void counterexample(WordId word) override { refiner_.counterexample(word); }
  [[nodiscard]] std::vector<Word> same_state(WordId word) const override { return refiner_.same_state(word); }
  [[nodiscard]] std::vector<WordId> sifted_by(const Grounds::Sifting& sifting) const override {
    return refiner_.sifted_by(sifting);
  }

 private:
  void new_state(State state) override;
  void sifted() override;
  void test() override;
  [[nodiscard]] std::size_t probe(const Search& search) const override;
  void guess_failed(Transition transition) override;

  using Block = std::uint64_t;

  [[nodiscard]] bool to_verify(Transition transition) const;
  [[nodiscard]] std::span<Block> rivals(Transition transition) {
    return std::span(rivals_).subspan(transition * blocks_, blocks_);
  }
  void forget_evidence(Transition transition);
  void make_room_for_states();
  /// Confirms the guesses on the path of a word against rivals that would lead to an excluded class.
  template <class Excluded>
  void confirm(State start, std::span<const Letter> word, const Excluded& excluded);
  void confirm(State start, std::span<const Letter> word);
  void spell_known();
  void weigh_known();
  void rebuild_evidence();
  void collect_open();
  /// Where to look for promising ends of a tour: a sample keeps planning cheap, but may miss the last guesses.
  enum class Look : std::uint8_t { sample, everywhere };
  bool plan_tour(Look where);
  void sweep();
  void stroll();
  std::size_t walk_back(State end, std::size_t load);
  [[nodiscard]] bool gains(Transition transition) const;
  [[nodiscard]] std::size_t gain(Transition transition) const;
  void update_columns();
  void update_tails();
  void tell_apart(State state);
  void start_tail();
  void lengthen_tail(Letter letter);
  void finish_audit();
  void give_up_guessing();

  void update_guesses();
  [[nodiscard]] std::size_t state_count() const noexcept { return refiner_.tree().states(); }

  const Alphabet& alphabet_;
  std::size_t letters_;
  Random random_;
  Refiner refiner_;
  RandomTests random_tests_;  // for letters without structure
  Effort effort_;
  bool self_reliant_;
  bool guessing_ = true;
  std::size_t quiet_ = 0;  // the letter on which a state stays where it is, until a fact says otherwise
  std::size_t states_seen_ = 0;
  std::vector<State> entry_;                    // per state: where its access word comes from
  std::vector<PropositionSet> relevant_;        // per state: the propositions its rules use
  std::vector<std::uint64_t> rules_signature_;  // per state: of the facts its rules were made from
  // Per transition: the states not yet excluded as its target, including the guess.
  std::vector<Block> rivals_;
  std::size_t blocks_ = 0;
  // Guesses with rivals left, per target: those that stay in their state, and those that come from elsewhere.
  std::vector<std::vector<Transition>> open_loops_, open_entries_;
  std::size_t open_count_ = 0;
  std::size_t since_collected_ = 0;
  bool evidence_is_fresh_ = false;  // gathered under the current shape
  std::size_t load_;                // how many open guesses a tour may carry
  std::size_t sweeps_ = 0;
  std::size_t strolls_ = 0;
  std::size_t failures_ = 0;                         // guesses found wrong
  std::size_t successes_ = 0;                        // guesses confirmed, each time
  std::size_t next_audit_;                           // failures that trigger the next audit
  std::vector<std::pair<Transition, State>> audit_;  // guesses being sifted, with what was guessed
  struct Tail {
    Word word;
    std::vector<ClassId> leads_to;  // per state
  };
  std::vector<Tail> tails_;
  std::vector<State> columns_;   // the targets, letter by letter
  std::vector<Letter> actions_;  // one letter for each distinct action on the states
  // The tour being planned, backwards: the tail maps each state to the class it leads to.
  Word plan_, best_plan_;
  std::vector<State> path_;
  std::vector<ClassId> tail_, tail_next_;
  std::vector<Block> apart_;
  std::vector<std::uint32_t> used_, in_batch_;
  // Comparisons known before the run: evidence for guesses, if the shape agrees with them.
  KnownTests* known_tests_;
  struct KnownPair {
    Preference answer;
    std::size_t begin, middle, end;  // of its words in known_letters_
  };
  std::vector<KnownPair> known_;
  Word known_letters_;
  std::uint32_t plan_number_ = 0;
  std::uint32_t batch_number_ = 0;
};

}  // namespace remap
