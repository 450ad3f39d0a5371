// How many questions the learners other than the paper's may take: on the paper's tasks, on random machines measured
// by the information floor, and on families that the tasks do not resemble.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/information.hpp"
#include "checked_run.hpp"
#include "remap/automata/families.hpp"
#include "remap/worlds/tasks.hpp"
#include "support/effort.hpp"

namespace remap::test {
namespace {

Setting fewest(LearnerKind learner, Effort work, std::uint64_t seed) {
  Setting setting;
  setting.session.learner = learner;
  setting.session.effort = work;
  setting.session.ranker = RankerKind::search;
  setting.session.guess = Guess::middle;
  setting.session.seed = seed;
  return setting;
}

struct Questions {
  std::uint64_t comparisons = 0;
  std::uint64_t equivalence = 0;
  Questions& operator+=(const Questions& more) {
    comparisons += more.comparisons;
    equivalence += more.equivalence;
    return *this;
  }
};

Questions ask(const std::shared_ptr<const MooreMachine>& hidden, const Setting& setting) {
  const RunResult result = checked_run(hidden, setting);
  return {result.counts.comparisons, result.counts.equivalence_questions};
}

struct Limit {
  const char* name;
  LearnerKind learner;
  Effort work;
  std::uint64_t comparisons, equivalence;
};

class TaskLimits : public ::testing::TestWithParam<Limit> {};

TEST_P(TaskLimits, HoldForTheWorstOfTenSeeds) {
  const Limit& limit = GetParam();
  std::vector<std::shared_ptr<const MooreMachine>> machines;
  for (const Task& task : tasks()) machines.push_back(std::make_shared<const MooreMachine>(task_machine(task)));
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Questions sum;
    for (const auto& hidden : machines) {
      sum += ask(hidden, fewest(limit.learner, limit.work, seed));
    }
    EXPECT_LE(sum.comparisons, limit.comparisons) << "seed " << seed;
    EXPECT_LE(sum.equivalence, limit.equivalence) << "seed " << seed;
  }
}

// As Mealy machines the tasks have a state or two less each. Equivalence questions, at their price, differ by more from
// seed to seed.
TEST(FewestQuestions, AsMealyMachinesTheyTakeFewerComparisons) {
  for (const Effort work : {Effort::full, Effort::economy}) {
    Questions as_moore, as_mealy;
    for (const Task& task : tasks()) {
      const auto hidden = std::make_shared<const MooreMachine>(task_machine(task));
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        Setting setting = fewest(LearnerKind::tour, work, seed);
        as_moore += ask(hidden, setting);
        setting.session.machine = MachineKind::mealy;
        as_mealy += ask(hidden, setting);
      }
    }
    EXPECT_LT(as_mealy.comparisons, as_moore.comparisons);
    const auto total = [](const Questions& all) {
      return static_cast<double>(all.comparisons) + 340 * static_cast<double>(all.equivalence);
    };
    EXPECT_LT(total(as_mealy), 1.05 * total(as_moore));
  }
}

INSTANTIATE_TEST_SUITE_P(FewestQuestions, TaskLimits,
                         ::testing::Values(Limit{"tree", LearnerKind::tree, Effort::full, 6200, 36},
                                           Limit{"tour_full", LearnerKind::tour, Effort::full, 1400, 23},
                                           Limit{"tour_economy", LearnerKind::tour, Effort::economy, 1020, 35}),
                         [](const auto& entry) { return entry.param.name; });

struct FloorLimit {
  std::size_t letters;
  double times_floor;
};

class RandomLimits : public ::testing::TestWithParam<FloorLimit> {};

TEST_P(RandomLimits, AreAMultipleOfTheInformationFloor) {
  const auto& [letters, times_floor] = GetParam();
  for (std::size_t states : {50, 200, 1000}) {
    if (effort(states) < 50 && states > 50) continue;
    for (std::size_t outputs : {2, 4, 8}) {
      const auto hidden =
          std::make_shared<const MooreMachine>(random_machine({states, letters, outputs}, states + outputs));
      const std::uint64_t seeds = states > 500 ? 1 : 5;
      double comparisons = 0;
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const Questions asked = ask(hidden, fewest(LearnerKind::tree, Effort::full, seed));
        comparisons += static_cast<double>(asked.comparisons) / static_cast<double>(seeds);
        EXPECT_LE(asked.equivalence, 8U) << states << " states, " << outputs << " outputs, seed " << seed;
      }
      EXPECT_LE(comparisons, times_floor * information_floor(states, letters, outputs))
          << states << " states, " << outputs << " outputs";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(FewestQuestions, RandomLimits,
                         ::testing::Values(FloorLimit{2, 2.25}, FloorLimit{5, 1.95}, FloorLimit{20, 1.78}),
                         [](const auto& entry) { return fmt::format("letters{}", entry.param.letters); });

struct FamilyLimit {
  const char* machine;
  double times_tree;
  bool large = false;
};

class FamilyLimits : public ::testing::TestWithParam<FamilyLimit> {};

TEST_P(FamilyLimits, ToursAreNotWorseThanTheTree) {
  const FamilyLimit& limit = GetParam();
  if (limit.large && effort(10) < 10) GTEST_SKIP() << "large machines are left to the build without sanitizers";
  const auto hidden = std::make_shared<const MooreMachine>(*family_machine(limit.machine));
  const Questions tree = ask(hidden, fewest(LearnerKind::tree, Effort::full, 1));
  const Questions tour = ask(hidden, fewest(LearnerKind::tour, Effort::full, 1));
  RecordProperty("tree", fmt::format("{}/{}", tree.comparisons, tree.equivalence));
  RecordProperty("tour", fmt::format("{}/{}", tour.comparisons, tour.equivalence));
  EXPECT_LE(static_cast<double>(tour.comparisons), limit.times_tree * static_cast<double>(tree.comparisons));
  if (limit.times_tree <= 1.0) {
    EXPECT_LE(tour.equivalence, 4U);
  }
}

INSTANTIATE_TEST_SUITE_P(FewestQuestions, FamilyLimits,
                         ::testing::Values(FamilyLimit{"collect:3", 0.6}, FamilyLimit{"collect:4", 0.4},
                                           FamilyLimit{"collect:5", 0.25, true}, FamilyLimit{"relevant:50,4", 0.4},
                                           FamilyLimit{"relevant:200,4", 0.3, true},
                                           FamilyLimit{"relevant:50,8", 0.03, true},
                                           FamilyLimit{"relevant:50,10", 0.01, true},
                                           FamilyLimit{"unstructured:50,4", 1.1},
                                           FamilyLimit{"unstructured:100,5", 1.1, true}),
                         [](const auto& entry) {
                           std::string name = entry.param.machine;
                           for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           return name;
                         });

}  // namespace
}  // namespace remap::test
