// Trials are kept from one build to the next as long as `method_revision` stays the same. This test runs a sample of
// every kind of trial and compares a fingerprint of the results with the one on record for the revision.
#include "experiments/store/revision.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "experiments/trials/identity.hpp"
#include "experiments/trials/trials.hpp"

namespace remap::experiments {
namespace {

constexpr int recorded_revision = 5;
constexpr const char* recorded_learning = "c83d25b1eae8bb8b";
constexpr const char* recorded_policies = "0049a996da568534";

std::string text_of(const LearningResult& r) {
  return fmt::format("{} {} {} {} {} {} {} {} {}/{} {} {}\n", r.seed, r.comparisons, r.values, r.equivalence_questions,
                     r.unique_words, r.states, r.longest_counterexample, r.exact, r.score.right, r.score.tested, r.path,
                     r.play_text);
}

std::string changed(const char* what, const std::string& now) {
  return fmt::format(
      "{} come out differently than with method revision {}: their fingerprint is now {}. If that is intended, raise "
      "method_revision (src/experiments/revision.hpp) and record revision and fingerprint in this test; "
      "otherwise trials of old and new builds would be mixed",
      what, recorded_revision, now);
}

TEST(MethodRevision, ChangesWithTheResultsOfLearning) {
  std::string text;
  const auto run = [&](const LearningSetting& setting, const Subject& subject, std::uint64_t samples) {
    for (const std::uint64_t number : {0, 1, 2}) text += text_of(run_trial(setting, {&subject, samples, number}, 1));
  };
  for (const Task& task : tasks()) {
    const Subject subject = task_subject(task, {5, 1});
    for (const Way way : {Way::paper, Way::standard, Way::lstar}) run({way, Asked::exact}, subject, 0);
    for (const Asked asked : {Asked::geometric, Asked::guided}) {
      for (const std::uint64_t samples : {10, 100}) run({Way::paper, asked}, subject, samples);
    }
  }
  for (const std::size_t letters : {2U, 4U}) {
    for (const Subject& subject : regex_subjects(letters)) run({Way::paper, Asked::geometric}, subject, 20);
  }
  EXPECT_EQ(method_revision, recorded_revision) << "record the new revision here, with its fingerprints";
  EXPECT_EQ(fingerprint(text), recorded_learning) << changed("learning trials", fingerprint(text));
}

TEST(MethodRevision, ChangesWithTheResultsOfPolicies) {
  std::string text;
  for (const char* name : {"office/t1", "craft/t5"}) {
    const Subject subject = task_subject(*find_task(name), {5, 1});
    const std::string play = play_machine(*subject.machine).text;
    const PolicyResult r = run_trial(PolicySetting{.office_steps = 20'000, .craft_steps = 20'000},
                                     {&subject, fingerprint(play), play, false, 0}, 1);
    text += fmt::format("{} {:.12g} {:.12g}\n", r.seed, r.mean_reward, r.truth_reward);
  }
  EXPECT_EQ(fingerprint(text), recorded_policies) << changed("policies", fingerprint(text));
}

}  // namespace
}  // namespace remap::experiments
