#include "remap/runs/durable_run.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "remap/automata/random.hpp"
#include "remap/runs/settings.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

/// Stops answering after a number of comparisons.
class Stopping final : public JudgingTeacher {
 public:
  Stopping(Teacher& teacher, std::size_t after) : teacher_(teacher), left_(after) {}
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    if (left_ < comparisons.size()) throw Error("stopped");
    left_ -= comparisons.size();
    teacher_.compare(comparisons, answers);
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override { return teacher_.equivalence(question); }

 private:
  Teacher& teacher_;
  std::size_t left_;
};

class Durable : public testing::Test {
 protected:
  Durable() { std::filesystem::remove(path); }
  ~Durable() override { std::filesystem::remove(path); }

  [[nodiscard]] SessionHead head() const {
    SessionHead result{"test", machine.alphabet(), machine.outputs()};
    result.settings = write_method(preset_method(Preset::best, machine.alphabet()), machine.outputs());
    return result;
  }

  MooreMachine machine = random_machine({9, 2, 3}, 3);
  MachineTeacher teacher{machine};
  // One file per process: ctest runs several of these tests at once.
  std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) / ("remap_durable_run_test_" + std::to_string(getpid()) + ".jsonl");
};

TEST_F(Durable, GoesOnWhereItStoppedAndAsksNothingTwice) {
  const RunResult whole = DurableRun::without_log(head()).finish(teacher);
  EXPECT_EQ(whole.machine, canonical(machine));
  for (const std::size_t after : {0, 1, 7, 20}) {
    std::filesystem::remove(path);
    Stopping stopping(teacher, after);
    EXPECT_THROW(DurableRun::create(path, head()).finish(stopping), Error);
    DurableRun run = DurableRun::open(path);
    const std::size_t kept = run.answers();
    EXPECT_LE(kept, after);
    const RunResult result = run.finish(teacher);
    EXPECT_EQ(result.machine, whole.machine);
    EXPECT_EQ(result.asked + kept, whole.asked);
    EXPECT_EQ(result.counts.comparisons, whole.counts.comparisons);
  }
}

TEST_F(Durable, StartsWithoutSettings) {
  const RunResult result =
      DurableRun::create(path, {.version = "test", .alphabet = machine.alphabet(), .outputs = machine.outputs()})
          .finish(teacher);
  EXPECT_EQ(result.machine, canonical(machine));
  EXPECT_EQ(DurableRun::read(path).head().settings, head().settings) << "the log says what was chosen";
  const RunResult by_order =
      DurableRun::without_log({.version = "test", .alphabet = machine.alphabet()}).finish(teacher);
  EXPECT_EQ(by_order.machine.size(), machine.size());
}

TEST_F(Durable, WritesNothingIfTheRunCannotBegin) {
  SessionHead unknown = head(), unfit = head(), settles = head();
  unknown.settings.emplace_back("colour", "red");
  unfit.outputs.reset();
  settles.teacher.emplace_back("settle", "dice");
  for (const SessionHead& wrong : {unknown, unfit, settles}) {
    EXPECT_THROW(DurableRun::create(path, wrong), Error);
    EXPECT_FALSE(std::filesystem::exists(path));
  }
}

TEST_F(Durable, ReplaysWithoutATeacherAndSaysWhenItCannot) {
  {
    Stopping stopping(teacher, 10);
    EXPECT_THROW(DurableRun::create(path, head()).finish(stopping), Error);
  }
  EXPECT_FALSE(DurableRun::read(path).replay());
  DurableRun::open(path).finish(teacher);
  DurableRun run = DurableRun::read(path);
  const auto result = run.replay();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->machine, canonical(machine));
  EXPECT_EQ(result->asked, 0U);
  EXPECT_TRUE(run.needless().empty());
}

TEST_F(Durable, WhatIsTakenBackIsAskedAgain) {
  { DurableRun::create(path, head()).finish(teacher); }
  {
    DurableRun run = DurableRun::open(path);
    const AnswerId acceptance = make_id<AnswerId>(run.answers());
    run.retract(acceptance);
    EXPECT_THROW(run.retract(acceptance), InputError);
    EXPECT_THROW(run.change(AnswerId{100'000}, Preference::equal), InputError);
  }
  EXPECT_FALSE(DurableRun::read(path).replay()) << "it must be asked again";
  const RunResult result = DurableRun::open(path).finish(teacher);
  EXPECT_EQ(result.machine, canonical(machine));
  EXPECT_EQ(result.asked, 1U);
}

TEST_F(Durable, AChangedAnswerIsKept) {
  { DurableRun::create(path, head()).finish(teacher); }
  const std::string before = DurableRun::read(path).answer_text(AnswerId{1});
  DurableRun::open(path).change(AnswerId{1}, Preference::unsure);
  const std::string after = DurableRun::read(path).answer_text(AnswerId{1});
  EXPECT_NE(after, before);
  EXPECT_NE(after.find("unsure"), std::string::npos) << after;
}

TEST_F(Durable, RefusesATeacherThatDoesNotJudgeWhenMachinesAreToBeJudged) {
  FunctionTeacher only_compares([](const Word&, const Word&) { return Preference::equal; });
  EXPECT_THROW(DurableRun::without_log(head()).finish(only_compares), InputError);
}

/// All words are equal, says one side; a and b have different values, says the other.
class TwoTongued final : public JudgingTeacher {
 public:
  void compare(const Comparisons&, std::span<Preference> answers) override {
    std::fill(answers.begin(), answers.end(), Preference::equal);
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion&) override {
    const bool first = ++asked_ == 1;
    return EquivalenceAnswer::wrong({first ? Letter{0} : Letter{1}}, first ? Output{0} : Output{2});
  }

 private:
  int asked_ = 0;
};

TEST_F(Durable, AContradictionNamesItsAnswersAndLeavesThemInTheLog) {
  TwoTongued two_tongued;
  std::string told;
  try {
    DurableRun::create(path, head()).finish(two_tongued);
    ADD_FAILURE() << "no machine does that";
  } catch (const Contradiction& error) {
    told = error.what();
  }
  EXPECT_NE(told.find("these cannot all hold:\n  answer "), std::string::npos) << told;
  EXPECT_GT(DurableRun::read(path).answers(), 2U);
}

TEST_F(Durable, MoreLevelsThanOutputsAreToldAsSuch) {
  class ByLength final : public Teacher {  // three levels: the empty word, one letter, more
    void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
      const auto level = [](const Word& word) { return std::min<std::size_t>(word.size(), 2); };
      for (std::size_t i = 0; i < comparisons.size(); ++i) {
        answers[i] = compared(level(comparisons.left(i)), level(comparisons.right(i)));
      }
    }
  };
  ByLength by_length;
  SessionHead two{"test", Alphabet{"a", "b"}, Outputs{"0", "1"}};
  AskedSettings asked{{"equivalence", "order-sampling"}};
  two.settings = write_method(make_method(asked, two.alphabet, two.outputs), two.outputs);
  try {
    DurableRun::create(path, two).finish(by_length);
    ADD_FAILURE() << "two outputs cannot have three levels";
  } catch (const TooFewOutputs& error) {
    EXPECT_EQ(error.needed(), 3U);
  }
}

}  // namespace
}  // namespace remap
