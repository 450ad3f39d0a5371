#include "learning/discrimination/observations.hpp"

#include <gtest/gtest.h>

namespace remap::observing {
namespace {

constexpr Letter a{0}, b{1};
constexpr State first{0}, second{1};
constexpr Transition first_a = 0, first_b = 1, second_a = 2, second_b = 3;

/// Two states: the first word leads to the first one, which is low, and `b` to the second one, which is high.
struct Seen {
  WordTree words;
  Classes classes{2};
  DiscriminationTree tree{words.tails()};
  Observations observations{words, classes, tree, 2};
  ClassId low = classes.create(empty_word, 0), high = classes.create(words.child(empty_word, b), 1);
  std::vector<State> target = std::vector<State>(4, no_state);
  std::vector<std::uint8_t> arrived = std::vector<std::uint8_t>(4, 0), guessed = arrived;

  Seen() {
    tree.add_state(tree.root(), low, empty_word);
    observations.add_state(no_transition);
    tree.add_state(tree.root(), high, words.child(empty_word, b));
    observations.add_state(first_b);
    lead(first_b, second);
  }
  [[nodiscard]] ShapeView shape() const { return {target, {}, arrived, guessed, 2}; }
  void lead(Transition transition, State state) {
    target[transition] = state;
    arrived[transition] = 1;
    observations.shape_changed();
  }
  /// Asks about a word, and answers for its prefixes from the first letter on.
  void see(const Word& word, std::vector<ClassId> ids) {
    (void)observations.add(word);
    WordId at = empty_word;
    for (std::size_t i = 0; i < word.size(); ++i) {
      at = words.child(at, word[i]);
      if (classes.class_of(at) == no_class) classes.join(at, ids[i]);
      ASSERT_EQ(classes.class_of(at), ids[i]);
    }
  }
};

Word letters_of(std::span<const Letter> letters) { return {letters.begin(), letters.end()}; }

TEST(Observations, AreOneTreeWhereverWordsBegin) {
  Seen seen;
  const WordId word = seen.observations.add(Word{b, a, b});
  EXPECT_EQ(seen.words.spell(word), (Word{b, a, b}));
  EXPECT_EQ(seen.observations.add(second, Word{a, b}), word);
  EXPECT_EQ(seen.observations.add(first, Word{b, a, b}), word);
}

TEST(Observations, TellATransitionFromAStateByAShortestSuffix) {
  Seen seen;
  EXPECT_TRUE(seen.observations.difference(first_a, first).empty()) << "nothing was asked";
  seen.see({a, a, b, b}, {seen.low, seen.low, seen.high, seen.high});
  seen.see({a, b, b}, {seen.low, seen.high, seen.low});
  EXPECT_EQ(letters_of(seen.observations.difference(first_a, first)), (Word{a, b, b}));
  seen.see({b, b}, {seen.high, seen.high});
  EXPECT_EQ(letters_of(seen.observations.difference(first_a, first)), (Word{b, b}));
  EXPECT_FALSE(seen.observations.fits(first_a, first, seen.shape()));
  EXPECT_TRUE(seen.observations.fits(first_a, second, seen.shape())) << "of which nothing was seen";
  EXPECT_TRUE(seen.observations.difference(first_a, second).empty());
  EXPECT_TRUE(seen.observations.fits(first_b, second, seen.shape())) << "which is where it leads";
}

TEST(Observations, OfWordsNotAnsweredYetSayNothing) {
  Seen seen;
  (void)seen.observations.add(Word{a, a, b});
  (void)seen.observations.add(Word{a, b});
  EXPECT_TRUE(seen.observations.difference(first_a, first).empty());
  EXPECT_TRUE(seen.observations.fits(first_a, first, seen.shape()));
  EXPECT_TRUE(seen.observations.surprises(seen.shape()).empty());
}

TEST(Observations, AreComparedWithTheShapeUpToTheFirstGuess) {
  Seen seen;
  seen.see({a, a, a}, {seen.low, seen.low, seen.low});
  EXPECT_TRUE(seen.observations.fits(first_a, second, seen.shape()));
  seen.lead(second_a, second);
  EXPECT_FALSE(seen.observations.fits(first_a, second, seen.shape())) << "it stays high";
  seen.guessed[second_a] = 1;
  EXPECT_TRUE(seen.observations.fits(first_a, second, seen.shape()));
}

TEST(Observations, SurpriseOncePerTransitionTheShortestFirst) {
  Seen seen;
  seen.lead(first_a, first);
  seen.lead(second_a, second);
  seen.lead(second_b, first);
  seen.see({a, a, a, b}, {seen.low, seen.low, seen.low, seen.high});
  seen.see({b, a, b}, {seen.high, seen.high, seen.low});
  EXPECT_TRUE(seen.observations.surprises(seen.shape()).empty());
  seen.see({a, b, a, b, a}, {seen.low, seen.high, seen.high, seen.high, seen.high});
  seen.see({a, b, b, a}, {seen.low, seen.high, seen.high, seen.low});
  seen.see({b, b, a}, {seen.high, seen.low, seen.high});
  for (int again = 0; again < 2; ++again) {
    const auto surprises = seen.observations.surprises(seen.shape());
    ASSERT_EQ(surprises.size(), 2U);
    EXPECT_EQ(surprises[0].transition, second_b);
    EXPECT_EQ(surprises[1].transition, first_a);
    Word letters;
    EXPECT_EQ(seen.words.spell(seen.observations.spell(surprises[0], letters)), (Word{b, b, a}));
    EXPECT_EQ(letters, (Word{b, a}));
    EXPECT_EQ(seen.words.spell(seen.observations.spell(surprises[1], letters)), (Word{a, b, b}));
    EXPECT_EQ(letters, (Word{a, b, b}));
  }
}

TEST(Observations, AreLookedAtAgainWhenTheShapeChanges) {
  Seen seen;
  seen.lead(first_a, first);
  seen.see({a, b}, {seen.low, seen.high});
  EXPECT_TRUE(seen.observations.surprises(seen.shape()).empty());
  seen.lead(first_a, second);
  EXPECT_EQ(seen.observations.surprises(seen.shape()).size(), 1U) << "which is high";
}

TEST(Observations, BecomeThoseOfANewState) {
  Seen seen;
  seen.see({b, a, b}, {seen.high, seen.low, seen.low});
  seen.see({a, b}, {seen.low, seen.high});
  seen.tree.add_state(seen.tree.root(), seen.low, seen.words.find(empty_word, Word{b, a}));
  seen.observations.add_state(second_a);
  seen.lead(second_a, State{2});
  EXPECT_EQ(letters_of(seen.observations.difference(first_a, State{2})), (Word{b}));
  EXPECT_EQ(seen.observations.add(State{2}, Word{b}), seen.words.find(empty_word, Word{b, a, b}));
}

}  // namespace
}  // namespace remap::observing
