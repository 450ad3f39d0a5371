#include "remap/teachers/machine.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "learning/words/word_tree.hpp"
#include "remap/automata/error.hpp"

namespace remap {
namespace {

TEST(SampleSize, FollowsTheScheduleOrIsFixed) {
  const SampleSize schedule{0, 0.1, 0.05};
  for (std::size_t k = 1; k < 20; ++k) {
    EXPECT_EQ(static_cast<double>(schedule.for_question(k)),
              std::ceil((std::log(20.0) + static_cast<double>(k) * std::log(2.0)) / 0.1));
  }
  EXPECT_EQ(schedule.for_question(1), 37U);
  EXPECT_EQ((SampleSize{12, 0.1, 0.1}.for_question(9)), 12U);
  EXPECT_EQ(schedule.error_after(5), schedule.epsilon);
  // So many words as the schedule asks for leave the error that it allows, but for rounding up.
  const SampleSize fixed{schedule.for_question(5), 0.9, schedule.delta};
  EXPECT_NEAR(fixed.error_after(5), schedule.epsilon, 0.02 * schedule.epsilon);
  EXPECT_EQ((SampleSize{1, 0.1, 0.1}.error_after(5)), 1.0);
}

TEST(SampleWord, LengthsAreGeometricAndLettersUniform) {
  Random random(5);
  constexpr std::size_t count = 200'000;
  std::map<std::size_t, std::size_t> lengths;
  std::vector<double> letters(3, 0);
  double total = 0;
  Word word;
  for (std::size_t i = 0; i < count; ++i) {
    sample_word(random, 0.2, letters.size(), word);
    ++lengths[word.size()];
    total += static_cast<double>(word.size());
    for (Letter letter : word) letters[index(letter)] += 1;
  }
  EXPECT_EQ(lengths.count(0), 0U);
  double expected = 0.2;
  for (std::size_t length = 1; length <= 12; ++length, expected *= 0.8) {
    EXPECT_NEAR(static_cast<double>(lengths[length]) / count, expected, 0.005) << "length " << length;
  }
  EXPECT_NEAR(total / count, 5.0, 0.05);
  for (double seen : letters) EXPECT_NEAR(seen / total, 1.0 / 3.0, 0.005);
}

MooreMachine two_states(std::vector<Output> output_of) {
  const auto alphabet = Alphabet::plain({"a"});
  const auto outputs = Outputs(std::vector<std::string>{"0", "1", "2"});
  return {alphabet, outputs, State{0}, std::move(output_of), {State{1}, State{1}}};
}

EquivalenceAnswer ask(SamplingTeacher& teacher, const MooreMachine& machine) {
  const WordTree words;
  return teacher.equivalence({machine, {}, words, false, 1});
}

TEST(SamplingTeacher, TheEmptyWordIsAlwaysTestedAndFirst) {
  SamplingTeacher teacher(two_states({Output{0}, Output{1}}), {{1, 0.1, 0.1}});
  const EquivalenceAnswer answer = ask(teacher, two_states({Output{2}, Output{2}}));
  ASSERT_TRUE(answer.counterexample);
  EXPECT_TRUE(answer.counterexample->empty());
  EXPECT_EQ(answer.feedback.outputs, std::vector<Output>{Output{0}});
}

TEST(SamplingTeacher, ReturnsAWordThatIsWrongAndAcceptsTheRightMachine) {
  SamplingTeacher teacher(two_states({Output{0}, Output{1}}), {{5, 0.1, 0.1}});
  const EquivalenceAnswer answer = ask(teacher, two_states({Output{0}, Output{2}}));
  ASSERT_TRUE(answer.counterexample);
  EXPECT_FALSE(answer.counterexample->empty());
  EXPECT_FALSE(ask(teacher, two_states({Output{0}, Output{1}})).counterexample);
}

// A machine that is wrong with probability q is accepted with probability (1 - q)^m.
TEST(SamplingTeacher, MissesRareErrorsAsOftenAsItShould) {
  const auto alphabet = Alphabet::plain({"a", "b"});
  const auto outputs = Outputs(std::vector<std::string>{"0", "1"});
  const auto build = [&](std::size_t after_a) {
    const std::vector<Output> output_of{Output{0}, make_id<Output>(after_a), Output{0}};
    const std::vector<State> next{State{1}, State{2}, State{2}, State{2}, State{2}, State{2}};
    return MooreMachine(alphabet, outputs, State{0}, output_of, next);
  };
  const auto hidden = build(1);
  const auto wrong = build(0);  // on the word a alone: 0.2 · 0.5
  EXPECT_NEAR(disagreement(hidden, wrong, 0.2), 0.1, 1e-9);
  std::size_t accepted = 0;
  constexpr std::size_t runs = 20'000;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    SamplingTeacher teacher(hidden, {{5, 0.1, 0.1}, 0.2, FeedbackStrength::value, seed});
    accepted += ask(teacher, wrong).counterexample ? 0 : 1;
  }
  EXPECT_NEAR(static_cast<double>(accepted) / runs, std::pow(0.9, 5), 0.015);
}

TEST(SamplingTeacher, RefusesNumbersOutOfRange) {
  const auto machine = two_states({Output{0}, Output{1}});
  for (double bad : {0.0, 1.0, 2.0, -0.1}) {
    EXPECT_THROW(SamplingTeacher(machine, {{0, bad, 0.1}}), InputError);
    EXPECT_THROW(SamplingTeacher(machine, {{0, 0.1, bad}}), InputError);
  }
  EXPECT_THROW(SamplingTeacher(machine, {{5, 0.1, 0.1}, 0.0}), InputError);
  EXPECT_NO_THROW(SamplingTeacher(machine, {{5, 7, 7}, 1.0}));  // unused epsilon and delta
}

}  // namespace
}  // namespace remap
