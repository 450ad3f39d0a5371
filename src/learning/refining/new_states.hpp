// What is asked about a new state before its transitions are sifted, because the answer may make that unnecessary.
//
// Does it go on like a state that is explored already? Where outputs belong to steps, as in protocols and controllers,
// a Moore machine has a state several times, once for each output with which it is reached. A second discrimination
// tree tells explored states apart by non-empty suffixes; the state found there is confirmed by the suffixes that tell
// it from others, and by some letters. If none contradicts, the transitions of the new state are guessed to be those of
// its lookalike.
//
// Does it stay where it is? If two letters and a word of all letters say so, or with output words that word alone, that
// is guessed.
//
// A guess that is found wrong is sifted, with all other guesses about the state. Neither is asked where the answer is
// hardly ever yes, as in random machines.
#pragma once

#include <vector>

#include "learning/refining/refiner.hpp"

namespace remap {

class NewStates {
 public:
  /// The refiner must outlive it. `longest`: the most letters that a word of all letters may make a word have.
  NewStates(Refiner& refiner, std::size_t longest)
      : refiner_(refiner), longest_(longest), tree_(refiner.words().tails()) {}

  /// For `RefinerGuide`:
  void add(State state);
  void sifted();
  void guess_failed(Transition transition);

 private:
  /// A state about which something is asked first.
  struct Candidate {
    State state;
    Node node;              // of the second tree, as far as it has come down
    ClassId id = no_class;  // if it is like no other: that of its leaf, below the node
  };
  /// How often something was asked, and the answer was yes.
  struct Record {
    std::size_t asked = 0, yes = 0;
    [[nodiscard]] double chance() const noexcept;
  };
  enum class Answer : std::uint8_t { open, yes, no };

  [[nodiscard]] bool may_have_lookalike() const noexcept;
  [[nodiscard]] bool may_stay() const noexcept;
  [[nodiscard]] bool decide(Candidate& candidate);
  [[nodiscard]] Answer has_lookalike(Candidate& candidate);
  [[nodiscard]] Answer is_like(Candidate& candidate, State other);
  [[nodiscard]] Answer stays(State state);
  [[nodiscard]] ClassId known_class_after(State state, std::span<const Letter> suffix) const;
  [[nodiscard]] ClassId predict(State state, std::span<const Letter> suffix) const;
  void find_suffixes(State state, State like);
  void guess(State state, State like);
  void make_guesses(State state);
  void settle(const Candidate& candidate);
  void part(State state);
  [[nodiscard]] Transition transition(State state, std::size_t letter) const noexcept {
    return static_cast<Transition>(index(state) * refiner_.letters() + letter);
  }

  Refiner& refiner_;
  std::size_t longest_;
  DiscriminationTree tree_;      // of states that are like no other, of a Moore machine
  std::vector<State> explored_;  // by their numbers in that tree
  std::vector<State> number_;    // in that tree, of all states; none: it is not there
  std::vector<State> like_;      // per state: the one that it goes on like; itself: it stays
  std::vector<State> guessed_;   // the states that have one
  std::vector<State> failed_;    // those of which a guess was wrong
  std::vector<Candidate> candidates_;
  std::vector<Word> suffixes_;  // that confirm
  Word all_letters_;
  Record alike_, staying_;
};

}  // namespace remap
