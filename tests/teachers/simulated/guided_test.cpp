#include "teachers/simulated/guided.hpp"

#include <gtest/gtest.h>

#include "learning/words/word_tree.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"
#include "remap/teachers/learn.hpp"

namespace remap {
namespace {

/// a, then b, pays 1; c, then b, pays 2.
RewardMachine branching() {
  RewardMachine machine;
  machine.propositions = {"a", "b", "c"};
  machine.states = 4;
  machine.terminal = {State{3}};
  const auto edge = [&](std::uint32_t from, std::uint32_t to, const char* formula, const char* reward) {
    machine.transitions.push_back({State{from}, State{to}, parse_formula(formula, machine.propositions), reward});
  };
  edge(0, 0, "!a&!c", "0");
  edge(0, 1, "a", "0");
  edge(0, 2, "!a&c", "0");
  edge(1, 1, "!b", "0");
  edge(1, 3, "b", "1");
  edge(2, 2, "!b", "0");
  edge(2, 3, "b", "2");
  return machine;
}

TEST(FormulaPaths, VisitNoStateTwiceAndComeShortestFirst) {
  const RewardMachine machine = branching();
  const FormulaPaths paths(machine, Alphabet::power_set(machine.propositions));
  ASSERT_EQ(paths.size(), 4U);
  EXPECT_EQ(paths.length(0), 1U);
  EXPECT_EQ(paths.length(1), 1U);
  EXPECT_EQ(paths.length(2), 2U);
  EXPECT_EQ(paths.length(3), 2U);
  EXPECT_EQ(paths.total_length(), 6U);
  EXPECT_EQ(FormulaPaths(machine, Alphabet::power_set(machine.propositions), 3).size(), 3U);
}

TEST(FormulaPaths, WordsSatisfyTheFormulas) {
  const RewardMachine machine = branching();
  const MooreMachine moore = to_moore(machine);
  const FormulaPaths paths(machine, moore.alphabet());
  Random random(3);
  Word word, first;
  bool several = false;
  for (int i = 0; i < 100; ++i) {
    paths.draw(2, random, word);
    ASSERT_EQ(word.size(), 2U);
    EXPECT_EQ(moore.outputs().name(moore.output_after(word)), "1");
    if (i == 0) first = word;
    several = several || word != first;
    paths.draw(3, random, word);
    EXPECT_EQ(moore.outputs().name(moore.output_after(word)), "2");
  }
  EXPECT_TRUE(several) << "letters are drawn among all that satisfy a formula";
}

TEST(FormulaPaths, NeedTheirPropositions) {
  EXPECT_THROW(FormulaPaths(branching(), Alphabet::power_set({"a", "b"})), InputError);
}

TEST(GuidedTeacher, AcceptsNothingThatIsWrongOnEveryWordOfAPath) {
  const RewardMachine machine = branching();
  const auto moore = std::make_shared<const MooreMachine>(to_moore(machine));
  const auto paths = std::make_shared<const FormulaPaths>(machine, moore->alphabet());
  SamplingOptions options;
  options.size.fixed = 1;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    options.seed = seed;
    GuidedTeacher teacher(*moore, paths, options);
    SessionOptions session = SessionOptions::paper();
    session.seed = seed;
    const MooreMachine learned = learn(teacher, moore->alphabet(), moore->outputs(), session).machine.moore();
    Random random(seed);
    Word word;
    for (std::size_t path = 0; path < paths->size(); ++path) {
      bool right = false;
      for (int i = 0; i < 100; ++i) {
        paths->draw(path, random, word);
        right = right || learned.output_after(word) == moore->output_after(word);
      }
      EXPECT_TRUE(right) << "seed " << seed << ", path " << path;
    }
  }
}

// Wrong on one of the sixteen words of a path: of the 2 × 8 words that are drawn, one is that word in 64 % of all
// cases; were there 8, in 40 %.
TEST(GuidedTeacher, DrawsMoreWordsForLongerPaths) {
  const RewardMachine machine = branching();
  const MooreMachine moore = to_moore(machine);
  const std::size_t letters = moore.alphabet().size(), states = moore.size();
  const Letter first = moore.alphabet().find("a"), second = moore.alphabet().find("b");
  ASSERT_NE(first, no_letter);
  ASSERT_NE(second, no_letter);
  std::vector<State> next;
  std::vector<Output> output;
  for (std::size_t q = 0; q <= states; ++q) {  // the last one is a copy of where the first letter leads
    const State state = q < states ? make_id<State>(q) : moore.next(moore.initial(), first);
    output.push_back(moore.output(state));
    for (std::size_t a = 0; a < letters; ++a) next.push_back(moore.next(state, make_id<Letter>(a)));
  }
  next[index(moore.initial()) * letters + index(first)] = make_id<State>(states);
  next[states * letters + index(second)] = moore.initial();
  const MooreMachine wrong(moore.alphabet(), moore.outputs(), moore.initial(), output, next);
  const auto paths = std::make_shared<const FormulaPaths>(machine, moore.alphabet());
  const WordTree words;
  const std::vector<WordId> representative(moore.outputs().size(), empty_word);
  std::size_t found = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SamplingOptions options;
    options.size.fixed = 1;
    options.seed = seed;
    GuidedTeacher teacher(moore, paths, options);
    found += teacher.equivalence({wrong, representative, words, false, 1}).counterexample ? 1 : 0;
  }
  EXPECT_GT(found, 230U);
  EXPECT_LT(found, 290U);
}

}  // namespace
}  // namespace remap
