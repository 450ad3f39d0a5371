#include "runs/erring/erring_run.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/random.hpp"
#include "remap/runs/durable_run.hpp"
#include "remap/runs/settings.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

/// Errs, always in the same way, and stops answering after a number of comparisons.
class Erring final : public JudgingTeacher {
 public:
  Erring(const MooreMachine& machine, std::size_t after)
      : exact_(machine), noisy_(exact_, machine.alphabet(), machine.outputs(), noise()), left_(after) {}
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    if (left_ < comparisons.size()) throw Error("stopped");
    left_ -= comparisons.size();
    noisy_.compare(comparisons, answers);
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override { return exact_.equivalence(question); }

 private:
  static NoiseOptions noise() {
    NoiseOptions options;
    options.mistakes = 0.06;
    options.persistent = true;
    return options;
  }
  MachineTeacher exact_;
  NoiseTeacher noisy_;
  std::size_t left_;
};

class DurableErring : public testing::Test {
 protected:
  DurableErring() { std::filesystem::remove(path); }
  ~DurableErring() override { std::filesystem::remove(path); }

  [[nodiscard]] SessionHead head(const AskedSettings& more = {}) const {
    SessionHead result{"test", machine.alphabet(), machine.outputs()};
    AskedSettings asked{{"teacher-errs", "on"}, {"confidence", "0.95"}};
    asked.insert(more.begin(), more.end());
    result.settings = write_method(make_method(asked, machine.alphabet(), machine.outputs()), machine.outputs());
    return result;
  }
  [[nodiscard]] RunResult finish(DurableRun run, std::size_t after = SIZE_MAX) const {
    Erring teacher(machine, after);
    return run.finish(teacher);
  }

  MooreMachine machine = random_machine({6, 2, 3}, 3);
  std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) /
      (std::string("remap_erring_") + testing::UnitTest::GetInstance()->current_test_info()->name() + ".jsonl");
};

TEST_F(DurableErring, SaysHowSureItIsAndWhichAnswersAreDoubtful) {
  DurableRun run = DurableRun::without_log(head());
  Erring teacher(machine, SIZE_MAX);
  const RunResult result = run.finish(teacher);
  EXPECT_EQ(result.machine, canonical(machine));
  ASSERT_TRUE(result.erring);
  EXPECT_GE(result.erring->confidence, 0.95);
  EXPECT_GE(result.erring->confidence_in_word, result.erring->confidence);
  EXPECT_GT(result.erring->errors.overall, 0.01);
  EXPECT_FALSE(result.erring->doubtful.empty());
  EXPECT_EQ(result.counts.comparisons + result.counts.equivalence_questions, run.answers());
}

TEST_F(DurableErring, DoubtfulAnswersHaveTheirNumbersInTheLog) {
  bool after_a_verdict = false;  // whose answer has a number, too
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    machine = random_machine({6, 2, 3}, seed);
    DurableRun run = DurableRun::without_log(head());
    Erring teacher(machine, SIZE_MAX);
    const RunResult result = run.finish(teacher);
    for (const DoubtfulAnswer& answer : result.erring->doubtful) {
      const BookEntry& entry = run.book().at(make_id<AnswerId>(answer.number));
      ASSERT_EQ(entry.kind, BookEntry::Kind::comparison);
      EXPECT_EQ(run.book().words().spell(entry.left), answer.left);
      EXPECT_EQ(run.book().words().spell(entry.right), answer.right);
      EXPECT_EQ(entry.answer, answer.answer);
      for (std::size_t i = 1; i < answer.number; ++i) {
        after_a_verdict |= run.book().at(make_id<AnswerId>(i)).kind != BookEntry::Kind::comparison;
      }
    }
  }
  EXPECT_TRUE(after_a_verdict);
}

TEST_F(DurableErring, GoesOnWhereItStoppedAndReplaysToTheSame) {
  const RunResult whole = finish(DurableRun::without_log(head()));
  for (const std::size_t after : {0, 1, 10, 40}) {
    std::filesystem::remove(path);
    EXPECT_THROW(static_cast<void>(finish(DurableRun::create(path, head()), after)), Error);
    EXPECT_FALSE(DurableRun::read(path).replay());
    DurableRun run = DurableRun::open(path);
    const std::size_t kept = run.answers();
    const RunResult result = finish(std::move(run));
    EXPECT_EQ(result.machine, whole.machine);
    EXPECT_EQ(result.asked + kept, whole.asked);
    EXPECT_EQ(result.counts.comparisons, whole.counts.comparisons);
    EXPECT_EQ(result.erring->confidence, whole.erring->confidence);
    DurableRun again = DurableRun::read(path);
    const auto replayed = again.replay();
    ASSERT_TRUE(replayed);
    EXPECT_EQ(replayed->machine, whole.machine);
    EXPECT_EQ(replayed->asked, 0U);
    EXPECT_EQ(replayed->erring->confidence, whole.erring->confidence);
    EXPECT_TRUE(again.needless().empty());
  }
}

