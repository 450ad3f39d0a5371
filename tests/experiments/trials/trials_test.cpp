#include "experiments/trials/trials.hpp"

#include <gtest/gtest.h>

#include "experiments/trials/identity.hpp"
#include "remap/automata/error.hpp"
#include "worlds/planning.hpp"

namespace remap::experiments {
namespace {

TEST(Identity, SeedsDependOnEveryPart) {
  const std::uint64_t seed = derive_seed(1, "craft/t1", {25, 0});
  EXPECT_EQ(seed, derive_seed(1, "craft/t1", {25, 0}));
  for (const std::uint64_t other :
       {derive_seed(2, "craft/t1", {25, 0}), derive_seed(1, "craft/t2", {25, 0}), derive_seed(1, "craft/t1", {50, 0}),
        derive_seed(1, "craft/t1", {25, 1}), derive_seed(1, "craft/t1", {0, 25}), derive_seed(1, "craft/t1", {25})}) {
    EXPECT_NE(seed, other);
  }
  EXPECT_LT(seed, std::uint64_t{1} << 63);
}

TEST(Identity, FingerprintsDoNotSeeTheNumberingOfStates) {
  const MooreMachine machine = task_machine(*find_task("office/t3"));
  std::vector<Output> outputs;
  std::vector<State> next;
  const auto turned = [&](State state) { return make_id<State>(machine.size() - 1 - index(state)); };
  for (std::size_t q = machine.size(); q-- > 0;) {
    outputs.push_back(machine.output(make_id<State>(q)));
    for (const State to : machine.row(make_id<State>(q))) next.push_back(turned(to));
  }
  const MooreMachine other(machine.alphabet(), machine.outputs(), turned(machine.initial()), outputs, next);
  EXPECT_EQ(fingerprint(machine), fingerprint(other));
  EXPECT_NE(fingerprint(machine), fingerprint(task_machine(*find_task("office/t4"))));
}

TEST(LearningTrial, IsAFunctionOfItsSettingAndSeed) {
  const Subject subject = task_subject(*find_task("office/t3"), {25, 1});
  for (const Asked asked : {Asked::exact, Asked::geometric, Asked::guided}) {
    const LearningTrial trial{&subject, asked == Asked::exact ? 0U : 50U, 3};
    const LearningResult a = run_trial({Way::paper, asked}, trial, 7), b = run_trial({Way::paper, asked}, trial, 7);
    EXPECT_EQ(a.seed, b.seed);
    EXPECT_EQ(a.comparisons, b.comparisons);
    EXPECT_EQ(a.path, b.path);
    EXPECT_EQ(a.play_text, b.play_text);
    EXPECT_NE(run_trial({Way::paper, asked}, trial, 8).seed, a.seed);
  }
}

TEST(LearningTrial, MeasuresWhatTheReferenceProgramDoes) {
  const Subject subject = task_subject(*find_task("craft/t5"), {25, 1});
  const LearningResult paper = run_trial({Way::paper, Asked::exact}, {&subject, 0, 0}, 1);
  EXPECT_TRUE(paper.exact);
  EXPECT_EQ(paper.unique_words, 265U);
  EXPECT_EQ(paper.equivalence_questions, 4U);
  EXPECT_EQ(paper.longest_counterexample, 3U);
  EXPECT_EQ(paper.states, 7U);
  EXPECT_EQ(paper.values, 0U);
  const LearningResult lstar = run_trial({Way::lstar, Asked::exact}, {&subject, 0, 0}, 1);
  EXPECT_EQ(lstar.comparisons, 0U);
  EXPECT_EQ(lstar.values, lstar.unique_words);
  const LearningResult own = run_trial({Way::standard, Asked::exact}, {&subject, 0, 0}, 1);
  EXPECT_TRUE(own.exact);
  EXPECT_LT(own.comparisons, paper.comparisons);
}

TEST(LearningTrial, KeepsPathsOfTheFirstTrialsOnly) {
  const Subject subject = task_subject(*find_task("craft/t1"), {25, 1});
  const LearningResult first = run_trial({Way::paper, Asked::exact}, {&subject, 0, trials_with_path - 1}, 1);
  const std::vector<PhasePoint> path = parse_path(first.path);
  ASSERT_FALSE(path.empty());
  EXPECT_EQ(path.back().event, 'e');
  EXPECT_EQ(path.back().states, subject.machine->size());
  EXPECT_EQ(run_trial({Way::paper, Asked::exact}, {&subject, 0, trials_with_path}, 1).path, "");
}

TEST(LearningTrial, GuidedNeedsFormulas) {
  const Subject subject = regex_subjects(2).front();
  EXPECT_THROW(run_trial({Way::paper, Asked::guided}, {&subject, 25, 0}, 1), Misuse);
}

TEST(PhasePath, ReadsWhatTrialsWrite) {
  const std::vector<PhasePoint> path = parse_path("e0,1 c0,2 s12,34");
  EXPECT_EQ(path, (std::vector<PhasePoint>{{'e', 0, 1}, {'c', 0, 2}, {'s', 12, 34}}));
  EXPECT_TRUE(parse_path("").empty());
  EXPECT_THROW((void)parse_path("e0"), Misuse);
}

TEST(PlayMachine, OfTheTrueMachineEarnsWhatTheTaskDoes) {
  for (const Task& task : tasks()) {
    const World& world = world_of(task.name);
    const Product given(world, task.machine);
    const Product played(world, play_machine(task_machine(task)).machine);
    const double expected = evaluate(given, plan(given).policy).reward_per_step;
    EXPECT_NEAR(evaluate(played, plan(played).policy).reward_per_step, expected, 1e-9) << task.name;
  }
}

TEST(PlayMachine, ReadsItsOwnText) {
  const PlayMachine play = play_machine(task_machine(*find_task("craft/t10")));
  EXPECT_EQ(parse_play_text(play.text), play.machine);
  EXPECT_THROW(parse_play_text("a b\n0 0 0\n"), Misuse);
  EXPECT_THROW(parse_play_text("a\n0 0 7\n"), Misuse);
}

TEST(PolicyTrial, RolesHaveRunsOfTheirOwn) {
  const Subject subject = task_subject(*find_task("office/t1"), {25, 1});
  const std::string text = play_machine(*subject.machine).text;
  const PolicySetting setting{.office_steps = 20'000, .craft_steps = 20'000};
  const PolicyTrial learned{&subject, fingerprint(text), text, false, 0};
  PolicyTrial reference = learned;
  reference.reference = true;
  const PolicyResult a = run_trial(setting, learned, 1), b = run_trial(setting, learned, 1);
  EXPECT_EQ(a.mean_reward, b.mean_reward);
  EXPECT_EQ(a.truth_reward, b.truth_reward);
  EXPECT_NE(run_trial(setting, reference, 1).seed, a.seed);
  EXPECT_GT(a.truth_reward, 0);
}

}  // namespace
}  // namespace remap::experiments
