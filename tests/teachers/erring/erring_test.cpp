#include "remap/teachers/erring.hpp"

#include <gtest/gtest.h>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/random.hpp"
#include "remap/teachers/machine.hpp"
#include "remap/worlds/tasks.hpp"
#include "support/one_event.hpp"
#include "teachers/counting.hpp"
#include "teachers/simulated/teacher_model.hpp"

namespace remap {
namespace {

struct Case {
  ErringResult result;
  bool right;
  std::uint64_t asked;
};

Case learn_with(const MooreMachine& hidden, const char* model_text, const ErringOptions& options,
                LearnerKind learner = LearnerKind::tree, FeedbackStrength feedback = FeedbackStrength::value,
                Effort effort = Effort::full) {
  TeacherModel model = parse_teacher_model(model_text);
  model.noise.seed = split_random(options.seed, 3).next();
  model.overlooking.seed = split_random(options.seed, 4).next();
  MachineTeacher exact(hidden, MachineTeacherOptions{CounterexampleOrder::shortest, feedback});
  NoiseTeacher noisy(exact, hidden.alphabet(), hidden.outputs(), model.noise);
  OverlookingTeacher overlooking(noisy, hidden, model.overlooking);
  CountingTeacher teacher(overlooking);
  SessionOptions session;
  session.learner = learner;
  session.effort = effort;
  session.ranker = RankerKind::search;
  session.seed = options.seed;
  const auto make = [&] { return std::make_unique<Session>(hidden.alphabet(), hidden.outputs(), session); };
  ErringResult result = learn_from_erring(teacher, make, options);
  const bool right = !find_counterexample(hidden, result.machine.moore());
  return {std::move(result), right, teacher.comparisons()};
}

ErringOptions with(Verdicts verdicts, std::uint64_t seed, double confidence = 0.99) {
  ErringOptions options;
  options.verdicts = verdicts;
  options.seed = seed;
  options.confidence = confidence;
  return options;
}

// A teacher who is unsure about the first counterexample and the empty word every time: there are other words.
TEST(Erring, AnUnsureFirstCounterexampleIsComparedWithOtherWords) {
  const MooreMachine hidden = task_machine(*find_task("office/t1"));
  std::size_t right = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Case run = learn_with(hidden, "unsure:0.2+persistent:0.05", with(Verdicts::trusted, seed), LearnerKind::tree,
                                FeedbackStrength::not_value);
    right += run.right ? 1 : 0;
  }
  EXPECT_GE(right, 38U);
}

class ErringModels : public ::testing::TestWithParam<const char*> {};

TEST_P(ErringModels, EndRight) {
  const MooreMachine hidden = random_machine({6, 3, 3}, 2);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Case run = learn_with(hidden, GetParam(), with(Verdicts::trusted, seed));
    EXPECT_TRUE(run.right) << "seed " << seed;
    EXPECT_EQ(run.asked, run.result.comparisons);
    EXPECT_FALSE(run.result.gave_up);
    EXPECT_EQ(run.result.confidence, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ErringModels,
                         ::testing::Values("exact", "independent:0.05", "independent:0.15", "persistent:0.1",
                                           "bradley-terry:0.5", "near-ties:0.3", "fatigue:0.01,0.2,200", "longer:0.1",
                                           "first:0.1", "unsure:0.1+independent:0.05"));

TEST(Erring, TheSameSeedGivesTheSameRun) {
  const MooreMachine hidden = random_machine({6, 3, 3}, 2);
  const Case one = learn_with(hidden, "persistent:0.1", with(Verdicts::trusted, 5));
  const Case two = learn_with(hidden, "persistent:0.1", with(Verdicts::trusted, 5));
  EXPECT_EQ(one.asked, two.asked);
  EXPECT_EQ(one.result.machine, two.result.machine);
  EXPECT_EQ(one.result.doubtful.size(), two.result.doubtful.size());
}

TEST(Erring, WrongAnswersAreNamed) {
  const MooreMachine hidden = random_machine({8, 3, 3}, 1);
  std::size_t named = 0, truly = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Case run = learn_with(hidden, "independent:0.08", with(Verdicts::trusted, seed));
    for (const DoubtfulAnswer& answer : run.result.doubtful) {
      ++named;
      const Preference truth = compared(hidden.output_after(answer.left), hidden.output_after(answer.right));
      truly += truth != answer.answer && truth == answer.likely ? 1 : 0;
      EXPECT_GT(answer.chance, 0.5);
    }
    EXPECT_NEAR(run.result.errors.overall, 0.08, 0.05);
  }
  EXPECT_GT(named, 20u);
  EXPECT_GT(static_cast<double>(truly), 0.9 * static_cast<double>(named));
}

TEST(Erring, AnAcceptanceThatOverlooksIsNotTheEnd) {
  const MooreMachine hidden = random_machine({6, 3, 3}, 2);
  std::size_t right = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Case run =
        learn_with(hidden, "overlooks:0.5+wrong-values:0.1+independent:0.05", with(Verdicts::doubted, seed));
    right += run.right ? 1 : 0;
    EXPECT_GE(run.result.confidence, 0.9);
    EXPECT_GE(run.result.confidence_in_word, run.result.confidence);
  }
  EXPECT_GE(right, 7u);
}

