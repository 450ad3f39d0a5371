#include "learning/order_sampling.hpp"

#include <gtest/gtest.h>

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
        EXPECT_EQ(script.classes.class_of(inquiry.word), no_class);
        EXPECT_NE(inquiry.expected, no_class);
        script.classify(inquiry.word);
        ++count;
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
  OrderSampling sampling({200}, stop, 1, letters, script.words, script.classes);
  sampling.start(right);
  EXPECT_TRUE(sampling.running());
  const std::size_t asked = serve(sampling);
  EXPECT_EQ(sampling.counterexample(), no_word);
  EXPECT_GT(asked, 50U);
  EXPECT_LE(asked, 200U);  // words drawn twice are asked about once
}

TEST_F(OrderSamplingTest, AWrongShapeEndsAtAWordItGetsWrong) {
  OrderSampling sampling({200}, stop, 1, letters, script.words, script.classes);
  sampling.start(wrong);
  EXPECT_LT(serve(sampling), 50U);
  ASSERT_NE(sampling.counterexample(), no_word);
  const WordId word = sampling.counterexample();
  EXPECT_NE(script.predict(wrong, script.words.spell(word)), script.classes.class_of(word));
}

TEST_F(OrderSamplingTest, WordsDrawnBeforeComeFirstAndCostNothing) {
  OrderSampling sampling({200}, stop, 1, letters, script.words, script.classes);
  sampling.start(wrong);
  serve(sampling);
  sampling.start(wrong);
  EXPECT_FALSE(sampling.running());
  EXPECT_NE(sampling.counterexample(), no_word);
  sampling.start(right);
  EXPECT_TRUE(sampling.running());
  EXPECT_EQ(sampling.counterexample(), no_word);
}

TEST_F(OrderSamplingTest, RefusesWhatIsNoProbability) {
  EXPECT_THROW(OrderSampling({0, 2.0, 0.1}, stop, 1, letters, script.words, script.classes), InputError);
  EXPECT_THROW(OrderSampling({200}, 0.0, 1, letters, script.words, script.classes), InputError);
}

}  // namespace
}  // namespace remap::order_sampling_test
