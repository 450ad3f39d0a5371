// Runs over more propositions than can be listed: exact, few questions, and the same over 64 propositions as over 20.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "checked_run.hpp"
#include "remap/automata/families.hpp"
#include "support/effort.hpp"

namespace remap::test {
namespace {

struct Many {
  const char* machine;
  std::uint64_t comparisons, equivalence;  // at most, for the worst of the seeds
};

class ManyPropositions : public ::testing::TestWithParam<Many> {};

TEST_P(ManyPropositions, AreLearnedExactlyWithFewQuestions) {
  const auto hidden = std::make_shared<const MooreMachine>(*family_machine(GetParam().machine));
  ASSERT_FALSE(hidden->alphabet().listed());
  const std::uint64_t seeds = effort(5) < 5 ? 1 : 5;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Setting setting;
    setting.session = SessionOptions();
    setting.session.seed = seed;
    const RunResult result = checked_run(hidden, setting);
    EXPECT_LE(result.counts.comparisons, GetParam().comparisons) << "seed " << seed;
    EXPECT_LE(result.counts.equivalence_questions, GetParam().equivalence) << "seed " << seed;
  }
}

TEST_P(ManyPropositions, AreLearnedByOrderAlone) {
  const auto hidden = std::make_shared<const MooreMachine>(*family_machine(GetParam().machine));
  for (const Checking checking : {Checking::order, Checking::nameless, Checking::sampling, Checking::comparisons}) {
    Setting setting;
    setting.session = SessionOptions();
    setting.equivalence = checking;
    EXPECT_LE(checked_run(hidden, setting).machine.size(), hidden->size());
  }
}

INSTANTIATE_TEST_SUITE_P(Conformance, ManyPropositions,
                         ::testing::Values(Many{"collect:3,64", 420, 5}, Many{"conjunction:4,3,64", 260, 5},
                                           Many{"parity:3,3,64", 300, 3}, Many{"priority:6,20", 330, 4},
                                           Many{"guards:20,64", 950, 4}, Many{"relevant:20,64", 900, 4}),
                         [](const auto& entry) {
                           std::string name = entry.param.machine;
                           for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           return name;
                         });

TEST(ManyPropositions, OtherLearnersRefuse) {
  const MooreMachine hidden = *family_machine("collect:2,40");
  for (const LearnerKind learner : {LearnerKind::table, LearnerKind::tree, LearnerKind::lstar}) {
    SessionOptions options;
    options.learner = learner;
    EXPECT_THROW(Session(hidden.alphabet(), hidden.outputs(), options), InputError);
  }
}

}  // namespace
}  // namespace remap::test
