#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "experiments/made_up.hpp"

namespace remap::experiments {
namespace {

class QueriesSection : public test::MadeUp {
 protected:
  QueriesSection() : MadeUp(test::full_options({ExperimentKind::queries})) {}

  /// C = a N ln N for N that differ from task to task and trial to trial.
  static Maker law(double a, std::uint64_t more_words = 0) {
    return [=](const LearningTrial& trial, LearningResult& result) {
      result.unique_words = 100 * trial.subject->machine->letters() + trial.number + more_words;
      const auto n = double(result.unique_words);
      result.comparisons = std::uint64_t(std::llround(a * n * std::log(n)));
      result.values = result.unique_words;
    };
  }
  void fill_exact(const Maker& paper, const Maker& lstar) {
    fill(experiment_.exact(Way::paper), paper);
    fill(experiment_.exact(Way::lstar), lstar);
    fill(experiment_.exact(Way::standard), law(0.05));
  }
};

constexpr const char* law_claim = "C = 0.2114 N ln N";
constexpr const char* lstar_claim = "exactly N membership queries";
constexpr const char* always = "100 % of the time";

TEST_F(QueriesSection, AgreesWithTheLawItWasMadeBy) {
  fill_exact(law(0.2114), law(1));
  EXPECT_EQ(verdict(law_claim), Verdict::agrees);
  EXPECT_NE(claim(law_claim).measured.find("0.2114"), std::string::npos) << claim(law_claim).measured;
  EXPECT_EQ(verdict(lstar_claim), Verdict::agrees);
  EXPECT_EQ(verdict(always), Verdict::agrees);
  EXPECT_TRUE(claim(always).measured.starts_with("1,400 of 1,400") ||
              claim(always).measured.starts_with("1400 of 1400"))
      << claim(always).measured;
}

TEST_F(QueriesSection, SaysWhichLawFitsBetter) {
  fill_exact(law(0.2114), law(1));
  const Claim first = claim("better than a straight line");
  EXPECT_EQ(first.verdict, Verdict::agrees) << first.measured;
  EXPECT_NE(first.measured.find("the paper's law fits better"), std::string::npos) << first.measured;
  EXPECT_NE(figure("queries-exact").script.find(" N,  R² = 0.9"), std::string::npos) << "both are drawn";
}

TEST_F(QueriesSection, SaysThatAStraightLineFitsBetter) {
  fill_exact(
      [](const LearningTrial& trial, LearningResult& result) {
        law(1)(trial, result);
        result.comparisons = 2 * result.unique_words;
      },
      law(1));
  const Claim first = claim("better than a straight line");
  EXPECT_EQ(first.verdict, Verdict::differs);
  EXPECT_NE(first.measured.find("R² = 1.0000 for 2.000·N"), std::string::npos) << first.measured;
  EXPECT_NE(first.measured.find("the straight line fits better"), std::string::npos) << first.measured;
}

TEST_F(QueriesSection, DiffersWithAnotherFactor) {
  fill_exact(law(0.24), law(1));
  EXPECT_EQ(verdict(law_claim), Verdict::differs);
}

TEST_F(QueriesSection, DiffersWhenTheLawDoesNotFit) {
  fill_exact(
      [](const LearningTrial& trial, LearningResult& result) {
        law(0.2114)(trial, result);
        if (trial.number % 2 == 0) result.comparisons = result.comparisons * 3 / 2;
        if (trial.number % 2 == 1) result.comparisons = result.comparisons / 2;
      },
      law(1));
  EXPECT_EQ(verdict(law_claim), Verdict::differs) << claim(law_claim).measured;
}

TEST_F(QueriesSection, NoticesOneWrongMachineAndOneValueTooMany) {
  const auto change_one = [](const Maker& maker, const std::function<void(LearningResult&)>& change) {
    return [=](const LearningTrial& trial, LearningResult& result) {
      maker(trial, result);
      if (trial.subject->name == "craft/t3" && trial.number == 5) change(result);
    };
  };
  fill_exact(change_one(law(0.2114), [](LearningResult& result) { result.exact = false; }),
             change_one(law(1), [](LearningResult& result) { ++result.values; }));
  EXPECT_EQ(verdict(always), Verdict::differs);
  EXPECT_EQ(verdict(lstar_claim), Verdict::differs);
  EXPECT_NE(claim(lstar_claim).measured.find("1399"), std::string::npos) << claim(lstar_claim).measured;
}

TEST_F(QueriesSection, SamplingRunsHoldMoreWords) {
  fill_exact(law(0.2114), law(1));
  fill(experiment_.sampled(Asked::geometric), law(0.2, 500));
  fill(experiment_.sampled(Asked::guided), [](const LearningTrial& trial, LearningResult& result) {
    law(0.2, 500)(trial, result);
    if (trial.subject->name.starts_with("craft")) result.unique_words = 50;  // fewer than exact runs: 10 of 14 tasks
  });
  const std::string words = "runs tend to hold more unique sequences";
  EXPECT_EQ(verdict(words), Verdict::agrees);
  EXPECT_NE(claim(words).measured.find("14 of 14"), std::string::npos) << claim(words).measured;
  EXPECT_EQ(verdict(words + " than exact ones (guided"), Verdict::differs);
}

TEST_F(QueriesSection, TabulatesMeansPerMachine) {
  fill_exact(law(0.2114), law(1));
  const auto rows = table("Comparisons with an exact teacher");
  ASSERT_EQ(rows.size(), 14U);
  const double letters = double(subject("office/t1").machine->letters());
  EXPECT_EQ(rows[0][1], fmt::format("{:.1f}", 100 * letters + 49.5)) << "mean of the trials' N";
  EXPECT_EQ(rows[0][4], rows[0][1]) << "L* asks N values";
}

}  // namespace
}  // namespace remap::experiments
