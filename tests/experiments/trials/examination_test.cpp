#include "experiments/trials/examination.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/trials/subject.hpp"
#include "remap/automata/equivalence.hpp"

namespace remap::experiments {
namespace {

/// The subject's machine with the output of one state changed.
MooreMachine spoiled(const MooreMachine& machine, std::size_t state) {
  std::vector<Output> outputs;
  std::vector<State> next;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const std::size_t output = index(machine.output(make_id<State>(q)));
    outputs.push_back(make_id<Output>(q == state ? (output + 1) % machine.outputs().size() : output));
    for (const State to : machine.row(make_id<State>(q))) next.push_back(to);
  }
  return {machine.alphabet(), machine.outputs(), machine.initial(), std::move(outputs), std::move(next)};
}

TEST(TestSet, HasTheSizeOfTheAppendix) {
  // craft/t5: nine ways without loops, 18 steps in all, 8 letters; one geometric word per sample.
  const Subject subject = task_subject(*find_task("craft/t5"), {10, 1});
  EXPECT_EQ(subject.examination->words(), 10U + 18 * 8 * 10);
  EXPECT_EQ(subject.examination->examine(*subject.machine, 0).tested, subject.examination->words());
}

TEST(TestSet, TellsRightFromWrong) {
  const Subject subject = task_subject(*find_task("office/t3"), {25, 1});
  EXPECT_EQ(subject.examination->examine(*subject.machine, 0).accuracy(), 1);
  for (std::size_t q = 0; q < subject.machine->size(); ++q) {
    EXPECT_LT(subject.examination->examine(spoiled(*subject.machine, q), 0).accuracy(), 1) << "state " << q;
  }
}

TEST(TestSet, GeometricPartAgreesWithTheExactDisagreement) {
  const auto machine = task_subject(*find_task("office/t1"), {1, 1}).machine;
  const MooreMachine other = spoiled(*machine, 2);
  const TestSet set(machine, nullptr, 200'000, 5);
  const double expected = 1 - disagreement(*machine, other, 0.2);
  EXPECT_NEAR(set.examine(other, 0).accuracy(), expected, 4 * std::sqrt(expected * (1 - expected) / 200'000));
}

TEST(TestSet, StaysBelowItsLimit) {
  const Subject subject = task_subject(*find_task("craft/t10"), {1, 1});
  const TestSet set(subject.machine, subject.paths, 1'000'000, 1, 100'000);
  EXPECT_LE(set.words() - 1'000'000, 100'000U);
}

TEST(ClassMembers, BelongToTheirClassAndHaveConditionalLengths) {
  const Subject subject = regex_subjects(2).back();  // a*b, b*a, (ab)*, (ba)*
  const ClassMembers members(subject.machine, 200);
  ASSERT_EQ(members.classes(), 5U);
  Random random(1);
  Word word;
  for (std::size_t c = 0; c < members.classes(); ++c) {
    for (int i = 0; i < 500; ++i) {
      members.draw(c, random, word);
      ASSERT_EQ(subject.machine->output_after(word), members.output(c));
      ASSERT_GE(word.size(), 1U);
    }
  }
  // a*b over two letters: P(L = l | member) is proportional to 0.8^l / 2^l, so the share of length 1 is 0.6.
  const Subject simple = regex_subjects(2).front();
  const ClassMembers one(simple.machine, 1);
  std::size_t short_ones = 0;
  constexpr std::size_t draws = 20'000;
  for (std::size_t i = 0; i < draws; ++i) {
    one.draw(1, random, word);
    short_ones += word.size() == 1 ? 1 : 0;
  }
  EXPECT_NEAR(double(short_ones) / draws, 0.6, 0.015);
}

TEST(ClassMembers, TellRightFromWrong) {
  const Subject subject = regex_subjects(2)[3];
  EXPECT_EQ(subject.examination->examine(*subject.machine, 1).accuracy(), 1);
  EXPECT_LT(subject.examination->examine(spoiled(*subject.machine, 0), 1).accuracy() +
                subject.examination->examine(spoiled(*subject.machine, 1), 1).accuracy(),
            2);
}

TEST(RegexSubjects, KeepTheirSizesOverMoreLetters) {
  std::vector<std::size_t> sizes;
  for (const Subject& subject : regex_subjects(2)) sizes.push_back(subject.machine->size());
  EXPECT_EQ(sizes, (std::vector<std::size_t>{3, 8, 8, 11, 14}));
  EXPECT_EQ(regex_subjects(5).front().machine->letters(), 5U);
}

}  // namespace
}  // namespace remap::experiments
