#include <fmt/format.h>
#include <gtest/gtest.h>

#include "experiments/made_up.hpp"

namespace remap::experiments {
namespace {

ExperimentOptions phase_options() {
  ExperimentOptions options = test::full_options({ExperimentKind::phase, ExperimentKind::scaling});
  options.samples = {25};
  options.trials = 10;
  return options;
}

class PhaseSection : public test::MadeUp {
 protected:
  PhaseSection() : MadeUp(phase_options()) {}

  /// The first path that is not the plain one belongs to trial 3 of craft/t5: 3 outputs or so, 7 states.
  void make(const std::string& plain, const std::string& other) {
    const Maker change = [&](const LearningTrial& trial, LearningResult& result) {
      result.path = trial.subject->name == "craft/t5" && trial.number == 3 ? other : plain;
    };
    fill(experiment_.harder(Asked::geometric), change);
    fill(experiment_.harder(Asked::guided), change);
  }
  /// A path of this many equivalence questions, each with a state more.
  static std::string questions(std::size_t count) {
    std::string path;
    for (std::size_t i = 0; i < count; ++i) path += fmt::format("{}e0,{}", i == 0 ? "" : " ", i + 1);
    return path;
  }
};

constexpr const char* taxi = "taxi distance";
constexpr const char* progress = "Between consecutive equivalence queries";
constexpr const char* early = "possible to terminate early";

TEST_F(PhaseSection, AllowsAsManyQuestionsAsTheTaxiDistance) {
  const MooreMachine& machine = *subject("craft/t5").machine;
  make("e0,1", questions(machine.outputs().size() + machine.size() - 1 + 1));
  EXPECT_EQ(verdict(taxi), Verdict::agrees);
  EXPECT_EQ(verdict(progress), Verdict::agrees);
}

TEST_F(PhaseSection, NoticesOneQuestionMore) {
  const MooreMachine& machine = *subject("craft/t5").machine;
  make("e0,1", questions(machine.outputs().size() + machine.size() - 1 + 2));
  EXPECT_EQ(verdict(taxi), Verdict::differs);
  EXPECT_TRUE(claim(taxi).measured.starts_with("2 of 120 ")) << "one with each sampler\n" << claim(taxi).measured;
}

TEST_F(PhaseSection, NoticesQuestionsWithoutProgress) {
  make("e0,1 c0,2 e0,2 s1,2 e1,2", "e0,1 c0,2 e0,2 e0,2");
  EXPECT_EQ(verdict(progress), Verdict::differs);
  EXPECT_TRUE(claim(progress).measured.starts_with("in 2 of 240 ")) << claim(progress).measured;
}

TEST_F(PhaseSection, CountsRunsThatEndEarly) {
  const std::size_t outputs = subject("craft/t5").machine->outputs().size();
  make(fmt::format("e{},3", 99), fmt::format("e{},3", outputs));
  EXPECT_EQ(verdict(early), Verdict::differs) << "all values are known at the end";
}

TEST_F(PhaseSection, OneRunThatEndsEarlyIsEnough) {
  make("e99,3", fmt::format("e{},3", subject("craft/t5").machine->outputs().size() - 1));
  EXPECT_EQ(verdict(early), Verdict::agrees);
  EXPECT_TRUE(claim(early).measured.starts_with("2 of 120 ")) << claim(early).measured;
}

TEST_F(PhaseSection, ScalingTabulatesQuantiles) {
  const Maker change = [](const LearningTrial& trial, LearningResult& result) {
    result.unique_words = 100 + 10 * trial.number;
    result.longest_counterexample = trial.number;
  };
  fill(experiment_.harder(Asked::geometric), change);
  const auto rows = table("Unique words at the end of a run, geometric");
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows[0], (std::vector<std::string>{"craft/t5", "8", "7", "145", "104 to 186", "4"}));
  // Nobody's points are moved: craft/t5 has 8 letters, craft/t10 32.
  const std::string script = figure("scaling-letters-geometric").script;
  EXPECT_NE(script.find("\n8 100\n"), std::string::npos) << script;
  EXPECT_NE(script.find("\n32 100\n"), std::string::npos) << script;
}

ExperimentOptions regex_options() {
  ExperimentOptions options;
  options.kinds = {ExperimentKind::regex};
  options.regex_trials = 10;
  options.regex_samples = {2, 50};
  options.regex_letters = {2, 4};
  return options;
}

class RegexSection : public test::MadeUp {
 protected:
  RegexSection() : MadeUp(regex_options()) {}
  void make(const Maker& change) {
    fill(experiment_.regexes(), change);
    fill(experiment_.regex_alphabets(), change);
  }
};

TEST_F(RegexSection, JudgesSizesPathsAndEnds) {
  make([](const LearningTrial& trial, LearningResult& result) {
    if (trial.samples == 2) result.states = 1;  // only the largest size counts
    result.path = "e0,1 c0,2 e99,3";
  });
  EXPECT_EQ(verdict("is 3, 5, 8, 11, 14"), Verdict::differs);
  EXPECT_NE(claim("is 3, 5, 8, 11, 14").measured.find("3, 8, 8, 11, 14"), std::string::npos);
  EXPECT_EQ(verdict("increases monotonically"), Verdict::agrees);
  EXPECT_EQ(verdict("the number of states must be correct"), Verdict::agrees);
  EXPECT_EQ(verdict("need not match"), Verdict::differs);
}

TEST_F(RegexSection, NoticesWhatFallsAndWhatIsWrong) {
  make([](const LearningTrial& trial, LearningResult& result) {
    const bool chosen = trial.samples == 50 && trial.number == 0 && trial.subject->name == "a*b";
    result.path = chosen ? "e0,1 c0,3 s0,2 e1,2" : "e0,1 e99,3";
    if (chosen) ++result.states;
  });
  EXPECT_EQ(verdict("increases monotonically"), Verdict::differs);
  EXPECT_TRUE(claim("increases monotonically").measured.starts_with("in 1 of 100 ")) << claim("increases").measured;
  EXPECT_EQ(verdict("the number of states must be correct"), Verdict::differs);
  EXPECT_EQ(verdict("need not match"), Verdict::agrees);
}

}  // namespace
}  // namespace remap::experiments
