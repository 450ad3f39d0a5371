#include "remap/runs/durable_run.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "remap/automata/random.hpp"
#include "remap/runs/settings.hpp"
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
  std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "remap_durable_run_test.jsonl";
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

TEST_F(Durable, AnAnswerThatIsTakenBackIsAskedAgainAndChangesAreKept) {
  { DurableRun::create(path, head()).finish(teacher); }
  {
    DurableRun run = DurableRun::open(path);
    run.retract(AnswerId{1});
    EXPECT_THROW(run.retract(AnswerId{1}), InputError);
    EXPECT_THROW(run.change(AnswerId{100'000}, Preference::equal), InputError);
  }
  EXPECT_FALSE(DurableRun::read(path).replay()) << "it must be asked again";
  const RunResult result = DurableRun::open(path).finish(teacher);
  EXPECT_EQ(result.machine, canonical(machine));
  EXPECT_GE(result.asked, 1U);
}

TEST_F(Durable, RefusesATeacherThatDoesNotJudgeWhenMachinesAreToBeJudged) {
  FunctionTeacher only_compares([](const Word&, const Word&) { return Preference::equal; });
  EXPECT_THROW(DurableRun::without_log(head()).finish(only_compares), InputError);
}

TEST_F(Durable, AContradictionNamesItsAnswersAndLeavesThemInTheLog) {
  FunctionTeacher never(
      [](const Word& left, const Word& right) { return left == right ? Preference::equal : Preference::less; });
  SessionHead chosen = head();
  Method method = preset_method(Preset::paper, machine.alphabet());
  method.equivalence = Equivalence::order_sampling;
  method.ranker = RankerKind::all_pairs;
  chosen.settings = write_method(method, machine.outputs());
  std::string told;
  try {
    DurableRun::create(path, chosen).finish(never);
    ADD_FAILURE();
  } catch (const Contradiction& error) {
    told = error.what();
  }
  EXPECT_NE(told.find("answer 1: "), std::string::npos) << told;
  EXPECT_GT(DurableRun::read(path).answers(), 0U);
}

}  // namespace
}  // namespace remap
