#include "teachers/simulated/noise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "learning/words/word_tree.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

constexpr std::size_t pairs = 20'000;

class Noise : public ::testing::Test {
 protected:
  /// All words of one letter repeated: their values go round 0, 1, 2, 3.
  Noise() {
    const auto alphabet = Alphabet::plain({"x"});
    const auto outputs = Outputs(std::vector<std::string>{"0", "1", "2", "10"});
    machine = std::make_shared<const MooreMachine>(alphabet, outputs, State{0},
                                                   std::vector{Output{0}, Output{1}, Output{2}, Output{3}},
                                                   std::vector{State{1}, State{2}, State{3}, State{0}});
    WordId word = empty_word;
    for (std::size_t i = 0; i < pairs + 8; ++i) word = words.child(word, Letter{0});
  }

  std::vector<Preference> ask(Teacher& teacher, std::size_t apart, bool swap = false) {
    std::vector<Comparison> comparisons;
    for (std::size_t i = 0; i < pairs; ++i) {
      comparisons.push_back({make_id<WordId>(i), make_id<WordId>(i + apart)});
      if (swap) std::swap(comparisons.back().left, comparisons.back().right);
    }
    std::vector<Preference> answers(pairs);
    teacher.compare({words, comparisons}, answers);
    return answers;
  }

  /// Word 4i against word 4i + apart, so always the same two values.
  double share(Teacher& teacher, std::size_t apart, Preference wanted) {
    const std::vector<Preference> answers = ask(teacher, apart);
    std::size_t count = 0;
    for (std::size_t i = 0; i < pairs; i += 4) count += answers[i] == wanted ? 1 : 0;
    return static_cast<double>(count) / (pairs / 4.0);
  }

  std::shared_ptr<const MooreMachine> machine;
  WordTree words;
};

TEST_F(Noise, WithoutAnyTheTruthIsTold) {
  MachineTeacher exact(*machine);
  NoiseTeacher noise(exact, machine->alphabet(), machine->outputs(), {});
  MachineTeacher again(*machine);
  for (const std::size_t apart : {1, 2, 4}) EXPECT_EQ(ask(noise, apart), ask(again, apart));
}

TEST_F(Noise, MistakesAreAsFrequentAsSaidAndGoEitherWay) {
  MachineTeacher exact(*machine);
  NoiseOptions options;
  options.mistakes = 0.1;
  NoiseTeacher noise(exact, machine->alphabet(), machine->outputs(), options);
  EXPECT_NEAR(share(noise, 1, Preference::less), 0.9, 0.015);
  EXPECT_NEAR(share(noise, 1, Preference::equal), 0.05, 0.01);
  EXPECT_NEAR(share(noise, 4, Preference::equal), 0.9, 0.015);
  EXPECT_NEAR(share(noise, 4, Preference::greater), 0.05, 0.01);
}

TEST_F(Noise, TransientIsDrawnAnewAndPersistentIsNot) {
  MachineTeacher exact(*machine);
  NoiseOptions options;
  options.mistakes = 0.2;
  options.unsure = 0.1;
  NoiseTeacher transient(exact, machine->alphabet(), machine->outputs(), options);
  EXPECT_NE(ask(transient, 1), ask(transient, 1));
  options.persistent = true;
  NoiseTeacher persistent(exact, machine->alphabet(), machine->outputs(), options);
  const auto first = ask(persistent, 1);
  EXPECT_EQ(ask(persistent, 1), first);
  auto other_side = ask(persistent, 1, true);
  for (Preference& answer : other_side) answer = swapped(answer);
  EXPECT_EQ(other_side, first);
}

TEST_F(Noise, TheSeedDecidesWhateverTheOrderAndTheTree) {
  MachineTeacher exact(*machine);
  NoiseOptions options;
  options.mistakes = 0.2;
  NoiseTeacher one(exact, machine->alphabet(), machine->outputs(), options),
      two(exact, machine->alphabet(), machine->outputs(), options);
  const auto batch = ask(one, 1);
  WordTree elsewhere;
  for (std::size_t i = 0; i < 50; ++i) elsewhere.child(make_id<WordId>(i), Letter{0});
  for (std::size_t i = 50; i-- > 0;) {
    const Comparison single{make_id<WordId>(i), make_id<WordId>(i + 1)};
    Preference answer{};
    two.compare({elsewhere, std::span(&single, 1)}, std::span(&answer, 1));
    EXPECT_EQ(answer, batch[i]);
  }
  options.seed = 2;
  NoiseTeacher other(exact, machine->alphabet(), machine->outputs(), options);
  EXPECT_NE(ask(other, 1), batch);
}

// A word that is misread is so against every other word, so the answers about it agree with each other.
TEST_F(Noise, MisreadWordsHaveOneWrongValue) {
  MachineTeacher exact(*machine);
  NoiseOptions options;
  options.misread = 0.1;
  NoiseTeacher noise(exact, machine->alphabet(), machine->outputs(), options);
  EXPECT_NEAR(share(noise, 4, Preference::equal), 0.9 * 0.9 + 0.1 * 0.1 / 3, 0.02);
  EXPECT_EQ(ask(noise, 1), ask(noise, 1));
  const std::vector<Preference> one = ask(noise, 4), two = ask(noise, 8);
  std::size_t misread = 0;
  for (std::size_t i = 0; i + 4 < pairs; ++i) {
    const bool both = one[i] == Preference::equal && one[i + 4] == Preference::equal;
    EXPECT_TRUE(!both || two[i] == Preference::equal);
    misread += one[i] != Preference::equal && one[i] == two[i] && one[i + 4] == Preference::equal ? 1 : 0;
  }
  EXPECT_GT(misread, pairs / 20);
}

