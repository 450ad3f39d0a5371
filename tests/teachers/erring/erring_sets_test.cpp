// Teachers who err, about machines over sets of propositions; and what becomes of a run that gives up.
#include <gtest/gtest.h>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/families.hpp"
#include "remap/automata/random.hpp"
#include "remap/runs/settings.hpp"
#include "remap/teachers/erring.hpp"
#include "remap/teachers/machine.hpp"
#include "remap/worlds/tasks.hpp"
#include "teachers/simulated/teacher_model.hpp"

namespace remap {
namespace {

/// Compares by a model of errors, judges without any, and remembers what it said of machines.
class SureJudge final : public JudgingTeacher {
 public:
  SureJudge(const MooreMachine& hidden, const char* model, std::uint64_t seed)
      : exact_(hidden), noisy_(exact_, hidden.alphabet(), hidden.outputs(), seeded(model, seed)) {}
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    noisy_.compare(comparisons, answers);
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    EquivalenceAnswer answer = exact_.equivalence(question);
    if (answer.counterexample) {
      named.emplace_back(*answer.counterexample, answer.feedback.outputs.at(0));
    } else {
      accepted.push_back(question.machine.moore());
    }
    return answer;
  }

  std::vector<std::pair<Word, Output>> named;
  std::vector<MooreMachine> accepted;

 private:
  static NoiseOptions seeded(const char* model, std::uint64_t seed) {
    NoiseOptions noise = parse_teacher_model(model).noise;
    noise.seed = seed;
    return noise;
  }
  MachineTeacher exact_;
  NoiseTeacher noisy_;
};

ErringResult best_learned(const MooreMachine& hidden, Teacher& teacher, ErringOptions options, std::uint64_t seed = 1) {
  options.seed = seed;
  SessionOptions session = preset_method(Preset::best, hidden.alphabet(), TeacherErrs::on);
  session.pairs = false;
  session.seed = seed;
  if (options.verdicts == Verdicts::unasked) session.equivalence = Equivalence::order;
  return learn_from_erring(
      teacher, [&] { return std::make_unique<Session>(hidden.alphabet(), hidden.outputs(), session); }, options);
}

TEST(ErringSets, ListedSetsCostNoMoreThanUnlistedOnes) {
  for (const char* name : {"collect:2,4", "collect:2,10", "collect:2,20"}) {
    const MooreMachine hidden = *family_machine(name);
    SureJudge teacher(hidden, "exact", 1);
    const ErringResult result = best_learned(hidden, teacher, {});
    EXPECT_FALSE(find_counterexample(hidden, result.machine.moore())) << name;
    EXPECT_FALSE(result.gave_up) << name;
    EXPECT_GE(result.confidence, 0.99) << name;
    EXPECT_LE(result.comparisons, 150u) << name;
  }
}

TEST(ErringSets, ErrorsOverThirtyTwoSets) {
  const MooreMachine hidden = task_machine(*find_task("craft/t10"));
  std::uint64_t comparisons = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SureJudge teacher(hidden, "persistent:0.05", seed);
    const ErringResult result = best_learned(hidden, teacher, {}, seed);
    EXPECT_FALSE(find_counterexample(hidden, result.machine.moore())) << seed;
    comparisons += result.comparisons;
  }
  EXPECT_LE(comparisons, 4 * 600u);
}

TEST(ErringGivesUp, WhatWasAcceptedIsTheResult) {
  const MooreMachine hidden = *family_machine("collect:2,10");
  std::size_t accepted = 0;
  for (std::uint64_t most = 10; most <= 100; most += 5) {
    SureJudge teacher(hidden, "exact", 1);
    ErringOptions options;
    options.most_comparisons = most;
    const ErringResult result = best_learned(hidden, teacher, options);
    EXPECT_TRUE(result.gave_up) << most;
    if (teacher.accepted.empty()) continue;
    ++accepted;
    EXPECT_FALSE(find_counterexample(hidden, result.machine.moore())) << most;
  }
  EXPECT_GE(accepted, 5u);
}

