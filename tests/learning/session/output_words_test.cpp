// Values instead of comparisons, one by one or with those of all prefixes.
#include <gtest/gtest.h>

#include <set>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/families.hpp"
#include "remap/automata/random.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

/// Answers exactly and looks at what is asked.
class Attentive final : public JudgingTeacher, public ValueTeacher {
 public:
  explicit Attentive(const MooreMachine& machine) : machine_(machine), exact_(machine) {}

  void compare(const Comparisons&, std::span<Preference>) override { FAIL() << "a comparison"; }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    for (const Word& word : known_) {
      refuted_ += question.machine.output_after(word) != machine_.output_after(word) ? 1 : 0;
    }
    return exact_.equivalence(question);
  }
  void values(const AskedWords& asked, std::span<Output> answers) override {
    exact_.values(asked, answers);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      Word word = asked.word(i);
      letters_ += word.size();
      needless_ += known_.contains(word) ? 1 : 0;
      for (;; word.pop_back()) {
        known_.insert(word);
        if (!asked.with_prefixes() || word.empty()) break;
      }
    }
    words_ += asked.size();
  }
  ValueTeacher* value_teacher() noexcept override { return this; }
  [[nodiscard]] bool gives_prefixes() const noexcept override { return true; }

  std::size_t words_ = 0, letters_ = 0, needless_ = 0;
  std::size_t refuted_ = 0;  // answers given before that an equivalence question disagrees with

 private:
  const MooreMachine& machine_;
  MachineTeacher exact_;
  std::set<Word> known_;
};

SessionOptions asking(Answers answers, MachineKind kind = MachineKind::moore) {
  SessionOptions options;
  options.learner = LearnerKind::tree;
  options.answers = answers;
  options.machine = kind;
  return options;
}

std::vector<MooreMachine> machines() {
  std::vector<MooreMachine> result;
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    result.push_back(random_machine({2 + 3 * seed, 3, 2 + seed % 3}, seed));
  for (const char* name : {"chain:12", "counter:15", "lock:6,3", "grid:4,4", "protocol:12,6,4"}) {
    result.push_back(*family_machine(name));
  }
  return result;
}

TEST(OutputWords, LearnExactlyAndAskNothingThatIsKnown) {
  for (const MooreMachine& machine : machines()) {
    for (const MachineKind kind : {MachineKind::moore, MachineKind::mealy}) {
      for (const Answers answers : {Answers::values, Answers::single_values}) {
        Attentive teacher(machine);
        const Learned learned = learn(teacher, machine.alphabet(), machine.outputs(), asking(answers, kind));
        EXPECT_FALSE(find_counterexample(machine, learned.machine.moore()));
        EXPECT_EQ(learned.counts.comparisons, 0U);
        EXPECT_EQ(learned.counts.values, teacher.words_);
        EXPECT_EQ(learned.counts.value_letters, teacher.letters_);
        EXPECT_EQ(teacher.needless_, 0U);
        EXPECT_EQ(teacher.refuted_, 0U);
      }
    }
  }
}

// What the best learners that see output words ask on such machines is 1,111 on average, each of their counterexamples
// included.
TEST(OutputWords, AreLittleMoreThanOnePerTransition) {
  std::size_t asked = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const MooreMachine machine = random_machine({80, 5, 4}, seed);
    MachineTeacher teacher(machine);
    const SessionCounts many =
        learn(teacher, machine.alphabet(), machine.outputs(), asking(Answers::single_values)).counts;
    const SessionCounts few = learn(teacher, machine.alphabet(), machine.outputs(), asking(Answers::values)).counts;
    EXPECT_LT(2 * few.values, many.values);
    asked += few.values + few.equivalence_questions;
  }
  EXPECT_LE(asked, 5 * 600U);
}

TEST(OutputWords, EveryLearnerTakesThem) {
  const MooreMachine machine = *family_machine("collect:3");
  for (const LearnerKind learner : {LearnerKind::table, LearnerKind::tree, LearnerKind::tour}) {
    for (const Equivalence check : {Equivalence::exact, Equivalence::order_sampling}) {
      SessionOptions options = asking(Answers::values);
      options.learner = learner;
      options.equivalence = check;
      MachineTeacher teacher(machine);
      const Learned learned = learn(teacher, machine.alphabet(), machine.outputs(), options);
      EXPECT_EQ(learned.counts.comparisons, 0U);
      EXPECT_EQ(learned.machine.outputs(), machine.outputs()) << "values are known, so it is not over ranks";
      if (check == Equivalence::exact) {
        EXPECT_FALSE(find_counterexample(machine, learned.machine.moore()));
      }
    }
  }
}

TEST(OutputWords, AreAskedOfTeachersWhoGiveThem) {
  class Single final : public JudgingTeacher, public ValueTeacher {
   public:
    explicit Single(const MooreMachine& machine) : exact_(machine) {}
    void compare(const Comparisons&, std::span<Preference>) override { FAIL() << "a comparison"; }
    EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override { return exact_.equivalence(question); }
    void values(const AskedWords& asked, std::span<Output> answers) override {
      EXPECT_FALSE(asked.with_prefixes());
      exact_.values(asked, answers);
    }
    ValueTeacher* value_teacher() noexcept override { return this; }

   private:
    MachineTeacher exact_;
  };
  const MooreMachine machine = random_machine({10, 2, 3}, 1);
  Single teacher(machine);
  const Learned learned = learn(teacher, machine.alphabet(), machine.outputs(), asking(Answers::values));
  EXPECT_EQ(learned.machine, canonical(machine));
  EXPECT_EQ(learned.counts.values, learned.counts.words);
}

TEST(OutputWords, MustAgreeAboutTheirPrefixes) {
  Session session({"a", "b"}, Outputs{"0", "1"}, asking(Answers::values));
  const auto all = [&](Output output) { session.answer(std::vector<Output>(session.next().values.values(), output)); };
  ASSERT_EQ(session.next().kind, Request::Kind::values);
  all(Output{0});
  ASSERT_EQ(session.next().kind, Request::Kind::values);
  EXPECT_THROW(all(Output{1}), Contradiction) << "now the empty word has the other value";
}

TEST(OutputWords, AreAnsweredInFull) {
  Session session({"a", "b"}, Outputs{"0", "1"}, asking(Answers::values));
  const AskedWords asked = session.next().values;
  ASSERT_TRUE(asked.with_prefixes());
  EXPECT_EQ(asked.values(), asked.letters() + asked.size());
  EXPECT_THROW(session.answer(std::vector<Output>(asked.size(), Output{0})), Misuse);
}

}  // namespace
}  // namespace remap