TEST(Erring, ComparisonsAloneAreEnough) {
  const MooreMachine hidden = random_machine({6, 3, 3}, 2);
  std::size_t right = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Case run = learn_with(hidden, "persistent:0.05", with(Verdicts::unasked, seed));
    right += run.right ? 1 : 0;
    EXPECT_EQ(run.result.equivalence_questions, 0u);
  }
  EXPECT_GE(right, 5u);
}

TEST(Erring, ComparisonsAloneAreEnoughWhereTheFirstHypothesisNeedsNone) {
  const MooreMachine task = task_machine(*find_task("craft/t1"));
  const MooreMachine hidden = minimise(restrict_letters(task, Alphabet::at_most_one(task.alphabet().propositions())));
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    ErringOptions options = with(Verdicts::unasked, seed);
    const Case run = learn_with(hidden, "independent:0.05", options, LearnerKind::tour);
    EXPECT_GE(run.result.confidence, 0.99);
    EXPECT_EQ(run.result.machine.size(), hidden.size());
  }
}

TEST(Erring, ValuesThatCannotBeToldApartStillEndWithAMachine) {
  std::size_t stuck = 0, told = 0;
  for (const std::uint64_t machine : {2, 3, 5}) {
    const MooreMachine hidden = random_machine({6, 3, 3}, machine);
    const Case exact = learn_with(hidden, "exact", with(Verdicts::trusted, 1));
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const Case run = learn_with(hidden, "all-near-ties", with(Verdicts::trusted, seed));
      EXPECT_LE(run.asked, 20 * exact.asked);
      EXPECT_EQ(run.right, !run.result.gave_up);
      EXPECT_EQ(run.result.confidence, run.right ? 1 : 0);
      stuck += run.result.gave_up ? 1 : 0;
      told += run.result.merged.empty() ? 0 : 1;
      for (const auto& values : run.result.merged) EXPECT_GT(values.size(), 1u);
    }
  }
  EXPECT_GE(stuck, 5u);
  EXPECT_EQ(told, stuck) << "such runs say which values were merged";
}

// The verdict on the last machine tells which values it has wrong.
TEST(Erring, ValuesAreCalledMergedByTheLastVerdictToo) {
  std::size_t stuck = 0, told = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Case run = learn_with(random_machine({8, 3, 3}, 1), "near-ties:0.7", with(Verdicts::trusted, seed));
    stuck += run.result.gave_up ? 1 : 0;
    told += run.result.gave_up && !run.result.merged.empty() ? 1 : 0;
  }
  EXPECT_GE(10 * told, 9 * stuck) << told << " of " << stuck;
  EXPECT_GE(stuck, 20u);
}

