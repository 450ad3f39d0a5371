#include "passive/passive.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "passive/merging.hpp"
#include "remap/automata/random.hpp"
#include "remap/learning/session.hpp"
#include "remap/learning/z3.hpp"
#include "support/effort.hpp"

namespace remap::passive {
namespace {

using test::effort;
using test::nightly;

Word extended(Word word, Letter letter) {
  word.push_back(letter);
  return word;
}

std::vector<Word> access_words(const MooreMachine& machine) {
  std::vector<Word> words = {{}};
  std::set<State> seen = {machine.initial()};
  for (std::size_t at = 0; at < words.size(); ++at) {
    for (std::size_t a = 0; a < machine.letters(); ++a) {
      Word word = extended(words[at], make_id<Letter>(a));
      if (seen.insert(machine.run(machine.initial(), word)).second) words.push_back(std::move(word));
    }
  }
  return words;
}

/// A shortest word after which two states have different outputs.
Word telling_apart(const MooreMachine& machine, State p, State q) {
  std::vector<std::tuple<State, State, Word>> queue = {{p, q, {}}};
  std::set<std::pair<State, State>> seen = {{p, q}};
  for (std::size_t at = 0;; ++at) {
    const auto [a, b, word] = queue.at(at);
    if (machine.output(a) != machine.output(b)) return word;
    for (std::size_t l = 0; l < machine.letters(); ++l) {
      const Letter letter = make_id<Letter>(l);
      const State c = machine.next(a, letter), d = machine.next(b, letter);
      if (seen.insert({c, d}).second) queue.emplace_back(c, d, extended(word, letter));
    }
  }
}

/// Every state and every transition, followed by words that tell all states apart.
std::vector<Word> characteristic_sample(const MooreMachine& machine) {
  std::set<Word> ends = {{}}, sample;
  for (std::size_t p = 0; p < machine.size(); ++p) {
    for (std::size_t q = 0; q < p; ++q) {
      ends.insert(telling_apart(machine, make_id<State>(p), make_id<State>(q)));
    }
  }
  const auto add = [&](const Word& start) {
    for (const Word& end : ends) {
      Word word = start;
      word.insert(word.end(), end.begin(), end.end());
      sample.insert(word);
    }
  };
  for (const Word& word : access_words(machine)) {
    add(word);
    for (std::size_t a = 0; a < machine.letters(); ++a) add(extended(word, make_id<Letter>(a)));
  }
  return {sample.begin(), sample.end()};
}

KnownComparison truth(const MooreMachine& machine, Word left, Word right) {
  const Preference answer = compared(machine.output_after(left), machine.output_after(right));
  return {std::move(left), std::move(right), answer};
}

std::vector<KnownComparison> all_pairs(const MooreMachine& machine, const std::vector<Word>& words) {
  std::vector<KnownComparison> comparisons;
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) comparisons.push_back(truth(machine, words[i], words[j]));
  }
  return comparisons;
}

std::vector<KnownComparison> random_pairs(const MooreMachine& machine, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<KnownComparison> comparisons;
  for (std::size_t i = 0; i < count; ++i) {
    Word left, right;
    sample_word(random, 0.2, machine.letters(), left);
    sample_word(random, 0.2, machine.letters(), right);
    comparisons.push_back(truth(machine, left, right));
  }
  return comparisons;
}

TEST(Passive, FindsTheHiddenMachineAndProvesItSmallest) {
  enable_z3();
  const std::uint64_t machines = nightly() ? 200 : effort(20);
  for (std::uint64_t seed = 1; seed <= machines; ++seed) {
    const std::size_t states = 2 + seed % 5, letters = 2 + seed % 2;
    const std::size_t outputs = 2 + seed / 5 % (std::min<std::size_t>(states, 4) - 1);
    const MooreMachine hidden = random_machine({states, letters, outputs}, seed);
    const Result result = learn(hidden.alphabet(), hidden.outputs(), all_pairs(hidden, characteristic_sample(hidden)));
    EXPECT_TRUE(result.smallest()) << seed;
    EXPECT_EQ(result.machine, canonical(hidden)) << seed;
    EXPECT_TRUE(result.all_machines && result.machines == 1) << seed;
    for (const OpenLength& each : result.open) EXPECT_EQ(each.forced, each.words) << seed;
    EXPECT_TRUE(result.questions.empty()) << seed;
  }
}

