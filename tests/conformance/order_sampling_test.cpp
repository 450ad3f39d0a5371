// Comparisons alone: what docs/choosing.md promises of order sampling on the paper's tasks.
#include <gtest/gtest.h>

#include "learning/session/session_engine.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap::test {
namespace {

TEST(Paper, OrderSamplingNeedsNoQuestionAndNoValue) {
  const std::uint64_t seeds = 20;
  double comparisons = 0;
  std::size_t right = 0, runs = 0;
  for (const Task& task : tasks()) {
    const auto hidden = std::make_shared<const MooreMachine>(task_machine(task));
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      MachineTeacher teacher(*hidden);
      SessionOptions options = SessionOptions::paper();
      options.learner = LearnerKind::tour;
      options.ranker = RankerKind::search;
      options.equivalence = Equivalence::order_sampling;
      options.seed = seed;
      Session session(hidden->alphabet(), hidden->outputs(), options);
      drive(session, teacher);
      EXPECT_EQ(session.counts().equivalence_questions, 0U);
      EXPECT_EQ(session.engine().classes().known_values(), 0U);
      comparisons += static_cast<double>(session.counts().comparisons) / static_cast<double>(seeds);
      const MooreMachine& machine = session.machine();
      ++runs;
      if (machine.outputs() == hidden->outputs() && machine.size() == hidden->size() &&
          !find_counterexample(*hidden, machine)) {
        ++right;
      }
    }
  }
  EXPECT_LE(comparisons, 3300);
  EXPECT_GE(static_cast<double>(right), 0.95 * static_cast<double>(runs));
}

}  // namespace
}  // namespace remap::test