/// Says which machines it was shown, and whether they agreed with all its answers so far.
class Remembering final : public JudgingTeacher {
 public:
  explicit Remembering(const MooreMachine& hidden) : exact_(hidden) {}
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    exact_.compare(comparisons, answers);
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      heard_.push_back({comparisons.words().spell(comparisons[i].left), comparisons.words().spell(comparisons[i].right),
                        answers[i]});
    }
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    ++shown_;
    for (const Heard& heard : heard_) {
      const Preference said =
          compared(question.machine.output_after(heard.left), question.machine.output_after(heard.right));
      refuted_ += said != heard.answer ? 1 : 0;
    }
    return {};  // overlooks everything
  }
  [[nodiscard]] std::size_t shown() const noexcept { return shown_; }
  [[nodiscard]] std::size_t refuted() const noexcept { return refuted_; }

 private:
  struct Heard {
    Word left, right;
    Preference answer;
  };
  MachineTeacher exact_;
  std::vector<Heard> heard_;
  std::size_t shown_ = 0, refuted_ = 0;
};

TEST(Erring, NoMachineIsShownThatIsKnownToBeWrong) {
  std::size_t shown = 0;
  for (const std::uint64_t machine : {2, 3, 5, 7}) {
    const MooreMachine hidden = random_machine({8, 3, 3}, machine);
    Remembering teacher(hidden);
    SessionOptions session;
    session.learner = LearnerKind::tree;
    session.ranker = RankerKind::search;
    const auto make = [&] { return std::make_unique<Session>(hidden.alphabet(), hidden.outputs(), session); };
    learn_from_erring(teacher, make, with(Verdicts::doubted, 1));
    EXPECT_EQ(teacher.refuted(), 0u) << machine;
    shown += teacher.shown();
  }
  EXPECT_GE(shown, 4u);
}

// After n random words that the machine was right about, the next one is wrong with a chance of 1 / (n + 2).
TEST(Erring, RandomWordsBoundTheConfidenceByTheRuleOfSuccession) {
  const MooreMachine hidden = random_machine({5, 2, 2}, 3);
  for (const auto& [target, words] : {std::pair{0.9, 40.0}, {0.97, 66.0}, {0.99, 200.0}}) {
    const Case run = learn_with(hidden, "exact", with(Verdicts::unasked, 1, target), LearnerKind::tree,
                                FeedbackStrength::value, Effort::full);
    ASSERT_FALSE(run.result.gave_up);
    EXPECT_GE(run.result.confidence, target);
    EXPECT_LE(run.result.confidence, (words + 1) / (words + 2));
    EXPECT_LE(run.result.ten_more, (words + 1) / (words + 2));
  }
}

// Words of the middle value are as often equal to those below as to those above: taken for either, they make ever more
// states.
TEST(Erring, AMiddleValueThatIsOftenMissedIsFoundEarly) {
  for (const auto& [states, machine] : {std::pair<std::size_t, std::uint64_t>{3, 10}, {6, 1}, {10, 7}}) {
    const MooreMachine hidden = random_machine({states, 2, 3}, machine);
    const Case exact = learn_with(hidden, "exact", with(Verdicts::trusted, 1));
    std::size_t right = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const Case run = learn_with(hidden, "near-ties:0.5", with(Verdicts::trusted, seed));
      EXPECT_LE(run.asked, 20 * exact.asked) << states << " states, seed " << seed;
      right += run.right ? 1 : 0;
    }
    EXPECT_GE(right, 8u) << states << " states";
  }
}

// A machine of six states needs about 50 comparisons. Where words of the middle value are taken for others, sessions
// need hundreds: what they need must not decide alone how much is asked.
TEST(Erring, WhatSessionsNeedByMistakeIsNotAsked) {
  const MooreMachine hidden = random_machine({6, 2, 3}, 1);
  for (const Verdicts verdicts : {Verdicts::trusted, Verdicts::doubted}) {
    const Case exact = learn_with(hidden, "exact", with(verdicts, 1));
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      for (const char* model : {"all-near-ties+independent:0.05", "near-ties:0.9"}) {
        const Case run = learn_with(hidden, model, with(verdicts, seed));
        EXPECT_LE(run.asked, 20 * exact.asked) << model << ", seed " << seed;
      }
    }
  }
}

