#include "learning/tree/tree.hpp"

#include <gtest/gtest.h>

#include <set>

#include "remap/automata/random.hpp"
#include "support/scripted.hpp"

namespace remap::tree_test {
namespace {

constexpr Letter a{0}, b{1};
const Alphabet ab = Alphabet::plain({"a", "b"});

TEST(TreeLearner, StatesAreNumberedBreadthFirst) {
  test::Script script(test::occurrences(a, 3));
  TreeLearner learner({ab, script.words, script.classes});
  EXPECT_EQ(script.serve(learner).next, (std::vector{State{1}, State{0}, State{2}, State{1}, State{0}, State{2}}));
}

TEST(TreeLearner, ACounterexampleLeadsToTheStatesItShows) {
  // Random tests do not meet a word of ten letters; the counterexample does.
  const Word lock{a, b, b, a, b, a, a, b, a, b};
  test::Script script([&](const Word& word) -> std::size_t { return word == lock ? 1 : 0; });
  TreeLearner learner({ab, script.words, script.classes});
  EXPECT_EQ(script.serve(learner).size(), 1U);
  learner.counterexample(script.words.insert(lock));
  EXPECT_GE(script.serve(learner).size(), lock.size());
  script.teach(learner, lock.size() + 2);
  EXPECT_EQ(learner.shape().size(), lock.size() + 2);  // one per prefix, and one where all is lost
}

TEST(TreeLearner, WrongShapesAreMendedOneAfterTheOther) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const MooreMachine hidden = random_machine({20, 2, 3}, seed);
    test::Script script([&](const Word& word) { return index(hidden.output_after(word)); });
    TreeLearner learner({ab, script.words, script.classes, Effort::full, false, seed});
    EXPECT_LT(script.teach(learner, 10), hidden.size());
    EXPECT_EQ(learner.shape().size(), hidden.size());
  }
}

TEST(TreeLearner, SiftsInContextsOfTheirOwnAndExpectsWhatItPredicts) {
  test::Script script(test::ends_with({a, b, a}));
  TreeLearner learner({ab, script.words, script.classes});
  script.teach(learner, 8);
  std::set<Context> contexts;
  std::size_t expected = 0;
  for (const Inquiry& inquiry : script.inquiries) {
    contexts.insert(inquiry.context);
    if (inquiry.expected != no_class) ++expected;
  }
  EXPECT_GT(contexts.size(), 1U);  // one per inner node
  EXPECT_GT(expected, 0U);         // tests and searches
}

TEST(TreeLearner, TheSeedDecidesEverything) {
  const auto questions = [](std::uint64_t seed) {
    const MooreMachine hidden = random_machine({30, 2, 2}, 5);
    test::Script script([&](const Word& word) { return index(hidden.output_after(word)); });
    TreeLearner learner({ab, script.words, script.classes, Effort::full, false, seed});
    script.teach(learner, 10);
    std::vector<Word> words;
    for (const Inquiry& inquiry : script.inquiries) words.push_back(script.words.spell(inquiry.word));
    return words;
  };
  EXPECT_EQ(questions(1), questions(1));
  EXPECT_NE(questions(1), questions(2));
}

}  // namespace
}  // namespace remap::tree_test
