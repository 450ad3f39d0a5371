// The paper's own setting on its own tasks: the same machines, tables, counterexamples and words as the authors'
// program, and as many comparisons on average.
#include <gtest/gtest.h>

#include <numeric>

#include "checked_run.hpp"
#include "learning/session/session_engine.hpp"
#include "learning/table/table.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap::test {
namespace {

// What the authors' program does with exact equivalence. Its comparisons depend on the seed; all else does not.
struct Reference {
  const char* task;
  std::size_t states;
  std::size_t equivalence_questions;
  std::size_t words;  // N
  std::size_t prefixes, suffixes, lower;
  std::vector<std::size_t> counterexample_lengths;
};

const std::vector<Reference>& references() {
  static const std::vector<Reference> list = {
      {"craft/t1", 4, 3, 30, 4, 2, 16, {0, 2}},
      {"craft/t2", 4, 3, 30, 4, 2, 16, {0, 2}},
      {"craft/t3", 4, 3, 30, 4, 2, 16, {0, 2}},
      {"craft/t4", 4, 3, 30, 4, 2, 16, {0, 2}},
      {"craft/t5", 7, 4, 265, 9, 4, 72, {0, 3, 3}},
      {"craft/t6", 10, 5, 1371, 15, 6, 240, {0, 4, 4, 4}},
      {"craft/t7", 10, 5, 1371, 15, 6, 240, {0, 4, 4, 4}},
      {"craft/t8", 7, 4, 265, 9, 4, 72, {0, 3, 3}},
      {"craft/t9", 8, 4, 841, 11, 5, 176, {0, 4, 4}},
      {"craft/t10", 11, 5, 3931, 18, 7, 576, {0, 5, 5, 5}},
      {"office/t1", 5, 4, 113, 5, 3, 40, {0, 2, 2}},
      {"office/t2", 5, 4, 113, 5, 3, 40, {0, 2, 2}},
      {"office/t3", 7, 5, 689, 9, 5, 144, {0, 2, 3, 3}},
      {"office/t4", 7, 4, 1097, 7, 5, 224, {0, 2, 4}},
  };
  return list;
}

constexpr std::uint64_t seeds = 20;
constexpr double mean_comparisons = 16'669;  // summed over the tasks

Setting paper_setting(std::uint64_t seed) {
  Setting setting;
  setting.session.learner = LearnerKind::table;
  setting.session.ranker = RankerKind::quicksort;
  setting.session.guess = Guess::lowest;
  setting.session.seed = seed;
  setting.order = CounterexampleOrder::depth_first;
  return setting;
}

std::shared_ptr<const MooreMachine> machine_of(const char* task) {
  return std::make_shared<const MooreMachine>(task_machine(*find_task(task)));
}

TEST(Paper, EveryTaskIsThere) { EXPECT_EQ(tasks().size(), references().size()); }

TEST(Paper, TablesWordsAndCounterexamplesAreThoseOfTheAuthors) {
  for (const Reference& reference : references()) {
    SCOPED_TRACE(reference.task);
    const auto hidden = machine_of(reference.task);
    MachineTeacher teacher(*hidden, {CounterexampleOrder::depth_first, FeedbackStrength::value});
    Session session = make_session(*hidden, paper_setting(1));
    drive(session, teacher);
    const auto& table = dynamic_cast<const TableLearner&>(session.engine().learner());
    EXPECT_EQ(session.machine().size(), reference.states);
    EXPECT_EQ(session.engine().classes().words(), reference.words);
    EXPECT_EQ(table.prefixes().size(), reference.prefixes);
    EXPECT_EQ(table.suffixes().size(), reference.suffixes);
    EXPECT_EQ(table.prefixes().size() * hidden->letters(), reference.lower);
    EXPECT_EQ(session.counts().equivalence_questions, reference.equivalence_questions);
    EXPECT_EQ(session.counts().counterexample_lengths, reference.counterexample_lengths);
  }
}

TEST(Paper, EverySeedIsRightWithAsManyComparisonsOnAverage) {
  std::uint64_t comparisons = 0;
  for (const Reference& reference : references()) {
    const auto hidden = machine_of(reference.task);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      SCOPED_TRACE(testing::Message() << reference.task << ", seed " << seed);
      const RunResult result = checked_run(hidden, paper_setting(seed));
      EXPECT_EQ(result.machine.size(), reference.states);
      EXPECT_EQ(result.words, reference.words);
      comparisons += result.counts.comparisons;
    }
  }
  const double mean = static_cast<double>(comparisons) / static_cast<double>(seeds);
  RecordProperty("mean_comparisons", static_cast<int>(mean));
  EXPECT_NEAR(mean, mean_comparisons, 0.05 * mean_comparisons);
}

}  // namespace
}  // namespace remap::test
