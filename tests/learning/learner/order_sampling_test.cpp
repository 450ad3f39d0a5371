#include "learning/learner/order_sampling.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "remap/automata/error.hpp"
#include "support/scripted.hpp"

namespace remap::order_sampling_test {
namespace {

constexpr Letter a{0};
constexpr double stop = 0.2;
const Alphabet letters{"a", "b"};

class OrderSamplingTest : public ::testing::Test {
 protected:
  OrderSamplingTest() {
    for (const Word& word : {Word{}, Word{a}}) script.classify(script.words.insert(word));
  }

  // Answers until the test is over; says how many words were asked about.
  std::size_t serve(OrderSampling& sampling) {
    std::size_t count = 0;
    for (auto asked = sampling.advance(); !asked.empty(); asked = sampling.advance()) {
      for (const Inquiry& inquiry : asked) {
        ++count;
        if (inquiry.twin != no_word) {
          script.compare(inquiry.word, inquiry.twin);
          continue;
        }
        EXPECT_EQ(script.classes.class_of(inquiry.word), no_class);
        EXPECT_NE(inquiry.expected, no_class);
        script.classify(inquiry.word);
      }
    }
    EXPECT_FALSE(sampling.running());
    return count;
  }

  test::Script script{test::occurrences(a, 2)};
  const Shape right{{ClassId{0}, ClassId{1}}, {State{1}, State{0}, State{0}, State{1}}};
  const Shape wrong{{ClassId{0}, ClassId{1}}, {State{1}, State{0}, State{1}, State{1}}};  // an a is never taken back
};

TEST_F(OrderSamplingTest, AcceptsAShapeThatIsRight) {
  OrderSampling sampling({200}, stop, 1, letters, script.words, script.classes, false);
  sampling.start(right);
  EXPECT_TRUE(sampling.running());
  const std::size_t asked = serve(sampling);
  EXPECT_EQ(sampling.counterexample(), no_word);
  EXPECT_GT(asked, 50U);
  EXPECT_LE(asked, 200U);  // words drawn twice are asked about once
}

TEST_F(OrderSamplingTest, AWrongShapeEndsAtAWordItGetsWrong) {
  OrderSampling sampling({200}, stop, 1, letters, script.words, script.classes, false);
  sampling.start(wrong);
  EXPECT_LT(serve(sampling), 50U);
  ASSERT_NE(sampling.counterexample(), no_word);
  const WordId word = sampling.counterexample();
  EXPECT_NE(script.predict(wrong, script.words.spell(word)), script.classes.class_of(word));
}

TEST_F(OrderSamplingTest, WordsDrawnBeforeComeFirstAndCostNothing) {
  OrderSampling sampling({200}, stop, 1, letters, script.words, script.classes, false);
  sampling.start(wrong);
  serve(sampling);
  sampling.start(wrong);
  EXPECT_FALSE(sampling.running());
  EXPECT_NE(sampling.counterexample(), no_word);
  sampling.start(right);
  EXPECT_TRUE(sampling.running());
  EXPECT_EQ(sampling.counterexample(), no_word);
}

TEST_F(OrderSamplingTest, TwoWordsAreTestedByOneComparison) {
  OrderSampling alone({200}, stop, 1, letters, script.words, script.classes, false);
  alone.start(right);
  const std::size_t singly = serve(alone);
  OrderSampling paired({400}, stop, 2, letters, script.words, script.classes, true);
  paired.start(right);
  EXPECT_LT(serve(paired), singly * 3 / 2);  // for twice as many words
  EXPECT_EQ(paired.counterexample(), no_word);
  paired.start(wrong);
  serve(paired);
  const WordId word = paired.counterexample();
  ASSERT_NE(word, no_word);
  EXPECT_NE(script.predict(wrong, script.words.spell(word)), script.classes.class_of(word));
}

// The chance that all words pass although a share e of them is wrong, by brute force over e.
TEST(SampleSize, PairsKeepThePromise) {
  for (const double epsilon : {0.3, 0.1, 0.05, 0.01}) {
    for (const double delta : {0.2, 0.05, 0.001}) {
      for (std::size_t k = 1; k < 30; k += 4) {
        const SampleSize size{0, epsilon, delta};
        const auto words = static_cast<double>(size.for_question(k)), s = static_cast<double>(words_alone(size, k));
        EXPECT_LE(s, words);
        for (double e = epsilon; e < 1; e += 0.001) {
          const double passes = std::pow(1 - e, s) * std::pow((1 - e) * (1 - e) + e * e, (words - s) / 2);
          ASSERT_LE(passes, delta / std::ldexp(1.0, static_cast<int>(k)) * 1.0001) << epsilon << ' ' << k << ' ' << e;
        }
      }
    }
  }
  EXPECT_LT(words_alone({0, 0.05, 0.05}, 1), 10U);  // most are paired
}

TEST_F(OrderSamplingTest, RefusesWhatIsNoProbability) {
  EXPECT_THROW(OrderSampling({0, 2.0, 0.1}, stop, 1, letters, script.words, script.classes, false), InputError);
  EXPECT_THROW(OrderSampling({200}, 0.0, 1, letters, script.words, script.classes, false), InputError);
}

}  // namespace
}  // namespace remap::order_sampling_test
