#include "teachers/simulated/overlooking.hpp"

#include <gtest/gtest.h>

#include "learning/words/word_tree.hpp"
#include "remap/automata/random.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

/// Shows the same wrong machine again and again: all states of the hidden machine but one transition elsewhere.
class Overlooking : public ::testing::Test {
 protected:
  Overlooking() : hidden(random_machine({6, 3, 4}, 3)), exact(hidden) {
    std::vector<State> next;
    std::vector<Output> output;
    for (std::size_t q = 0; q < hidden.size(); ++q) {
      output.push_back(hidden.output(make_id<State>(q)));
      for (std::size_t a = 0; a < 3; ++a) next.push_back(hidden.next(make_id<State>(q), make_id<Letter>(a)));
    }
    for (std::size_t to = 0; to < hidden.size(); ++to) {  // a wrong transition that its own line shows
      if (output[to] == output[index(next.back())]) continue;
      next.back() = make_id<State>(to);
      break;
    }
    wrong.emplace(hidden.alphabet(), hidden.outputs(), hidden.initial(), output, next);
    representative.assign(hidden.size(), empty_word);
  }
  EquivalenceAnswer ask(Teacher& teacher, const MooreMachine& machine) {
    return teacher.equivalence({machine, representative, words, false, 1});
  }

  MooreMachine hidden;
  MachineTeacher exact;
  std::optional<MooreMachine> wrong;
  WordTree words;
  std::vector<WordId> representative;
};

TEST_F(Overlooking, ARightMachineIsAccepted) {
  OverlookingTeacher teacher(exact, hidden, {0.3, 0.5, 1});
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(ask(teacher, hidden).counterexample);
}

TEST_F(Overlooking, WrongLinesAreOverlookedNowAndThen) {
  OverlookingTeacher careful(exact, hidden, {0, 0, 1}), careless(exact, hidden, {0.9, 0, 1});
  int found = 0;
  for (int i = 0; i < 200; ++i) {
    const EquivalenceAnswer answer = ask(careful, *wrong);
    ASSERT_TRUE(answer.counterexample);
    EXPECT_NE(hidden.output_after(*answer.counterexample), wrong->output_after(*answer.counterexample));
    EXPECT_EQ(answer.feedback.outputs.front(), hidden.output_after(*answer.counterexample));
    found += ask(careless, *wrong).counterexample ? 1 : 0;
  }
  EXPECT_GT(found, 10);
  EXPECT_LT(found, 180);
}

TEST_F(Overlooking, ValuesAreWrongAsOftenAsSaidAndNeverTheMachinesOwn) {
  OverlookingTeacher teacher(exact, hidden, {-1, 0.25, 1});
  int wrong_values = 0;
  for (int i = 0; i < 400; ++i) {
    const EquivalenceAnswer answer = ask(teacher, *wrong);
    ASSERT_TRUE(answer.counterexample);
    const Output named = answer.feedback.outputs.front();
    EXPECT_NE(named, wrong->output_after(*answer.counterexample));
    wrong_values += named != hidden.output_after(*answer.counterexample) ? 1 : 0;
  }
  EXPECT_NEAR(wrong_values, 100, 30);
}

}  // namespace
}  // namespace remap