TEST(Erring, WhoeverErrsHalfTheTimeIsNotAskedForEver) {
  const MooreMachine hidden = random_machine({6, 3, 3}, 2);
  const Case exact = learn_with(hidden, "exact", with(Verdicts::trusted, 1));
  for (const char* model : {"independent:0.5", "persistent:0.4", "longer:0.8", "unsure:0.9", "bradley-terry:20"}) {
    const Case run = learn_with(hidden, model, with(Verdicts::trusted, 1));
    EXPECT_LE(run.asked, 20 * exact.asked) << model;
    EXPECT_EQ(run.right, !run.result.gave_up) << model;
  }
}

// Sessions that follow noise grow, and so does what they are allowed to ask: a class must not stay taken for two.
TEST(Erring, NoiseIsNotTakenForAClass) {
  const auto hidden = test::one_event_task("craft/t7");
  const auto learn = [&](const char* model) {
    return learn_with(*hidden, model, with(Verdicts::trusted, 1025), LearnerKind::tour, FeedbackStrength::value,
                      Effort::economy);
  };
  const Case exact = learn("exact"), run = learn("independent:0.2");
  EXPECT_TRUE(run.right);
  EXPECT_LE(run.asked, 20 * exact.asked);
}

// Each misread word makes a state for each of its prefixes, and in each of these further words are misread: sessions
// that believe them grow without end, here before there is a first machine.
TEST(Erring, WordsThatAreMisreadAreFoundOut) {
  const auto hidden = test::one_event_task("office/t3");
  std::size_t right = 0;
  for (std::uint64_t seed = 11001; seed <= 11006; ++seed) {
    const auto learn = [&](const char* model) {
      return learn_with(*hidden, model, with(Verdicts::trusted, seed), LearnerKind::tour, FeedbackStrength::value,
                        Effort::economy);
    };
    const Case run = learn("misread:0.02");
    EXPECT_LE(run.asked, 20 * learn("exact").asked) << seed;
    right += run.right ? 1 : 0;
  }
  EXPECT_GE(right, 5U);
}

TEST(Erring, WordsThatNobodyComparesCostLittle) {
  const MooreMachine hidden = random_machine({8, 3, 3}, 1);
  std::size_t right = 0, asked = 0, asked_exactly = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto learn = [&](const char* model) {
      return learn_with(hidden, model, with(Verdicts::trusted, seed), LearnerKind::tree, FeedbackStrength::value,
                        Effort::economy);
    };
    const Case run = learn("incomparable:0.05");
    asked_exactly += learn("exact").asked;
    asked += run.asked;
    right += run.right ? 1 : 0;
  }
  EXPECT_GE(right, 9U);
  EXPECT_LE(asked, 3 * asked_exactly);
}

// New states make words look misread as long as the learner does not know that they are new.
TEST(Erring, APerfectTeacherOfALargerMachineMisreadsNothing) {
  const MooreMachine hidden = random_machine({50, 5, 4}, 1);
  for (std::uint64_t seed = 11001; seed <= 11003; ++seed) {
    EXPECT_TRUE(learn_with(hidden, "exact", with(Verdicts::trusted, seed), LearnerKind::tree, FeedbackStrength::value,
                           Effort::economy)
                    .right);
  }
}

TEST(Erring, ABudgetIsKept) {
  const MooreMachine hidden = random_machine({8, 3, 3}, 1);
  ErringOptions options = with(Verdicts::doubted, 1);
  options.most_comparisons = 40;
  const Case run = learn_with(hidden, "independent:0.1+overlooks:0.3", options);
  EXPECT_LE(run.asked, 40u);
  EXPECT_LT(run.result.confidence, 0.9);
}

}  // namespace
}  // namespace remap