TEST_F(Noise, IncomparableWordsAreNeverCompared) {
  MachineTeacher exact(*machine);
  NoiseOptions options;
  options.incomparable = 0.1;
  NoiseTeacher noise(exact, machine->alphabet(), machine->outputs(), options);
  EXPECT_NEAR(share(noise, 4, Preference::unsure), 1 - 0.9 * 0.9, 0.02);
  EXPECT_NEAR(share(noise, 4, Preference::equal), 0.9 * 0.9, 0.02);
  EXPECT_EQ(ask(noise, 1), ask(noise, 1));
}

TEST_F(Noise, AWordIsTheSameHoweverItIsStored) {
  MachineTeacher exact(*machine);
  NoiseOptions options;
  options.mistakes = 0.2;
  NoiseTeacher noise(exact, machine->alphabet(), machine->outputs(), options);
  WordTree tree;
  const std::vector<Letter> letters(64, Letter{0});
  const auto say = [&](WordId left, WordId right) {
    const Comparison single{left, right};
    Preference answer{};
    noise.compare({tree, std::span(&single, 1)}, std::span(&answer, 1));
    return answer;
  };
  const WordId longest = tree.extend(tree.insert(std::span(letters).first(20)), std::span(letters).subspan(20));
  ASSERT_EQ(tree.tail(longest).size(), 44U);
  NoiseTeacher other(exact, machine->alphabet(), machine->outputs(), options);
  const Comparison same{make_id<WordId>(64), make_id<WordId>(0)};
  Preference expected{};
  other.compare({words, std::span(&same, 1)}, std::span(&expected, 1));
  EXPECT_EQ(say(longest, empty_word), expected);
}

TEST_F(Noise, CloseValuesAreTies) {
  MachineTeacher exact(*machine);
  NoiseOptions options;
  options.tie_threshold = 1.5;
  NoiseTeacher noise(exact, machine->alphabet(), machine->outputs(), options);
  const auto neighbours = ask(noise, 1);
  EXPECT_EQ(neighbours[0], Preference::equal);    // 0 and 1
  EXPECT_EQ(neighbours[1], Preference::equal);    // 1 and 2
  EXPECT_EQ(neighbours[2], Preference::less);     // 2 and 10
  EXPECT_EQ(neighbours[3], Preference::greater);  // 10 and 0
  EXPECT_EQ(ask(noise, 2)[0], Preference::less);  // 0 and 2
  options.tie_threshold = 1;
  NoiseTeacher exactly(exact, machine->alphabet(), machine->outputs(), options);
  EXPECT_EQ(ask(exactly, 1)[0], Preference::less) << "as far apart as the threshold";
}

TEST_F(Noise, TheHigherIsPreferredByBradleyAndTerry) {
  MachineTeacher exact(*machine);
  NoiseOptions options;
  options.temperature = 2;
  NoiseTeacher noise(exact, machine->alphabet(), machine->outputs(), options);
  EXPECT_NEAR(share(noise, 1, Preference::less), 1 / (1 + std::exp(-0.5)), 0.02);
  EXPECT_NEAR(share(noise, 2, Preference::less), 1 / (1 + std::exp(-1.0)), 0.02);
  EXPECT_EQ(share(noise, 4, Preference::equal), 1);
}

TEST_F(Noise, UnsureIsAsFrequentAsSaid) {
  MachineTeacher exact(*machine);
  NoiseOptions options;
  options.unsure = 0.3;
  NoiseTeacher noise(exact, machine->alphabet(), machine->outputs(), options);
  EXPECT_NEAR(share(noise, 1, Preference::unsure), 0.3, 0.02);
  EXPECT_NEAR(share(noise, 1, Preference::less), 0.7, 0.02);
}

/// The value of a word is its length.
class Lengths final : public Teacher, public ValueTeacher {
 public:
  void compare(const Comparisons&, std::span<Preference>) override { throw Error("asked for comparisons"); }
  void values(const AskedWords& asked, std::span<Output> answers) override {
    for (std::size_t i = 0; i < asked.size(); ++i) answers[i] = make_id<Output>(asked.words().length(asked[i]));
  }
  ValueTeacher* value_teacher() noexcept override { return this; }
};

TEST(NoiseAboutUnlistedLetters, DoesNotDependOnWhatTheProcessMetBefore) {
  constexpr std::size_t propositions = 20;
  const auto answers_after_meeting = [](char name, bool backwards) {
    std::vector<std::string> names;
    for (std::size_t p = 0; p < propositions; ++p) names.push_back(name + std::to_string(p));
    const Alphabet alphabet = Alphabet::unlisted(names);
    for (std::size_t p = 0; p < propositions; ++p) {
      std::ignore = alphabet.letter_of(PropositionSet{1} << (backwards ? propositions - 1 - p : p));
    }
    WordTree words;
    std::vector<Comparison> comparisons;
    for (std::size_t p = 0; p < propositions; ++p) {
      comparisons.push_back({words.child(empty_word, alphabet.letter_of(PropositionSet{1} << p)), empty_word});
    }
    Lengths lengths;
    NoiseOptions options;
    options.mistakes = 0.5;
    NoiseTeacher noise(lengths, alphabet, Outputs(std::vector<std::string>{"0", "1"}), options);
    std::vector<Preference> answers(propositions);
    noise.compare({words, comparisons}, answers);
    return answers;
  };
  EXPECT_EQ(answers_after_meeting('p', false), answers_after_meeting('q', true));
}

}  // namespace
}  // namespace remap
