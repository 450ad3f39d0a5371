// Tests that look for states not found yet, before a shape is offered.
//
// A test is a word whose class the shape predicts; as long as the prediction holds it costs one comparison. Which words
// are tested decides everything. Real systems have a sink, letters that do nothing in most states, and rare paths that
// matter, so random words find little. Six kinds of tests are drawn from, each with a weight that follows its success:
//   walk      a random walk over rarely crossed transitions (random_walks.hpp)
//   memory    what tells a state from its nearest relatives: does it still show after a transition from the state, once
//             a path leads back to one of them?
//   suffix    a transition, then a suffix that has split states before
//   detour    the same with a letter in between
//   longer    a transition from one of the newest states, then the suffix that told it apart with its first letter
//   twice:
//             what counts has states that differ by ever longer words
//   live      a transition, then letters that do something in other states
// Half of the tests but walks start from one of the newest states, about which least is known.
// The memory of a new state is tested first, letter by letter, wherever the state it was split from behaves alike.
//
// A shape is offered after so many tests in a row found nothing: a number that grows with the price of an equivalence
// question, and with the number of states of large machines. The kinds are the result of measurements on published
// models of protocols and controllers.
#pragma once

#include <array>
#include <deque>

#include "learning/testing/random_walks.hpp"
#include "learning/testing/shape_index.hpp"
#include "learning/testing/splitting_suffixes.hpp"

namespace remap {

class StateTests {
 public:
  /// All must outlive the tests.
  StateTests(Refiner& refiner, Random& random, const LearnerSetting& setting);

  /// For `RefinerGuide::test`: evaluates the answered tests, then adds tests or offers the shape.
  void test();
  /// For `RefinerGuide::split`.
  void split(State old, State made, const Search& search);
  /// A counterexample to an offered shape.
  void counterexample(WordId word);

 private:
  enum class Kind : std::uint8_t { walk, memory, suffix, detour, longer, live, fresh };
  static constexpr std::size_t drawn_kinds = 6;  // all but `fresh`
  struct Record {
    double weight;
    double found = 0, tests = 0;
  };
  struct Drawn {
    Kind kind;
    Suffix suffix;
  };
  /// The letters of a new state to be tested.
  struct Fresh {
    State made, old;
    Node node;  // that tells them apart
    std::size_t letter;
  };

  void evaluate();
  void offer();
  [[nodiscard]] std::size_t enough() const;
  /// Tests that must find nothing, for the price alone and for the number of states.
  [[nodiscard]] double patience() const;
  [[nodiscard]] double share() const;
  void add_fresh(std::size_t most);
  void add_drawn(std::size_t count);
  [[nodiscard]] Kind draw_kind();
  /// One of the newest states: the newest but for the chance to pass over it, and so on.
  [[nodiscard]] State draw_new_state(double pass_over);
  [[nodiscard]] Transition draw_transition();
  [[nodiscard]] bool draw(Kind kind, State& start, Suffix& suffix);
  [[nodiscard]] bool draw_memory(State& start);
  [[nodiscard]] bool draw_longer(State& start);
  void follow_live_letters();
  bool add(Kind kind, State start, Suffix suffix);

  Refiner& refiner_;
  Random& random_;
  RandomWalks walks_;
  ShapeIndex index_;
  SplittingSuffixes suffixes_;
  double price_;             // of an equivalence question, in comparisons
  double part_;              // of the tests that the number of states and transitions asks for
  bool tests_fresh_;         // of states just split
  std::size_t longest_;      // the most letters that the word of a test may have
  std::size_t finds_ = 0;    // rounds of tests since the last counterexample that found something
  double most_finds_;        // before the shape is offered
  std::size_t offered_ = 0;  // states when it was offered last
  std::array<Record, drawn_kinds> kinds_;
  std::vector<Drawn> drawn_;  // what is being asked, as `Refiner::tests`
  std::deque<Fresh> fresh_;
  LargeVector<Node> longer_;    // per transition, the node with whose suffix `longer` has tested it
  std::size_t agreements_ = 0;  // tests in a row that found nothing
  std::size_t futile_ = 0;      // draws since then that gave no test
  Word letters_;                // of the test being made
};

}  // namespace remap
