// Verdicts that are not borne out by comparisons, and machines for which little speaks but a verdict.
#include <gtest/gtest.h>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/families.hpp"
#include "remap/automata/random.hpp"
#include "remap/teachers/erring.hpp"
#include "remap/teachers/machine.hpp"
#include "teachers/process/protocol_lines.hpp"

namespace remap {
namespace {

class Judge : public Teacher {
 public:
  explicit Judge(const MooreMachine& hidden) : exact(hidden), compared_by(hidden) {}
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    compared_by.compare(comparisons, answers);
  }
  [[nodiscard]] bool judges() const noexcept override { return true; }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override { return exact.equivalence(question); }

 protected:
  Judge(const MooreMachine& hidden, const MooreMachine& seen) : exact(hidden), compared_by(seen) {}
  MachineTeacher exact, compared_by;
};

/// Calls the two lowest values equal, always.
class Blurred final : public Judge {
 public:
  explicit Blurred(const MooreMachine& hidden) : Judge(hidden, blurred(hidden)) {}

 private:
  static MooreMachine blurred(const MooreMachine& hidden) {
    std::vector<Output> outputs;
    std::vector<State> next;
    for (std::size_t q = 0; q < hidden.size(); ++q) {
      const State state = make_id<State>(q);
      outputs.push_back(std::max(hidden.output(state), Output{1}));
      next.insert(next.end(), hidden.row(state).begin(), hidden.row(state).end());
    }
    return {hidden.alphabet(), hidden.outputs(), hidden.initial(), outputs, next};
  }
};

/// Accepts whatever it is shown.
class Lenient final : public Judge {
 public:
  using Judge::Judge;
  EquivalenceAnswer equivalence(const EquivalenceQuestion& /*question*/) override { return {}; }
};

/// Every other time it names a word about which the machine is right.
class Confused final : public Judge {
 public:
  explicit Confused(const MooreMachine& hidden) : Judge(hidden), hidden_(hidden) {}
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    const Word word{Letter{0}};
    const Output value = hidden_.output_after(word);
    if (++asked_ % 2 == 0 || question.machine.output_after(word) != value) return exact.equivalence(question);
    return EquivalenceAnswer::wrong(word, value);
  }

 private:
  const MooreMachine& hidden_;
  std::size_t asked_ = 0;
};

ErringResult learned(const MooreMachine& hidden, Teacher& teacher, std::uint64_t seed = 1,
                     Verdicts verdicts = Verdicts::doubted) {
  ErringOptions options;
  options.verdicts = verdicts;
  options.seed = seed;
  SessionOptions session;
  session.learner = LearnerKind::tree;
  session.ranker = RankerKind::search;
  session.seed = seed;
  return learn_from_erring(
      teacher, [&] { return std::make_unique<Session>(hidden.alphabet(), hidden.outputs(), session); }, options);
}

TEST(ErringVerdicts, WhoInsistsOnACounterexampleIsNotOverruledSilently) {
  const MooreMachine hidden = random_machine({5, 2, 3}, 4);
  Blurred teacher(hidden);
  const ErringResult result = learned(hidden, teacher);
  EXPECT_TRUE(result.gave_up);
  EXPECT_LE(result.confidence, 0.5);
  EXPECT_FALSE(result.insisted.empty());
  EXPECT_LE(result.equivalence_questions, 45U);
  ASSERT_EQ(result.merged.size(), 1U);
  EXPECT_EQ(result.merged.front(), (std::vector{Output{0}, Output{1}}));
}

TEST(ErringVerdicts, FewWordsSayLittleWhoeverAccepts) {
  const MooreMachine hidden = *family_machine("chain:6");
  std::size_t right = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Lenient teacher(hidden);
    const ErringResult result = learned(hidden, teacher, seed);
    const auto words = static_cast<double>(result.words);
    EXPECT_LE(result.confidence, (words + 1) / (words + 2));
    EXPECT_GE(result.confidence, 0.99);
    right += find_counterexample(hidden, result.machine.moore()) ? 0 : 1;
  }
  EXPECT_GE(right, 4U);
}

TEST(ErringVerdicts, AWordThatIsNoCounterexampleIsAMistakeLikeAnyOther) {
  const MooreMachine hidden = random_machine({5, 2, 3}, 4);
  Confused teacher(hidden);
  const ErringResult result = learned(hidden, teacher);
  EXPECT_FALSE(find_counterexample(hidden, result.machine.moore()));
  EXPECT_FALSE(result.gave_up);
  EXPECT_THROW(static_cast<void>(learned(hidden, teacher, 1, Verdicts::trusted)), InputError);
}

TEST(ErringVerdicts, AProgramThatErrsMayNameOne) {
  const MooreMachine machine = random_machine({5, 2, 3}, 4);
  const std::string value = machine.outputs().name(machine.output_after(Word{Letter{0}}));
  const std::string line = R"({"id":7,"counterexample":["a"],"output":")" + value + "\"}";
  EXPECT_THROW(static_cast<void>(read_verdict(line, 7, Hypothesis(machine))), InputError);
  EXPECT_EQ(read_verdict(line, 7, Hypothesis(machine), true).counterexample, Word{Letter{0}});
}

TEST(ErringVerdicts, WhatWasAskedIsCounted) {
  const MooreMachine hidden = random_machine({5, 2, 3}, 4);
  Blurred teacher(hidden);
  const ErringResult result = learned(hidden, teacher);
  EXPECT_EQ(result.classes, 2U);
  EXPECT_GE(result.words, result.comparisons / 2);
  EXPECT_LE(result.words, 2 * result.comparisons);
  EXPECT_EQ(result.counterexample_lengths.size(), result.equivalence_questions);  // it never accepts
  EXPECT_GE(result.known_values, 1U);
}

}  // namespace
}  // namespace remap
