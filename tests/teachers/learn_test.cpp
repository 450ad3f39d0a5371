#include "remap/teachers/learn.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "remap/automata/random.hpp"
#include "remap/teachers/machine.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap {
namespace {

TEST(Learn, GivesTheMinimalMachine) {
  const auto hidden = std::make_shared<const MooreMachine>(random_machine({25, 2, 3}, 3));
  MachineTeacher teacher(*hidden);
  EXPECT_EQ(learn(teacher, hidden->alphabet(), hidden->outputs()).machine, canonical(*hidden));
}

TEST(Learn, WithoutOutputsTheMachineIsOverRanks) {
  const auto hidden = std::make_shared<const MooreMachine>(random_machine({12, 2, 3}, 3));
  MachineTeacher teacher(*hidden);
  SessionOptions options = SessionOptions::paper();
  options.equivalence = Equivalence::order;
  const MooreMachine learned = learn(teacher, hidden->alphabet(), std::nullopt, options).machine.moore();
  EXPECT_EQ(learned.outputs().names(), Outputs::ranks(3).names());
  EXPECT_EQ(learned.size(), hidden->size());
}

TEST(Learn, WhatATeacherThrowsComesThrough) {
  class Tired final : public Teacher {
    void compare(const Comparisons&, std::span<Preference>) override { throw Error("enough for today"); }
    EquivalenceAnswer equivalence(const EquivalenceQuestion&) override { return {}; }
  } teacher;
  const auto alphabet = Alphabet::plain({"a"});
  const auto outputs = Outputs(std::vector<std::string>{"0", "1"});
  EXPECT_THROW(learn(teacher, alphabet, outputs), Error);
}

TEST(Learn, TheDefaultAsksWhatTheCommandAsks) {
  const MooreMachine hidden = task_machine(*find_task("craft/t10"));
  MachineTeacher teacher(hidden);
  const Learned learned = learn(teacher, hidden.alphabet(), hidden.outputs());
  EXPECT_EQ(learned.machine, hidden);
  EXPECT_EQ(learned.counts.comparisons, 190U);
  EXPECT_EQ(learned.counts.equivalence_questions, 1U);
  EXPECT_EQ(learned.counts.words, 215U);
}

TEST(Learn, AFunctionIsATeacher) {
  // The value is the number of a's, up to two.
  const auto value = [](const Word& word) {
    return static_cast<double>(std::min<std::ptrdiff_t>(2, std::count(word.begin(), word.end(), Letter{0})));
  };
  const Learned by_values = learn_from_values({"a", "b"}, Outputs{"low", "middle", "high"}, value);
  EXPECT_EQ(by_values.machine.size(), 3U);
  EXPECT_EQ(by_values.counts.equivalence_questions, 0U);
  EXPECT_EQ(by_values.machine.outputs().name(by_values.machine.output_after(Word{Letter{0}, Letter{1}})), "middle");
  const Learned by_comparisons =
      learn({"a", "b"}, Outputs{"low", "middle", "high"},
            [&](const Word& left, const Word& right) { return compared(value(left), value(right)); });
  EXPECT_EQ(by_comparisons.machine, by_values.machine);
  EXPECT_EQ(by_comparisons.counts.comparisons, by_values.counts.comparisons);
}

}  // namespace
}  // namespace remap
