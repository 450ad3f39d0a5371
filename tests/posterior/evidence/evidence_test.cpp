#include "posterior/evidence/evidence.hpp"

#include <gtest/gtest.h>

#include "posterior/support.hpp"
#include "remap/automata/error.hpp"

namespace remap::posterior {
namespace {

using namespace test;

constexpr GiverId somebody{0};

TEST(PosteriorEvidence, RefusesWhatIsNotDeclared) {
  const Space space(2, {true, false});
  Evidence evidence(space);
  EXPECT_THROW(evidence.add(Placement{word_of({0, 2}), output(1)}, somebody), InputError);
  EXPECT_THROW(evidence.add(Placement{word_of({0}), output(2)}, somebody), InputError);
  EXPECT_THROW(evidence.add(Comparison{word_of({0}), word_of({3}), Order::equal}, somebody), InputError);
  EXPECT_THROW(evidence.add(CheckedLine{word_of({0}), output(0), output(9)}, somebody), InputError);
  EXPECT_THROW(evidence.add(Value{{}, output(0)}, somebody), InputError) << "it is over before it began";
  EXPECT_THROW(evidence.add(CannotHappen{{}}, somebody), InputError);
  EXPECT_THROW(evidence.add(Unsure{word_of({5})}, somebody), InputError);
  EXPECT_FALSE(evidence.refresh());
  const Space open = Space::open(2);
  EXPECT_THROW(Evidence(open).add(Placement{word_of({0}), output(0)}, somebody), InputError);
}

TEST(PosteriorEvidence, KnowsWhatWasAsked) {
  const Space space(2, {true, false});
  Evidence evidence(space);
  evidence.add(Placement{word_of({0}), output(1)}, somebody);
  const StatementId unsure = evidence.add(Unsure{word_of({1})}, somebody);
  evidence.add(Example{word_of({1, 0}), output(0)}, somebody);
  evidence.add(Comparison{word_of({0, 0}), word_of({1, 0}), Order::higher}, somebody);
  evidence.add(CannotHappen{word_of({1, 1})}, somebody);
  ASSERT_TRUE(evidence.refresh());
  EXPECT_FALSE(evidence.refresh());
  for (const auto& letters : {std::vector<std::uint8_t>{0}, {1}, {1, 0}, {0, 0}}) {
    EXPECT_TRUE(evidence.asked(word_of(letters)));
  }
  EXPECT_FALSE(evidence.asked(word_of({0, 1})));
  EXPECT_TRUE(evidence.excluded().excludes(word_of({1, 1, 0})));
  EXPECT_EQ(evidence.answered(), 2u);
  EXPECT_EQ(evidence.unsure(), 1u);
  EXPECT_EQ(evidence.shown()[0], word_of({1, 0}));
  EXPECT_EQ(evidence.last_compared_with(), word_of({1, 0}));

  EXPECT_TRUE(evidence.retract(unsure));
  EXPECT_FALSE(evidence.retract(unsure));
  ASSERT_TRUE(evidence.refresh());
  EXPECT_FALSE(evidence.asked(word_of({1})));
  EXPECT_EQ(evidence.unsure(), 0u);
}

TEST(PosteriorEvidence, AnswersSayWhatIsRight) {
  const Space space(1, {true, false, false});
  Evidence evidence(space);
  const auto right = [&](int u, int v) {
    evidence.refresh();
    return (evidence.kind(evidence.answers().back()).right >> (u * most_classes + v) & 1U) != 0;
  };
  evidence.add(Comparison{word_of({0}), word_of({0, 0}), Order::lower}, somebody);
  EXPECT_TRUE(right(0, 2));
  EXPECT_FALSE(right(2, 2));
  evidence.add(Placement{word_of({0}), output(1)}, somebody);
  EXPECT_TRUE(right(1, 1));
  EXPECT_FALSE(right(0, 0));
  // An example is not over before its last event.
  evidence.add(Example{word_of({0, 0, 0}), output(0)}, somebody);
  EXPECT_FALSE(right(0, 0));
  EXPECT_TRUE(right(2, 2));
  // Compared with a word of class 0, it is an answer about one word.
  evidence.add(Comparison{word_of({0, 0, 0}), word_of({0}), Order::equal}, somebody);
  EXPECT_TRUE(right(0, 0));
  EXPECT_EQ(evidence.answers().back().u, evidence.answers().back().v);
}

TEST(PosteriorEvidence, LetsTheFirstAnswersIn) {
  const Space space(1, {true, false});
  Evidence evidence(space);
  for (std::uint8_t length = 1; length < 20; ++length) {
    evidence.add(Placement{Word(length, make_id<Letter>(0)), output(1)}, somebody);
  }
  evidence.add(Value{{}, output(1)}, somebody);
  ASSERT_TRUE(evidence.refresh(5));
  EXPECT_EQ(evidence.answered(), 5u);
  EXPECT_EQ(evidence.answers_given(), 19u);
  EXPECT_TRUE(evidence.shown()[1]) << "a value is no answer";
  EXPECT_FALSE(evidence.refresh(5));
  EXPECT_TRUE(evidence.refresh());
  EXPECT_EQ(evidence.answered(), 19u);
  EXPECT_FALSE(evidence.refresh());
}

}  // namespace
}  // namespace remap::posterior
