#include "learning/table/table.hpp"

#include <gtest/gtest.h>

#include "support/scripted.hpp"

namespace remap::table_test {
namespace {

constexpr Letter a{0}, b{1};
const Alphabet ab = Alphabet::plain({"a", "b"});

TEST(TableLearner, ClosesTheTable) {
  test::Script script(test::occurrences(a, 3));
  TableLearner learner({ab, script.words, script.classes});
  const Shape shape = script.serve(learner);
  // Numbered breadth first: a leads on, b stays.
  EXPECT_EQ(shape.next, (std::vector{State{1}, State{0}, State{2}, State{1}, State{0}, State{2}}));
  EXPECT_EQ(learner.states(), 3U);
  EXPECT_EQ(learner.prefixes().size(), 3U);
  EXPECT_EQ(learner.suffixes(), std::vector<Word>{Word{}});
}

TEST(TableLearner, ACounterexampleJoinsWithAllItsPrefixes) {
  test::Script script(test::ends_with({a, b, a}));
  TableLearner learner({ab, script.words, script.classes});
  script.serve(learner);
  learner.counterexample(script.words.insert(Word{a, b, a}));
  for (const Word& prefix : {Word{}, Word{a}, Word{a, b}, Word{a, b, a}}) {
    const WordId word = script.words.insert(prefix);
    EXPECT_EQ(std::count(learner.prefixes().begin(), learner.prefixes().end(), word), 1);
  }
}

TEST(TableLearner, AnInconsistencyBecomesASuffix) {
  test::Script script(test::ends_with({a, b}));
  TableLearner learner({ab, script.words, script.classes});
  EXPECT_EQ(script.serve(learner).size(), 1U);  // all short words look alike
  learner.counterexample(script.words.insert(Word{a, b}));
  EXPECT_EQ(script.serve(learner).size(), 3U);
  // The empty word and a have the same class, but not when b follows.
  EXPECT_EQ(learner.suffixes(), (std::vector<Word>{Word{}, Word{b}}));
}

TEST(TableLearner, AsksForEveryEntryAndNothingElse) {
  test::Script script(test::ends_with({a, b, a}));
  TableLearner learner({ab, script.words, script.classes});
  script.teach(learner, 8);
  std::vector<WordId> entries;
  for (WordId prefix : learner.prefixes()) {
    for (const Word& suffix : learner.suffixes()) {
      entries.push_back(script.words.extend(prefix, suffix));
      for (Letter letter : {a, b}) entries.push_back(script.words.extend(script.words.child(prefix, letter), suffix));
    }
  }
  std::sort(entries.begin(), entries.end());
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  EXPECT_EQ(script.inquiries.size(), entries.size());
  for (WordId word : entries) EXPECT_NE(script.classes.class_of(word), no_class);
}

}  // namespace
}  // namespace remap::table_test
