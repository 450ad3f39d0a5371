#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "experiments/made_up.hpp"
#include "worlds/planning.hpp"

namespace remap::experiments {
namespace {

constexpr const char* zero_own = "Regret goes to 0 as samples per question increase, for all tasks (geometric";

class RegretSection : public test::MadeUp {
 protected:
  RegretSection() : MadeUp(test::full_options({ExperimentKind::regret})) {
    for (const Subject& subject : experiment_.options().subjects) {
      // Any other machine that can be told from the true one.
      const Subject& other = subject.name == "office/t1" ? this->subject("office/t2") : this->subject("office/t1");
      const Subject& craft = subject.name == "craft/t1" ? this->subject("craft/t2") : this->subject("craft/t1");
      wrong_[subject.name] = play_machine(*(subject.world == &craft_world() ? craft : other).machine).text;
    }
  }

  /// Half of the machines of `half_wrong` are another one at the largest size; every run of a policy earns the same,
  /// but for those of the other one, which alternate.
  void make(const std::string& half_wrong, double wrong_low, double wrong_high) {
    const Maker change = [&](const LearningTrial& trial, LearningResult& result) {
      if (trial.subject->name != half_wrong || trial.number % 2 == 0) return;
      result.play_text = wrong_.at(half_wrong);
      result.play_key = fingerprint(result.play_text);
      result.exact = false;
    };
    fill(experiment_.sampled(Asked::geometric), change);
    fill(experiment_.sampled(Asked::guided), change);
    for (const Subject& subject : experiment_.options().subjects) {
      const std::string truth = play_machine(*subject.machine).text;
      const Product product(*subject.world, play_machine(*subject.machine).machine);
      planned_[subject.name] = evaluate(product, plan(product).policy).reward_per_step;
      const std::vector<double> even(100, planned_[subject.name]);
      policies(subject, truth, true, even, even);
      policies(subject, truth, false, even, even);
    }
    std::vector<double> rewards;
    for (std::size_t i = 0; i < 10; ++i) {
      rewards.push_back(planned_[half_wrong] + (i % 2 == 0 ? wrong_low : wrong_high));
    }
    policies(subject(half_wrong), wrong_.at(half_wrong), false, rewards, rewards);
  }

  /// Cell of the last table: the paper's sense, geometric sampler, of a task.
  std::string cell(const std::string& task) {
    for (const auto& row : table("Regret at the largest sample size")) {
      if (row[0] == task && row[1] == "geometric") return row[4];
    }
    return "";
  }

  std::map<std::string, std::string> wrong_;
  std::map<std::string, double> planned_;
};

TEST_F(RegretSection, CountsTheSpreadBetweenMachines) {
  // 50 of 100 trials lose exactly 0.5: mean 0.25; between machines 0.0625, so the error is sqrt(0.0625 / 99).
  make("craft/t2", -0.5, -0.5);
  EXPECT_EQ(cell("craft/t2"), "+250.0000 ± 25.1259");
  EXPECT_EQ(cell("craft/t3"), "+0.0000 ± 0.0000");
  EXPECT_EQ(verdict(zero_own), Verdict::differs);
  EXPECT_NE(claim(zero_own).measured.find("craft/t2"), std::string::npos);
  EXPECT_EQ(verdict("After half of the steps CRM's policy is optimal"), Verdict::agrees);
}

TEST_F(RegretSection, CountsTheSpreadOfEachMachinesRuns) {
  // Ten runs of ±0.1: deviation 0.105409, error of their mean 0.033333, half of the weight; the means are equal.
  make("craft/t2", -0.1, 0.1);
  EXPECT_EQ(cell("craft/t2"), "+0.0000 ± 16.6667");
  EXPECT_EQ(verdict(zero_own), Verdict::agrees);
}

/// The true machine's runs, which learned ones are compared with.
TEST_F(RegretSection, JudgesConvergenceByThePlanner) {
  fill(experiment_.sampled(Asked::geometric));
  for (const Subject& subject : experiment_.options().subjects) {
    const Product product(*subject.world, play_machine(*subject.machine).machine);
    const double planned = evaluate(product, plan(product).policy).reward_per_step;
    const bool slow = subject.name == "craft/t4";
    std::vector<double> own, truth;
    for (std::size_t i = 0; i < 100; ++i) {
      own.push_back(planned * (1 + (i % 2 == 0 ? 0.01 : -0.01)) * (slow ? 0.95 : 1));
      truth.push_back(planned * (slow ? 0.9 : 1));
    }
    policies(subject, play_machine(*subject.machine).text, true, own, truth);
    policies(subject, play_machine(*subject.machine).text, false, own, truth);
  }
  const Claim converged = claim("After half of the steps");
  EXPECT_EQ(converged.verdict, Verdict::differs);
  EXPECT_NE(converged.measured.find("on 13 of 14 tasks"), std::string::npos) << converged.measured;
  EXPECT_NE(converged.measured.find("craft/t4 -5.00 %"), std::string::npos) << converged.measured;
  EXPECT_EQ(verdict(zero_own), Verdict::agrees) << "the reference is as slow";
  // Deviation 1 % of the planner's return, 100 reference and 100 other runs: the error counts both.
  const Product product(craft_world(), play_machine(*subject("craft/t1").machine).machine);
  const double planned = evaluate(product, plan(product).policy).reward_per_step;
  const double error = planned * 0.01 * std::sqrt(100.0 / 99) / 10 * std::sqrt(2.0);
  EXPECT_EQ(cell("craft/t1"), fmt::format("+0.0000 ± {:.4f}", error * 1000));
}

class PolicyRuns : public test::WithFolder {};

TEST_F(PolicyRuns, AreAsManyAsTheOptionsSay) {
  ExperimentOptions options;
  options.kinds = {ExperimentKind::correctness, ExperimentKind::regret};
  options.subjects = {task_subject(*find_task("office/t1"), {5, 1})};
  options.trials = 20;
  options.samples = {1};
  options.policy = {.office_steps = 500, .craft_steps = 500};
  options.reference_runs = 7;
  options.learned_runs = 3;
  Store store(folder());
  test::run_and_export(options, store);
  const Experiment experiment(options, store);
  const std::string truth = fingerprint(play_machine(*options.subjects[0].machine).text);
  std::map<std::pair<bool, std::string>, std::size_t> runs;
  for (const PolicyRow& row : experiment.policies()) ++runs[{row.reference, row.play_key}];
  std::size_t others = 0;
  for (const auto& [key, count] : runs) {
    if (key.first || key.second == truth) continue;
    ++others;
    EXPECT_EQ(count, 3U) << key.second;
  }
  EXPECT_GT(others, 0U) << "one sample per question makes wrong machines";
  EXPECT_EQ((runs[{true, truth}]), 7U);
  EXPECT_EQ((runs[{false, truth}]), 7U) << "the true machine's mean is known as well as that of the reference";
  EXPECT_EQ(ExperimentOptions{}.reference_runs, 100U);
  EXPECT_EQ(ExperimentOptions{}.learned_runs, 10U);
}

}  // namespace
}  // namespace remap::experiments
