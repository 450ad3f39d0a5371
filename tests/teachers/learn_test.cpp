#include "remap/teachers/learn.hpp"

#include <gtest/gtest.h>

#include "remap/automata/random.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

TEST(Learn, GivesTheMinimalMachine) {
  const auto hidden = std::make_shared<const MooreMachine>(random_machine({25, 2, 3}, 3));
  MachineTeacher teacher(*hidden);
  EXPECT_EQ(learn(teacher, hidden->alphabet(), hidden->outputs()), canonical(*hidden));
}

TEST(Learn, WithoutOutputsTheMachineIsOverRanks) {
  const auto hidden = std::make_shared<const MooreMachine>(random_machine({12, 2, 3}, 3));
  MachineTeacher teacher(*hidden);
  SessionOptions options;
  options.by_order = true;
  const MooreMachine learned = learn(teacher, hidden->alphabet(), std::nullopt, options);
  EXPECT_EQ(learned.outputs().names(), Outputs::ranks(3).names());
  EXPECT_EQ(learned.size(), hidden->size());
}

TEST(Learn, WhatATeacherThrowsComesThrough) {
  class Tired final : public Teacher {
    void compare(const WordTree&, std::span<const Comparison>, std::span<Preference>) override {
      throw Error("enough for today");
    }
    EquivalenceAnswer equivalence(const EquivalenceQuestion&) override { return {}; }
  } teacher;
  const auto alphabet = Alphabet::plain({"a"});
  const auto outputs = Outputs(std::vector<std::string>{"0", "1"});
  EXPECT_THROW(learn(teacher, alphabet, outputs), Error);
}

}  // namespace
}  // namespace remap
