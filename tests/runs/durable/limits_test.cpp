// Limits on comparisons, seconds and states: a run that meets one ends with the best machine so far.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "remap/remap.hpp"

namespace remap {
namespace {

const Alphabet ab{"a", "b"};

/// The longer word is better: there is no end of classes.
Preference by_length(const Word& left, const Word& right) { return compared(left.size(), right.size()); }

TEST(Limits, OfComparisonsEndALearnerOfAnInfiniteOrder) {
  SessionOptions options;
  for (const std::uint64_t most : {1, 20, 200}) {
    options.most_comparisons = most;
    const Learned learned = learn(ab, by_length, options);
    EXPECT_EQ(learned.limit, Limit::comparisons);
    EXPECT_LE(learned.counts.comparisons, most);
    EXPECT_GE(learned.machine.size(), 1U);
  }
}

TEST(Limits, GiveAMachineThatFitsWhatIsKnown) {
  for (const Task& task : tasks()) {
    const MooreMachine hidden = task_machine(task);
    MachineTeacher teacher(hidden);
    const std::uint64_t all = learn(teacher, hidden.alphabet(), hidden.outputs()).counts.comparisons;
    for (const SessionOptions& method : {SessionOptions{}, SessionOptions::paper()}) {
      SessionOptions options = method;
      options.most_comparisons = all - 1;
      if (method.ranker == RankerKind::quicksort) options.most_comparisons = 20 * all;
      const Learned learned = learn(teacher, hidden.alphabet(), hidden.outputs(), options);
      EXPECT_LE(learned.counts.comparisons, options.most_comparisons);
      EXPECT_GT(learned.machine.size(), 1U) << task.name << " after " << learned.counts.comparisons;
    }
  }
}

TEST(Limits, OfStatesEndALearnerOfAnInfiniteOrder) {
  SessionOptions options;
  options.most_states = 10;
  const Learned learned = learn(ab, by_length, options);
  EXPECT_EQ(learned.limit, Limit::states);
  EXPECT_LE(learned.counts.comparisons, 1000U) << "it ends soon";
}

TEST(Limits, OfSecondsEndALearnerOfAnInfiniteOrder) {
  SessionOptions options;
  options.most_seconds = 0.05;
  EXPECT_EQ(learn(ab, by_length, options).limit, Limit::seconds);
}

TEST(Limits, ThatAreNotMetChangeNothing) {
  const MooreMachine machine = random_machine({12, 2, 3}, 3);
  MachineTeacher teacher(machine);
  const Learned free = learn(teacher, machine.alphabet(), machine.outputs());
  SessionOptions options;
  options.most_comparisons = free.counts.comparisons;
  options.most_seconds = 1000;
  options.most_states = 12;
  const Learned limited = learn(teacher, machine.alphabet(), machine.outputs(), options);
  EXPECT_EQ(limited.limit, Limit::none);
  EXPECT_EQ(limited.machine, free.machine);
  EXPECT_EQ(limited.counts.comparisons, free.counts.comparisons);
  --options.most_comparisons;
  EXPECT_EQ(learn(teacher, machine.alphabet(), machine.outputs(), options).limit, Limit::comparisons);
}

TEST(Limits, HoldForMealyMachinesToo) {
  SessionOptions options;
  options.machine = MachineKind::mealy;
  options.equivalence = Equivalence::order;
  options.most_comparisons = 1;
  MachineTeacher teacher(random_machine({12, 2, 3}, 3));
  const Learned learned = learn(teacher, teacher.machine().alphabet(), std::nullopt, options);
  EXPECT_EQ(learned.limit, Limit::comparisons);
  EXPECT_NE(learned.machine.mealy(), nullptr);
}

TEST(Limits, EndALoopOfOnesOwn) {
  const MooreMachine machine = random_machine({12, 2, 3}, 3);
  Session session(machine.alphabet(), machine.outputs());
  MachineTeacher teacher(machine);
  std::vector<Preference> answers(session.next().comparisons.size());
  teacher.compare(session.next().comparisons, answers);
  session.answer(answers);
  EXPECT_EQ(session.limit(), Limit::none);
  session.stop(Limit::seconds);
  EXPECT_EQ(session.next().kind, Request::Kind::done);
  EXPECT_TRUE(session.finished());
  EXPECT_EQ(session.limit(), Limit::seconds);
  EXPECT_GE(session.machine().size(), 1U);
}

TEST(Limits, OfARunThatMayErrEndItWithTheLikeliestMachine) {
  const MooreMachine machine = random_machine({20, 3, 3}, 1);
  MachineTeacher teacher(machine);
  ErringOptions comparisons, states, seconds;
  comparisons.most_comparisons = 40;
  states.most_states = 2;
  seconds.most_seconds = 1e-6;
  const auto learned = [&](const ErringOptions& options) {
    return learn_from_erring(teacher, machine.alphabet(), machine.outputs(), options);
  };
  const ErringResult few = learned(comparisons);
  EXPECT_EQ(few.limit, Limit::comparisons);
  EXPECT_TRUE(few.gave_up);
  EXPECT_LE(few.comparisons, 40U);
  EXPECT_LT(few.confidence, 0.5);
  EXPECT_EQ(learned(states).limit, Limit::states);
  EXPECT_EQ(learned(seconds).limit, Limit::seconds);
  EXPECT_EQ(learned({}).limit, Limit::none);
}

class LimitsOfARun : public testing::TestWithParam<TeacherErrs> {
 protected:
  LimitsOfARun() { std::filesystem::remove_all(folder), std::filesystem::create_directories(folder); }
  ~LimitsOfARun() override { std::filesystem::remove_all(folder); }

