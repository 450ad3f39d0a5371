// Probably approximately correct: with sampled equivalence and the schedule of sample sizes, at most a share delta of
// the runs may end with an error above epsilon. The error is exact: the probability that a word drawn like the samples
// is given a wrong output. `bench/learning_bench pac` prints the same for more pairs of epsilon and delta.
#include <gtest/gtest.h>

#include "checked_run.hpp"
#include "remap/worlds/tasks.hpp"
#include "support/effort.hpp"

namespace remap::test {
namespace {

struct Promise {
  double epsilon, delta;
};

class Pac : public ::testing::TestWithParam<std::tuple<Promise, LearnerKind>> {};

TEST_P(Pac, FewRunsAreOffByMoreThanEpsilon) {
  const auto& [promise, learner] = GetParam();
  const std::uint64_t seeds = effort(200);
  for (const Task& task : tasks()) {
    const auto hidden = std::make_shared<const MooreMachine>(task_machine(task));
    std::uint64_t off = 0;
    std::uint64_t inexact = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      SamplingTeacher teacher(*hidden, {{0, promise.epsilon, promise.delta}, 0.2, FeedbackStrength::value, seed});
      SessionOptions options = SessionOptions::paper();
      options.learner = learner;
      options.ranker = RankerKind::search;
      options.seed = seed;
      const MooreMachine learned = learn(teacher, hidden->alphabet(), hidden->outputs(), options).machine.moore();
      const double error = disagreement(*hidden, learned, 0.2);
      off += error > promise.epsilon ? 1 : 0;
      inexact += error > 0 ? 1 : 0;
    }
    RecordProperty(task.name, std::to_string(off) + " off, " + std::to_string(inexact) + " inexact");
    EXPECT_LE(static_cast<double>(off), promise.delta * static_cast<double>(seeds)) << task.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, Pac,
                         ::testing::Combine(::testing::Values(Promise{0.1, 0.1}, Promise{0.02, 0.2}),
                                            ::testing::Values(LearnerKind::table, LearnerKind::tree)),
                         [](const auto& entry) {
                           return std::string(std::get<1>(entry.param) == LearnerKind::table ? "table" : "tree") +
                                  (std::get<0>(entry.param).epsilon == 0.1 ? "_epsilon_10" : "_epsilon_2");
                         });

}  // namespace
}  // namespace remap::test
