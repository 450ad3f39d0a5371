// Teachers who err: with 5 % wrong answers runs still end exactly right, and what asking again costs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "remap/automata/equivalence.hpp"
#include "remap/teachers/machine.hpp"
#include "support/one_event.hpp"
#include "teachers/careful/careful.hpp"
#include "teachers/simulated/noise.hpp"

namespace remap::test {
namespace people {
namespace {

constexpr std::uint64_t seeds = 20;

/// Sums over the seeds.
struct Outcome {
  std::uint64_t right = 0, comparisons = 0, equivalence_questions = 0, contradictions = 0;
};

Outcome run(const std::string& task, bool absorbing, const NoiseOptions& noise, Confirm confirm) {
  const auto hidden = one_event_task(task);
  Outcome outcome;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    SessionOptions options = SessionOptions::paper();
    options.learner = LearnerKind::tour;
    options.ranker = RankerKind::search;
    options.guess = Guess::middle;
    options.seed = seed;
    if (absorbing) options.absorbing = hidden->outputs().find(halt_name);
    MachineTeacher exact(*hidden);
    NoiseOptions errors = noise;
    errors.seed = seed;
    NoiseTeacher teacher(exact, hidden->alphabet(), hidden->outputs(), errors);
    AnswerBook book(hidden->outputs().size());
    RecordingTeacher recording(
        book, [&]() -> Teacher& { return teacher; }, nullptr, options.absorbing);
    CareCounts counts;
    const auto session = drive_carefully(
        recording, {confirm, 0, Settle::vote, 0, seed},
        [&] { return std::make_unique<Session>(hidden->alphabet(), hidden->outputs(), options); }, &counts);
    outcome.right += find_counterexample(*hidden, session->machine()) ? 0 : 1;
    for (std::size_t i = 1; i <= book.size(); ++i) {
      const bool comparison = book.at(make_id<AnswerId>(i)).kind == BookEntry::Kind::comparison;
      (comparison ? outcome.comparisons : outcome.equivalence_questions) += 1;
    }
    EXPECT_TRUE(book.needless(options.absorbing).empty()) << task << " seed " << seed;
    outcome.contradictions += counts.contradictions;
  }
  return outcome;
}

NoiseOptions mistakes(double share) {
  NoiseOptions noise;
  noise.mistakes = share;
  return noise;
}

struct Case {
  const char* task;
  bool absorbing;
  std::uint64_t most_questions;  // on average, comparisons and equivalence questions together
};

class PeopleErr : public ::testing::TestWithParam<Case> {};

TEST_P(PeopleErr, AndTheMachineIsExactlyRightForEverySeed) {
  const auto& [task, absorbing, most_questions] = GetParam();
  const Outcome outcome = run(task, absorbing, mistakes(0.05), Confirm::growth);
  EXPECT_EQ(outcome.right, seeds);
  EXPECT_LE(outcome.comparisons + outcome.equivalence_questions, seeds * most_questions);
}

TEST_P(PeopleErr, AndConfirmingCostsAFifthWhenTheyDoNot) {
  const auto& [task, absorbing, most_questions] = GetParam();
  const Outcome plain = run(task, absorbing, {}, Confirm::off);
  const Outcome confirmed = run(task, absorbing, {}, Confirm::growth);
  EXPECT_EQ(plain.right, seeds);
  EXPECT_EQ(confirmed.right, seeds);
  EXPECT_GT(confirmed.comparisons, plain.comparisons);
  EXPECT_LE(5 * confirmed.comparisons, 6 * plain.comparisons);
  EXPECT_EQ(confirmed.equivalence_questions, plain.equivalence_questions);
}

TEST_P(PeopleErr, WithoutOrWithEveryConfirmationItEndsRight) {
  const auto& [task, absorbing, most_questions] = GetParam();
  for (const Confirm confirm : {Confirm::off, Confirm::all}) {
    EXPECT_EQ(run(task, absorbing, mistakes(0.05), confirm).right, seeds);
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, PeopleErr,
                         ::testing::Values(Case{"office/t1", false, 110}, Case{"office/t1", true, 110},
                                           Case{"craft/t5", false, 400}, Case{"craft/t5", true, 400}),
                         [](const auto& entry) {
                           std::string name = entry.param.task;
                           std::replace(name.begin(), name.end(), '/', '_');
                           return name + (entry.param.absorbing ? "_absorbing" : "");
                         });

TEST(PeopleErrInOtherWays, AndTheMachineIsStillRight) {
  NoiseOptions unsure;
  unsure.unsure = 0.2;
  NoiseOptions warm;
  warm.temperature = 0.3;
  for (const NoiseOptions& noise : {unsure, warm}) {
    EXPECT_EQ(run("office/t1", false, noise, Confirm::growth).right, seeds);
  }
}

}  // namespace
}  // namespace people
}  // namespace remap::test
