#include "belief/answers/evidence.hpp"

#include <gtest/gtest.h>

namespace remap::belief {
namespace {

class BeliefEvidence : public ::testing::Test {
 protected:
  BeliefEvidence() {
    for (std::size_t length = 0; length < 6; ++length) {
      word.push_back(evidence.insert(std::vector<Letter>(length, Letter{0})));
    }
  }
  [[nodiscard]] Likelihoods now(WordId a, WordId b) const { return likelihood(*evidence.find(a, b), models); }

  Evidence evidence;
  std::vector<WordId> word;  // by length
  std::vector<ErrorModel> models{ErrorModel(ErrorRates::even(0.1, 0.5)), ErrorModel(ErrorRates::even(0.2, 0.5))};
};

TEST_F(BeliefEvidence, AnswersAreFoundWhicheverWordCameFirst) {
  evidence.add({word[3], word[1]}, Preference::greater);
  evidence.add({word[1], word[3]}, Preference::less);
  const Pair* pair = evidence.find(word[1], word[3]);
  ASSERT_NE(pair, nullptr);
  EXPECT_EQ(pair, evidence.find(word[3], word[1]));
  ASSERT_EQ(pair->answers.size(), 2u);
  EXPECT_EQ(pair->answers[0].answer, pair->answers[1].answer);
  EXPECT_NE(pair->answers[0].first_shown, pair->answers[1].first_shown);
  EXPECT_EQ(pair->answers[1].number, 2u);
  EXPECT_EQ(pair->longer, pair->first == word[3] ? Side::first : Side::second);
  EXPECT_EQ(evidence.heard(word[1]), 2u);
  EXPECT_EQ(evidence.find(word[1], word[2]), nullptr);
}

TEST_F(BeliefEvidence, UnsureAnswersAreCountedAndSayNothing) {
  evidence.add({word[3], word[1]}, Preference::unsure);
  EXPECT_EQ(evidence.size(), 1u);
  EXPECT_EQ(evidence.heard(word[3]), 0u);
  const Pair& pair = *evidence.find(word[3], word[1]);
  EXPECT_EQ(pair.asked(), 1u);
  for (const double chance : likelihood(pair, models)) EXPECT_EQ(chance, 1);
}

TEST_F(BeliefEvidence, AWordAgainstItselfSaysNothing) {
  evidence.add({word[2], word[2]}, Preference::less);
  EXPECT_EQ(evidence.size(), 1u);
  EXPECT_TRUE(evidence.pairs().empty());
}

TEST_F(BeliefEvidence, TheSameAnswerAgainSaysLessWhereErrorsComeBack) {
  evidence.add({word[1], word[2]}, Preference::less);
  const double once = now(word[1], word[2])[2];
  evidence.add({word[2], word[1]}, Preference::greater);
  const double twice = now(word[1], word[2])[2];
  EXPECT_NEAR(twice, 0.5 * once * once + 0.5 * once, 1e-12);
  evidence.add({word[1], word[2]}, Preference::equal);
  EXPECT_NEAR(now(word[1], word[2])[2], 0.5 * once * once * 0.9, 1e-12);
}

TEST_F(BeliefEvidence, AnnotatorsErrIndependently) {
  evidence.add({word[1], word[2]}, Preference::less, 0);
  evidence.add({word[1], word[2]}, Preference::less, 1);
  EXPECT_EQ(evidence.annotators(), 2u);
  EXPECT_NEAR(now(word[1], word[2])[2], 0.05 * 0.1, 1e-12);
}

}  // namespace
}  // namespace remap::belief
