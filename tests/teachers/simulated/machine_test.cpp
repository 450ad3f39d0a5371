#include "remap/teachers/machine.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "learning/words/word_tree.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/random.hpp"
#include "remap/automata/reward_machine.hpp"
#include "remap/teachers/learn.hpp"

namespace remap {
namespace {

std::shared_ptr<const MooreMachine> some_machine(std::uint64_t seed = 1) {
  return std::make_shared<const MooreMachine>(random_machine({8, 3, 4}, seed));
}

RC_GTEST_PROP(MachineTeacher, ComparesAndNamesTheOutputsOfTheMachine,
              (const std::vector<std::vector<std::uint8_t>>& raw)) {
  const auto machine = some_machine();
  MachineTeacher teacher(*machine);
  WordTree words;
  std::vector<WordId> ids{empty_word};
  for (const auto& letters : raw) {
    Word word;
    for (std::uint8_t letter : letters) word.push_back(make_id<Letter>(letter % 3));
    ids.push_back(words.insert(word));
  }
  std::vector<Comparison> comparisons;
  for (std::size_t i = 0; i < ids.size(); ++i) comparisons.push_back({ids[i], ids[(i * 7 + 3) % ids.size()]});
  std::vector<Preference> answers(comparisons.size());
  teacher.compare({words, comparisons}, answers);
  std::vector<Output> values(ids.size());
  teacher.values({words, ids}, values);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Output left = machine->output_after(words.spell(comparisons[i].left));
    const Output right = machine->output_after(words.spell(comparisons[i].right));
    RC_ASSERT(values[i] == left);
    RC_ASSERT(answers[i] == (left < right ? Preference::less : right < left ? Preference::greater : Preference::equal));
  }
}

TEST(MachineTeacher, RunsLongWordsBesideShortOnes) {
  const auto machine = some_machine();
  MachineTeacher teacher(*machine);
  WordTree words;
  Random random(1);
  std::vector<Comparison> comparisons;
  for (std::size_t i = 0; i < 500; ++i) {
    Word word(random.below(i % 5 == 0 ? 200 : 6));
    for (Letter& letter : word) letter = make_id<Letter>(random.below(3));
    comparisons.push_back({words.insert(word), make_id<WordId>(random.below(words.size()))});
  }
  std::vector<Preference> answers(comparisons.size());
  teacher.compare({words, comparisons}, answers);
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const Output left = machine->output_after(words.spell(comparisons[i].left));
    const Output right = machine->output_after(words.spell(comparisons[i].right));
    EXPECT_EQ(answers[i] == Preference::less, left < right);
    EXPECT_EQ(answers[i] == Preference::equal, left == right);
    EXPECT_EQ(answers[i] == Preference::greater, left > right);
  }
}

TEST(MachineTeacher, KeepsTreesOfWordsApart) {
  const auto machine = some_machine();
  MachineTeacher teacher(*machine);
  for (std::size_t letter = 0; letter < 3; ++letter) {
    WordTree words;
    const WordId word = words.child(empty_word, make_id<Letter>(letter));
    Output value{};
    teacher.values({words, std::span(&word, 1)}, std::span(&value, 1));
    EXPECT_EQ(value, machine->output_after(words.spell(word)));
  }
}

struct Asked {
  MooreMachine machine;
  WordTree words;
  std::vector<WordId> representative;
  [[nodiscard]] EquivalenceQuestion question(bool by_order) const {
    return {machine, representative, words, by_order, 1};
  }
};

TEST(MachineTeacher, AcceptsExactlyTheRightMachine) {
  const auto hidden = some_machine();
  MachineTeacher teacher(*hidden);
  const Asked right{canonical(*hidden), {}, {}};
  EXPECT_FALSE(teacher.equivalence(right.question(false)).counterexample);
  for (std::uint64_t seed = 2; seed < 30; ++seed) {
    const Asked wrong{*some_machine(seed), {}, {}};
    const EquivalenceAnswer answer = teacher.equivalence(wrong.question(false));
    ASSERT_TRUE(answer.counterexample);
    EXPECT_EQ(answer.counterexample, find_counterexample(*hidden, wrong.machine));
    EXPECT_EQ(answer.feedback.kind, Feedback::Kind::value);
    EXPECT_EQ(answer.feedback.outputs, std::vector<Output>{hidden->output_after(*answer.counterexample)});
  }
}

