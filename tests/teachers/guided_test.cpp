#include "teachers/guided.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace remap
