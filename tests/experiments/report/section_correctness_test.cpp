#include <gtest/gtest.h>

#include "experiments/made_up.hpp"

namespace remap::experiments {
namespace {

class CorrectnessSection : public test::MadeUp {
 protected:
  CorrectnessSection() : MadeUp(test::full_options({ExperimentKind::correctness})) {}

  void fill_both(const Maker& change) {
    fill(experiment_.sampled(Asked::geometric), change);
    fill(experiment_.sampled(Asked::guided), change);
  }
  static void wrong(LearningResult& result) {
    result.exact = false;
    result.score.right = 90;
  }
};

constexpr const char* rises = "probability of isomorphism goes to 1";

TEST_F(CorrectnessSection, AgreesWhenNearlyAllMachinesAreRight) {
  fill_both([](const LearningTrial& trial, LearningResult& result) {
    if (trial.samples == 25 && trial.number % 2 == 0) wrong(result);
    if (trial.number == 0) wrong(result);  // 99 of 100 are enough
  });
  EXPECT_EQ(verdict(rises), Verdict::agrees);
  EXPECT_NE(claim(rises).measured.find("at least 99.0 %"), std::string::npos) << claim(rises).measured;
  EXPECT_EQ(verdict("stands for isomorphism"), Verdict::agrees);
}

TEST_F(CorrectnessSection, DiffersWhenOneTaskFallsShort) {
  fill_both([](const LearningTrial& trial, LearningResult& result) {
    if (trial.subject->name == "craft/t7" && trial.samples == 5000 && trial.number < 2) wrong(result);
    if (trial.samples == 25 && trial.number < 50) wrong(result);
  });
  EXPECT_EQ(verdict(rises), Verdict::differs);
  EXPECT_NE(claim(rises).measured.find("craft/t7 98.0 % at 5000"), std::string::npos) << claim(rises).measured;
  EXPECT_EQ(claim(rises).measured.find("craft/t6"), std::string::npos) << claim(rises).measured;
}

TEST_F(CorrectnessSection, DiffersWhenItFalls) {
  fill_both([](const LearningTrial& trial, LearningResult& result) {
    if (trial.subject->name == "office/t2" && trial.samples == 5000 && trial.number == 0) wrong(result);
  });
  EXPECT_EQ(verdict(rises), Verdict::differs);
}

TEST_F(CorrectnessSection, CountsWrongMachinesThatPassTheTest) {
  fill_both([](const LearningTrial& trial, LearningResult& result) {
    if (trial.subject->name == "craft/t7" && trial.number < 3) result.exact = false;
  });
  EXPECT_EQ(verdict("stands for isomorphism"), Verdict::differs);
  EXPECT_TRUE(claim("stands for isomorphism").measured.starts_with("6 of 2,800 "))
      << "two sizes, three trials each\n"
      << claim("stands for isomorphism").measured;
}

TEST_F(CorrectnessSection, ShowsSharesAndAccuracies) {
  fill_both([](const LearningTrial& trial, LearningResult& result) {
    if (trial.samples == 25 && trial.number < 25) wrong(result);
  });
  const auto rows = table("geometric");
  ASSERT_EQ(rows.size(), 14U);
  EXPECT_EQ(rows[0][0], "office/t1");
  EXPECT_EQ(rows[0][1], "0.75 (0.66–0.82)");
  EXPECT_EQ(rows[0][2], "1.00 (0.96–1.00)");
  EXPECT_NE(figure("isomorphism-geometric-office").script.find(" 0.75"), std::string::npos);
  EXPECT_NE(figure("accuracy-geometric-office").script.find(" 0.975"), std::string::npos);
}

TEST_F(CorrectnessSection, ChecksTheGuarantee) {
  // One question: epsilon is (ln 10 + ln 2) / samples, 0.1198 at 25 samples.
  fill_both([](const LearningTrial& trial, LearningResult& result) {
    result.disagreement = trial.samples == 25 && trial.number < 10 ? 0.1199 : 0.1197;
    if (trial.samples == 5000) result.disagreement = trial.number < 10 ? 0.0006 : 0.0005;
  });
  EXPECT_EQ(verdict("Theorem 4"), Verdict::agrees);
  EXPECT_NE(claim("Theorem 4").measured.find("280 of 2,800 runs"), std::string::npos) << claim("Theorem 4").measured;
}

TEST_F(CorrectnessSection, NoticesThatTheGuaranteeFails) {
  fill_both(
      [](const LearningTrial& trial, LearningResult& result) { result.disagreement = trial.number < 11 ? 0.2 : 0; });
  EXPECT_EQ(verdict("Theorem 4"), Verdict::differs);
}

TEST_F(CorrectnessSection, JudgesTheSizesOfTestSets) {
  fill_both([](const LearningTrial&, LearningResult&) {});
  EXPECT_EQ(verdict("1.4m to 24.6m"), Verdict::agrees);
  EXPECT_EQ(verdict("35.4k to 36.2k"), Verdict::differs);
}

/// Everything right, but less of it than the paper has.
class SmallCorrectness : public test::MadeUp {
 protected:
  SmallCorrectness() : MadeUp(small()) {}
  static ExperimentOptions small() {
    ExperimentOptions options = test::full_options({ExperimentKind::correctness});
    options.trials = 99;
    return options;
  }
};

TEST_F(SmallCorrectness, CannotTell) {
  fill(experiment_.sampled(Asked::geometric));
  EXPECT_EQ(verdict(rises), Verdict::open);
}

}  // namespace
}  // namespace remap::experiments