TEST(ErringGivesUp, TheTeacherIsShownAMachineBefore) {
  const MooreMachine hidden = task_machine(*find_task("craft/t10"));
  for (const Verdicts verdicts : {Verdicts::doubted, Verdicts::trusted}) {
    SureJudge teacher(hidden, "persistent:0.45", 1);
    ErringOptions options;
    options.verdicts = verdicts;
    options.confidence = 0.999;
    const ErringResult result = best_learned(hidden, teacher, options);
    EXPECT_TRUE(result.gave_up);
    EXPECT_GE(result.equivalence_questions, 1u);
    EXPECT_LE(result.equivalence_questions, 20u);
  }
}

TEST(ErringGivesUp, TheResultAgreesWithWhatATrustedVerdictSaid) {
  const MooreMachine hidden = task_machine(*find_task("craft/t5"));
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SureJudge teacher(hidden, "misread:0.1+persistent:0.05", seed);
    ErringOptions options;
    options.verdicts = Verdicts::trusted;
    const ErringResult result = best_learned(hidden, teacher, options, seed);
    EXPECT_FALSE(teacher.named.empty()) << seed;
    for (const auto& [word, output] : teacher.named) EXPECT_EQ(result.machine.output_after(word), output) << seed;
    EXPECT_EQ(result.gave_up, find_counterexample(hidden, result.machine.moore()).has_value()) << seed;
  }
}

/// Says equal eight times and is unsure from then on.
class UnsureSoon final : public Teacher {
 public:
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      answers[i] = ++asked_ <= 8 ? Preference::equal : Preference::unsure;
    }
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& /*question*/) override { return {}; }

 private:
  std::size_t asked_ = 0;
};

TEST(ErringGivesUp, UnsureAnswersMakeNobodySure) {
  const MooreMachine hidden = task_machine(*find_task("craft/t1"));
  UnsureSoon teacher;
  ErringOptions options;
  options.verdicts = Verdicts::unasked;
  const ErringResult result = best_learned(hidden, teacher, options);
  EXPECT_TRUE(result.gave_up);
  EXPECT_LE(result.confidence, 0.5);
  EXPECT_LE(result.ten_more, 0.5);
}

TEST(ErringConfidence, HighTargetsAreReached) {
  const MooreMachine hidden = random_machine({5, 2, 2}, 3);
  for (const Verdicts verdicts : {Verdicts::unasked, Verdicts::doubted}) {
    SureJudge teacher(hidden, "exact", 1);
    ErringOptions options;
    options.verdicts = verdicts;
    for (const double target : {0.998, 0.9995}) {
      options.confidence = target;
      const ErringResult result = best_learned(hidden, teacher, options);
      EXPECT_FALSE(result.gave_up) << target;
      EXPECT_GE(result.confidence, target);
    }
  }
}

TEST(ErringConfidence, WhatIsOutOfReachIsRefused) {
  const MooreMachine hidden = random_machine({5, 2, 2}, 3);
  SureJudge teacher(hidden, "exact", 1);
  ErringOptions options;
  options.confidence = 0.99995;
  EXPECT_THROW(static_cast<void>(best_learned(hidden, teacher, options)), InputError);
}

/// Calls all words equal, and names words that end with one proposition, of one value and of the other in turn.
class Contradictory final : public JudgingTeacher {
 public:
  explicit Contradictory(const Alphabet& alphabet) : word_{alphabet.letter_of(1)} {}
  void compare(const Comparisons& /*comparisons*/, std::span<Preference> answers) override {
    for (Preference& answer : answers) answer = Preference::equal;
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    const bool lowest = question.machine.output_after(word_) == Output{0};
    return {word_, {Feedback::Kind::value, {lowest ? Output{1} : Output{0}}}};
  }

 private:
  Word word_;
};

TEST(ErringSets, UnlistedLettersOfATeacherWhoContradictsVerdicts) {
  const MooreMachine hidden = *family_machine("collect:2,20");
  Contradictory teacher(hidden.alphabet());
  ErringOptions options;
  options.verdicts = Verdicts::trusted;
  options.most_comparisons = 30;
  EXPECT_TRUE(best_learned(hidden, teacher, options).gave_up);
}

}  // namespace
}  // namespace remap