TEST_F(DurableErring, AnswersCanBeTakenBackAndCorrected) {
  const RunResult first = finish(DurableRun::create(path, head()));
  ASSERT_FALSE(first.erring->doubtful.empty());
  {
    DurableRun run = DurableRun::open(path);
    const DoubtfulAnswer& wrong = first.erring->doubtful.front();
    run.change(make_id<AnswerId>(wrong.number), wrong.likely);
    const RunResult corrected = finish(std::move(run));
    EXPECT_EQ(corrected.machine, first.machine);
    for (const DoubtfulAnswer& answer : corrected.erring->doubtful) EXPECT_NE(answer.number, wrong.number);
  }
  DurableRun run = DurableRun::open(path);
  run.retract(make_id<AnswerId>(3));
  const RunResult again = finish(std::move(run));
  EXPECT_EQ(again.machine, first.machine);
  const auto replayed = DurableRun::read(path).replay();
  ASSERT_TRUE(replayed);
  EXPECT_EQ(replayed->machine, again.machine);
  EXPECT_EQ(replayed->erring->confidence, again.erring->confidence);
}

TEST_F(DurableErring, ComparisonsAloneWillDo) {
  const RunResult result = finish(DurableRun::create(path, head({{"equivalence", "order-sampling"}})));
  EXPECT_EQ(result.counts.equivalence_questions, 0U);
  EXPECT_GE(result.erring->confidence, 0.95);
  const auto replayed = DurableRun::read(path).replay();
  ASSERT_TRUE(replayed);
  EXPECT_EQ(replayed->machine, result.machine);
}

TEST_F(DurableErring, EveryoneWhoAnsweredIsAnAnnotator) {
  {
    DurableRun run = DurableRun::create(path, head());
    run.answered_by("anna");
    MachineTeacher exact(machine);
    class Changing final : public JudgingTeacher {
     public:
      Changing(Teacher& teacher, DurableRun& run) : teacher_(teacher), run_(run) {}
      void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
        if (++asked_ % 10 == 0) run_.answered_by(asked_ % 20 == 0 ? "anna" : "berta");
        teacher_.compare(comparisons, answers);
        if (asked_ % 20 >= 10 && asked_ % 2 == 0) answers[0] = swapped(answers[0]);  // berta errs
      }
      EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
        return teacher_.equivalence(question);
      }

     private:
      Teacher& teacher_;
      DurableRun& run_;
      std::size_t asked_ = 0;
    } changing(exact, run);
    const RunResult result = run.finish(changing);
    ASSERT_EQ(result.erring->annotators.size(), 2u);
    EXPECT_EQ(result.erring->annotators[0].name, "anna");
    EXPECT_EQ(result.erring->annotators[1].name, "berta");
    EXPECT_GT(result.erring->annotators[1].errors.overall, 2 * result.erring->annotators[0].errors.overall);
  }
  const auto replayed = DurableRun::read(path).replay();
  ASSERT_TRUE(replayed);
  EXPECT_EQ(replayed->erring->annotators.size(), 2u);
}

TEST_F(DurableErring, SettingsThatMakeNoSenseAreRefused) {
  EXPECT_THROW(static_cast<void>(head({{"confirm", "all"}})), InputError);
  EXPECT_THROW(static_cast<void>(head({{"recheck", "0.1"}})), InputError);
  EXPECT_THROW(static_cast<void>(head({{"learner", "lstar"}})), InputError);
  EXPECT_THROW(static_cast<void>(head({{"error-rate", "0.6"}})), InputError);
  EXPECT_THROW(static_cast<void>(head({{"absorbing", machine.outputs().name(Output{0})}})), InputError);
  EXPECT_THROW(make_method({{"confidence", "0.9"}}, machine.alphabet(), machine.outputs()), InputError);
}

TEST(KnownErring, AModelDecidesWhetherVerdictsAreDoubted) {
  const MooreMachine hidden = random_machine({6, 3, 3}, 2);
  Method method = preset_method(Preset::best, hidden.alphabet());
  const KnownErringRun trusted = run_known_erring(hidden, method, parse_teacher_model("persistent:0.05"), {});
  EXPECT_TRUE(trusted.correct);
  EXPECT_EQ(trusted.result.confidence, 1);
  const KnownErringRun doubted = run_known_erring(hidden, method, parse_teacher_model("overlooks:0.3"), {});
  EXPECT_LT(doubted.result.confidence, 1);
  EXPECT_GE(doubted.result.confidence, 0.99);
  method.equivalence = Equivalence::order_sampling;
  const KnownErringRun unasked = run_known_erring(hidden, method, parse_teacher_model("persistent:0.05"), {});
  EXPECT_EQ(unasked.result.equivalence_questions, 0U);
  EXPECT_LT(unasked.result.confidence, 1);
}

}  // namespace
}  // namespace remap