TEST(Passive, MergesStatesOfLargeData) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const MooreMachine hidden = random_machine({20, 2, 3}, seed);
    const std::vector<KnownComparison> comparisons = random_pairs(hidden, 20'000, seed + 100);
    const Data data(2, 0, comparisons);
    const MooreMachine merged = merge_states(data, hidden.alphabet(), 0);
    EXPECT_LE(merged.size(), 22U) << seed;
    for (const KnownComparison& each : comparisons) {
      ASSERT_EQ(compared(merged.output_after(each.left), merged.output_after(each.right)), each.answer) << seed;
    }
  }
}

TEST(Passive, EveryMachineExplainsTheDataWhateverIsMissing) {
  enable_z3();
  for (std::uint64_t seed = 1; seed <= effort(10); ++seed) {
    const MooreMachine hidden = random_machine({4, 2, 3}, seed);
    const std::vector<KnownComparison> comparisons = random_pairs(hidden, 3 + seed * 2, seed);
    const Data data(2, 0, comparisons);
    const Result result = learn(hidden.alphabet(), std::nullopt, comparisons);
    EXPECT_TRUE(data.explained_by(result.machine)) << seed;
    EXPECT_TRUE(result.smallest()) << seed;
    EXPECT_LE(result.machine.size(), 4U) << "the hidden one explains it, too; seed " << seed;
    for (std::uint64_t other = 0; other < 4; ++other) {
      const MooreMachine merged = merge_states(data, hidden.alphabet(), other);
      EXPECT_TRUE(data.explained_by(merged)) << seed;
      EXPECT_GE(merged.size(), result.machine.size()) << seed;
    }
  }
}

TEST(Passive, TellsWhatIsOpenAndAsksForIt) {
  enable_z3();
  const Alphabet letters{"a", "b"};
  const Letter a{0};
  // Words with an a are above the empty word; of b nothing is said.
  const std::vector<KnownComparison> comparisons = {{{a}, {}, Preference::greater}, {{a, a}, {a}, Preference::equal}};
  const Result result = learn(letters, std::nullopt, comparisons);
  EXPECT_EQ(result.machine.size(), 2U);
  EXPECT_TRUE(result.smallest());
  EXPECT_TRUE(result.all_machines);
  EXPECT_EQ(result.machines, 4U) << "b leads to either state from either state";
  ASSERT_FALSE(result.open.empty());
  EXPECT_EQ(result.open[0].words, 2U);
  EXPECT_EQ(result.open[0].forced, 1U) << "a is forced, b is not";
  EXPECT_EQ(result.questions.size(), 2U) << "two questions tell four machines apart";
}

TEST(Passive, WithoutASolverItSaysThatItIsAHeuristic) {
  const MooreMachine hidden = random_machine({5, 2, 2}, 3);
  const std::vector<KnownComparison> comparisons = all_pairs(hidden, characteristic_sample(hidden));
  Options options;
  options.solver_steps = 0;
  const Result result = learn(hidden.alphabet(), hidden.outputs(), comparisons, options);
  EXPECT_FALSE(result.smallest());
  EXPECT_EQ(result.at_least, 2U) << "two values need two states";
  EXPECT_TRUE(result.open.empty());
}

TEST(Passive, RefusesWhatCannotHold) {
  const Letter a{0};
  const Alphabet letters{"a"};
  const std::vector<KnownComparison> circle = {
      {{a}, {}, Preference::greater}, {{a, a}, {a}, Preference::greater}, {{}, {a, a}, Preference::equal}};
  EXPECT_THROW(learn(letters, std::nullopt, circle), Contradiction);
  const std::vector<KnownComparison> chain = {{{a}, {}, Preference::greater}, {{a, a}, {a}, Preference::greater}};
  EXPECT_THROW(learn(letters, Outputs({"0", "1"}), chain), TooFewOutputs);
}

}  // namespace
}  // namespace remap::passive