TEST(MachineTeacher, WeakerFeedbackSaysLessAndIsTrue) {
  const auto hidden = some_machine();
  for (std::uint64_t seed = 2; seed < 30; ++seed) {
    const Asked wrong{*some_machine(seed), {}, {}};
    MachineTeacher not_value(*hidden, {CounterexampleOrder::shortest, FeedbackStrength::not_value});
    const EquivalenceAnswer first = not_value.equivalence(wrong.question(false));
    const Output said = wrong.machine.output_after(*first.counterexample);
    EXPECT_EQ(first.feedback.kind, Feedback::Kind::not_value);
    EXPECT_EQ(first.feedback.outputs, std::vector<Output>{said});

    MachineTeacher among(*hidden, {CounterexampleOrder::shortest, FeedbackStrength::among});
    const EquivalenceAnswer second = among.equivalence(wrong.question(false));
    EXPECT_EQ(second.feedback.kind, Feedback::Kind::among);
    const Output truth = hidden->output_after(*second.counterexample);
    EXPECT_EQ(std::count(second.feedback.outputs.begin(), second.feedback.outputs.end(), truth), 1);
    EXPECT_EQ(std::count(second.feedback.outputs.begin(), second.feedback.outputs.end(), said), 0);
    for (Output value : second.feedback.outputs) EXPECT_EQ(value < said, truth < said);
  }
}

// Over ranks and with other values than the hidden machine: only the order counts, and no value is given away.
TEST(MachineTeacher, ByOrderOnlyTheOrderCounts) {
  const auto hidden = std::make_shared<const MooreMachine>(canonical(*some_machine()));
  Asked asked{*hidden, {}, {}};
  std::vector<Word> access(hidden->size());
  std::vector<bool> met(hidden->size(), false);
  std::vector<State> queue{State{0}};
  met[0] = true;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (std::size_t letter = 0; letter < hidden->letters(); ++letter) {
      const State to = hidden->next(queue[at], make_id<Letter>(letter));
      if (met[index(to)]) continue;
      met[index(to)] = true;
      access[index(to)] = access[index(queue[at])];
      access[index(to)].push_back(make_id<Letter>(letter));
      queue.push_back(to);
    }
  }
  asked.representative.assign(hidden->outputs().size(), no_word);
  std::vector<std::size_t> met_outputs;
  for (std::size_t q = 0; q < hidden->size(); ++q) {
    WordId& word = asked.representative[index(hidden->output(make_id<State>(q)))];
    if (word == no_word) met_outputs.push_back(index(hidden->output(make_id<State>(q))));
    word = asked.words.insert(access[q]);
  }
  MachineTeacher teacher(*hidden);
  EXPECT_FALSE(teacher.equivalence(asked.question(true)).counterexample);
  ASSERT_GE(met_outputs.size(), 2U);
  std::swap(asked.representative[met_outputs[0]], asked.representative[met_outputs[1]]);  // for the wrong classes
  const EquivalenceAnswer answer = teacher.equivalence(asked.question(true));
  ASSERT_TRUE(answer.counterexample);
  EXPECT_EQ(answer.feedback.kind, Feedback::Kind::none);
  EXPECT_TRUE(answer.feedback.outputs.empty());
}

// A Mealy machine is compared as it is; a shortest counterexample is as long as one for the equivalent Moore machine.
TEST(MachineTeacher, AcceptsExactlyTheRightMealyMachine) {
  const auto hidden = some_machine();
  MachineTeacher teacher(*hidden);
  const WordTree words;
  const Output empty = hidden->output_after({});
  EXPECT_FALSE(teacher.equivalence({Hypothesis(to_mealy(*hidden), empty), {}, words}).counterexample);
  const Output other = empty == Output{0} ? Output{1} : Output{0};
  EXPECT_EQ(teacher.equivalence({Hypothesis(to_mealy(*hidden), other), {}, words}).counterexample, Word{});
  for (std::uint64_t seed = 2; seed < 30; ++seed) {
    const auto wrong = some_machine(seed);
    const EquivalenceAnswer answer = teacher.equivalence({Hypothesis(to_mealy(*wrong), empty), {}, words});
    ASSERT_TRUE(answer.counterexample);
    EXPECT_NE(wrong->output_after(*answer.counterexample), hidden->output_after(*answer.counterexample));
    const auto by_moore = find_counterexample(*hidden, to_moore(to_mealy(*wrong), empty));
    EXPECT_EQ(answer.counterexample->size(), by_moore->size());
  }
}

TEST(Teacher, OneThatOnlyComparesIsAskedForNothingElse) {
  class Silent final : public Teacher {
    void compare(const Comparisons&, std::span<Preference>) override {}
  } silent;
  Teacher& teacher = silent;
  EXPECT_EQ(teacher.value_teacher(), nullptr);
  EXPECT_FALSE(teacher.judges());
  const WordTree words;
  const MooreMachine machine = *some_machine();
  EXPECT_THROW(teacher.equivalence({machine, {}, words, false, 1}), Misuse);
  Session session(machine.alphabet(), machine.outputs(), SessionOptions::lstar());
  EXPECT_THROW(drive(session, teacher), Misuse);
}

}  // namespace
}  // namespace remap
