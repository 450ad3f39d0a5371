// Unsure is not equal: an unsure answer adds no constraint, and what blocks the run is said.
#include <gtest/gtest.h>

#include "learning/session/session_engine.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/random.hpp"

namespace remap {
namespace {

Preference truth(const MooreMachine& machine, const WordTree& words, const Comparison& comparison) {
  const Output left = machine.output_after(words.spell(comparison.left));
  const Output right = machine.output_after(words.spell(comparison.right));
  return left == right ? Preference::equal : left < right ? Preference::less : Preference::greater;
}

SessionOptions tree_and(RankerKind ranker) {
  SessionOptions options = SessionOptions::paper();
  options.learner = LearnerKind::tree;
  options.ranker = ranker;
  return options;
}

class Unsure : public testing::TestWithParam<RankerKind> {};

TEST_P(Unsure, OnlyUnsureAnswersMergeNothingAndStopCleanly) {
  const MooreMachine machine = random_machine({6, 2, 3}, 1);
  Session session(machine.alphabet(), machine.outputs(), tree_and(GetParam()));
  try {
    for (int rounds = 0; rounds < 1000; ++rounds) {
      const Request& request = session.next();
      ASSERT_EQ(request.kind, Request::Kind::comparisons);
      const std::vector<Preference> answers(request.comparisons.size(), Preference::unsure);
      session.answer(answers);
    }
    FAIL() << "asked on and on";
  } catch (const Unsettled& error) {
    EXPECT_FALSE(error.comparisons().empty());
    EXPECT_NE(std::string(error.what()).find("' against '"), std::string::npos) << error.what();
  }
  EXPECT_LE(session.engine().classes().words(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Rankers, Unsure,
                         testing::Values(RankerKind::search, RankerKind::quicksort, RankerKind::all_pairs));

// Unsure about some pairs for good: either the machine is right in the end, or the run says what it lacks. It is never
// wrong.
TEST(UnsureSearch, AnotherRepresentativeIsTried) {
  std::size_t right = 0, stopped = 0, unsure = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const MooreMachine machine = random_machine({3 + seed % 10, 3, 2 + seed % 2}, seed);
    Session session(machine.alphabet(), machine.outputs(), tree_and(RankerKind::search));
    std::vector<Preference> answers;
    try {
      while (!session.finished()) {
        const Request& request = session.next();
        if (request.kind == Request::Kind::equivalence) {
          const auto word = find_counterexample(machine, session.machine());
          session.answer(word ? EquivalenceAnswer::wrong(*word, machine.output_after(*word))
                              : EquivalenceAnswer::accepted());
        } else if (request.kind == Request::Kind::comparisons) {
          answers.clear();
          for (const Comparison& each : request.comparisons) {
            Random dice = split_random(seed, index(each.left) * 1'000'003 + index(each.right));
            answers.push_back(dice.chance(0.1) ? Preference::unsure : truth(machine, session.engine().words(), each));
          }
          session.answer(answers);
        }
      }
      EXPECT_FALSE(find_counterexample(machine, session.machine()));
      ++right;
    } catch (const Unsettled&) {
      ++stopped;
    }
    unsure += session.counts().unsure;
  }
  EXPECT_GT(right, 20U);
  EXPECT_GT(unsure, 100U);
  RecordProperty("right", static_cast<int>(right));
  RecordProperty("stopped", static_cast<int>(stopped));
}

}  // namespace
}  // namespace remap