  [[nodiscard]] SessionHead head(std::uint64_t most_comparisons) const {
    Method method = preset_method(Preset::best, machine.alphabet(), GetParam());
    method.most_comparisons = most_comparisons;
    return {"test", machine.alphabet(), machine.outputs(), write_method(method, machine.outputs())};
  }

  MooreMachine machine = random_machine({12, 2, 3}, 3);
  MachineTeacher teacher{machine};
  std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / ("remap_limits_test_" + std::to_string(getpid()));
  std::filesystem::path path = folder / "run.jsonl";
};

TEST_P(LimitsOfARun, EndItUntilItIsResumedWithAHigherOne) {
  const RunResult whole = DurableRun::without_log(head(0)).finish(teacher);
  EXPECT_EQ(whole.limit, Limit::none);
  std::uint64_t asked = 0;
  {
    DurableRun run = DurableRun::create(path, head(30));
    const RunResult result = run.finish(teacher);
    EXPECT_EQ(result.limit, Limit::comparisons);
    EXPECT_LE(result.counts.comparisons, 30U);
    EXPECT_GT(result.counts.comparisons, 10U);
    asked += result.asked;
    const RunResult again = run.finish(teacher);
    EXPECT_EQ(again.limit, Limit::comparisons);
    EXPECT_EQ(again.asked, 0U);
    EXPECT_EQ(again.machine, result.machine);
  }
  EXPECT_FALSE(DurableRun::read(path).replay()) << "it is not finished";
  {
    DurableRun run = DurableRun::open(path);
    run.set_limits({{"max-comparisons", "45"}});
    EXPECT_EQ(run.method().most_comparisons, 45U);
    const RunResult result = run.finish(teacher);
    EXPECT_EQ(result.limit, Limit::comparisons);
    asked += result.asked;
  }
  DurableRun run = DurableRun::open(path);
  EXPECT_EQ(run.method().most_comparisons, 45U) << "it is in the log";
  run.set_limits({{"max-comparisons", "0"}});
  const RunResult result = run.finish(teacher);
  asked += result.asked;
  EXPECT_EQ(result.limit, Limit::none);
  EXPECT_EQ(result.machine, whole.machine);
  EXPECT_EQ(result.counts.comparisons, whole.counts.comparisons);
  EXPECT_EQ(asked, whole.asked) << "nothing was asked twice";
}

TEST_P(LimitsOfARun, OfTimeEndItAfterAnAnswer) {
  class Slow final : public JudgingTeacher {
   public:
    explicit Slow(Teacher& teacher) : teacher_(teacher) {}
    void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      teacher_.compare(comparisons, answers);
    }
    EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
      return teacher_.equivalence(question);
    }

   private:
    Teacher& teacher_;
  } slow(teacher);
  DurableRun run = DurableRun::create(path, head(0));
  run.set_limits({{"max-seconds", "0.02"}});
  EXPECT_EQ(run.finish(slow).limit, Limit::seconds);
  EXPECT_GT(run.answers(), 0U);
  run.set_limits({{"max-seconds", "1000"}});
  EXPECT_EQ(run.finish(teacher).limit, Limit::none);
}

TEST_P(LimitsOfARun, AreAllThatCanBeChanged) {
  DurableRun run = DurableRun::create(path, head(30));
  run.set_limits({{"max-comparisons", "18446744073709551615"}, {"max-seconds", "0.1"}});
  EXPECT_EQ(run.method().most_comparisons, UINT64_MAX);
  EXPECT_EQ(run.method().most_seconds, 0.1);
  for (const char* name : {"learner", "seed", "max_comparisons", ""}) {
    EXPECT_THROW(run.set_limits({{name, "1"}}), InputError) << name;
  }
  for (const char* text : {"-1", "many", ""}) {
    EXPECT_THROW(run.set_limits({{"max-seconds", text}}), InputError) << text;
    EXPECT_THROW(run.set_limits({{"max-states", text}}), InputError) << text;
  }
}

std::string name_of_errs(const testing::TestParamInfo<TeacherErrs>& given) {
  return given.param == TeacherErrs::off ? "exact" : "erring";
}

INSTANTIATE_TEST_SUITE_P(All, LimitsOfARun, testing::Values(TeacherErrs::off, TeacherErrs::on), name_of_errs);

}  // namespace
}  // namespace remap
