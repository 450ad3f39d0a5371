#include "belief/inference/belief.hpp"

#include <gtest/gtest.h>

#include "belief/inference/question.hpp"
#include "remap/automata/random.hpp"

namespace remap::belief {
namespace {

/// Words a, aa, aaa, … with values of our choice.
class BeliefOfWords : public ::testing::Test {
 protected:
  WordId add(std::size_t value) {
    const WordId made = belief.insert(std::vector<Letter>(++length, Letter{0}));
    if (values.size() <= index(made)) values.resize(index(made) + 1);
    values[index(made)] = value;
    words.push_back(made);
    return made;
  }
  [[nodiscard]] Preference truth(WordId a, WordId b) const { return compared(values[index(a)], values[index(b)]); }
  void hear(WordId a, WordId b) { belief.add({a, b}, truth(a, b)); }
  /// Adds `count` words of a value and labels them by comparisons with all words before, wrong with that chance.
  void add_labelled(std::size_t value, std::size_t count, double wrong = 0) {
    for (std::size_t i = 0; i < count; ++i) {
      const WordId word = add(value);
      if (belief.labels().size() == 0) {
        belief.label_first(word);
        continue;
      }
      for (const WordId other : words) {
        if (other == word) continue;
        const auto said = static_cast<unsigned>(truth(word, other));
        const bool err = random.chance(wrong);
        belief.add({word, other}, static_cast<Preference>(err ? (said + 1 + random.below(2)) % 3 : said));
      }
      belief.relabel(word);
      belief.use(word);
    }
  }

  Belief belief{4, {}};
  std::size_t length = 0;
  std::vector<WordId> words;
  std::vector<std::size_t> values;
  Random random{7};
};

TEST_F(BeliefOfWords, EqualWordsShareALevelAndLevelsAreOrdered) {
  for (const std::size_t value : {1, 3, 0, 1, 3, 2, 0}) add_labelled(value, 2);
  EXPECT_EQ(belief.labels().size(), 4u);
  for (const WordId a : words) {
    for (const WordId b : words) EXPECT_EQ(compared(belief.labels().rank(a), belief.labels().rank(b)), truth(a, b));
  }
}

TEST_F(BeliefOfWords, AWrongAnswerIsOutvoted) {
  add_labelled(0, 6);
  add_labelled(1, 6);
  const WordId word = add(1);
  for (std::size_t i = 0; i < 12; ++i) hear(word, words[i]);
  belief.relabel(word);
  const double sure = belief.labels().error(word);
  const WordId doubtful = add(1);
  belief.add({doubtful, words[11]}, Preference::less);
  for (std::size_t i = 0; i < 11; ++i) hear(doubtful, words[i]);
  belief.relabel(doubtful);
  EXPECT_EQ(belief.labels().level(doubtful), belief.labels().level(word));
  EXPECT_GT(belief.labels().error(doubtful), sure);
  const Pair& pair = *belief.evidence().find(doubtful, words[11]);
  EXPECT_GT(belief.chance_wrong(pair, pair.answers.front()), 0.9);
  const Pair& right = *belief.evidence().find(doubtful, words[0]);
  EXPECT_LT(belief.chance_wrong(right, right.answers.front()), 0.1);
}

TEST_F(BeliefOfWords, AChangedLabelOfAUsedWordIsARevision) {
  add_labelled(0, 4);
  add_labelled(2, 4);
  const WordId word = add(2);
  belief.add({word, words[0]}, Preference::equal);  // wrong
  belief.relabel(word);
  belief.use(word);
  const std::uint64_t before = belief.revision();
  for (std::size_t i = 1; i < 8; ++i) hear(word, words[i]);
  EXPECT_TRUE(belief.relabel(word));
  EXPECT_EQ(belief.revision(), before + 1);
  EXPECT_EQ(belief.labels().level(word), belief.labels().level(words[4]));
}

TEST_F(BeliefOfWords, ErrorRatesAreLearned) {
  for (std::size_t i = 0; i < 10; ++i) {
    for (const std::size_t value : {0, 1, 2}) add_labelled(value, 3, 0.1);
  }
  belief.learn(true);
  EXPECT_NEAR(belief.models().front().rates().overall, 0.1, 0.015);
  EXPECT_NEAR(belief.models().front().rates().to_longer, 0.5, 0.1);
}

TEST_F(BeliefOfWords, OneKindOfErrorIsNotTakenForAll) {
  add_labelled(0, 12);
  add_labelled(1, 12);
  std::size_t asked = 0;
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t j = 12; j < 24; j += 2, ++asked) {
      belief.add({words[j], words[i]}, asked % 3 == 0 ? Preference::greater : Preference::equal);
    }
  }
  belief.learn(true);
  const ErrorRates& rates = belief.models().front().rates();
  EXPECT_GT(rates.missed_near, 0.15);
  EXPECT_LT(rates.told_apart, 0.02);
  EXPECT_LT(rates.reversed_near, 0.02);
}

TEST_F(BeliefOfWords, AnnotatorsHaveRatesOfTheirOwn) {
  for (std::size_t i = 0; i < 15; ++i) {
    for (const std::size_t value : {0, 1}) add_labelled(value, 1);
  }
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    for (std::size_t j = i + 1; j < words.size(); ++j) {
      const Preference right = truth(words[i], words[j]);
      const bool err = random.chance(0.3);
      belief.add({words[i], words[j]}, err ? (right == Preference::less ? Preference::equal : Preference::less) : right,
                 1);
    }
  }
  belief.learn(true);
  ASSERT_EQ(belief.models().size(), 2u);
  EXPECT_LT(belief.models()[0].rates().overall, 0.02);
  EXPECT_NEAR(belief.models()[1].rates().overall, 0.3, 0.05);
}

TEST_F(BeliefOfWords, AValueBoundsWhereAWordCanBe) {
  add_labelled(0, 3);
  add_labelled(1, 3);
  belief.state(words[0], 0);
  belief.state(words[3], 1);
  Posterior posterior;
  const WordId word = add(1);
  belief.posterior(word, posterior);
  EXPECT_EQ(posterior.chance[0], 0) << "nothing is below the lowest value";
  EXPECT_EQ(posterior.chance[2], 0) << "there is no value between";
  EXPECT_GT(posterior.chance[4], 0);
  belief.state(word, 3);
  belief.posterior(word, posterior);
  EXPECT_EQ(posterior.best(), 4u);
}

TEST_F(BeliefOfWords, HalvesOfAClassThatStayApartAreFoundOut) {
  // Two groups of equal words that were put apart by one wrong answer; each word agrees with its own group, and what is
  // said across is said about pairs, none of which is enough to move a word alone.
  std::vector<WordId> low, high;
  for (std::size_t i = 0; i < 6; ++i) low.push_back(add(1));
  for (std::size_t i = 0; i < 6; ++i) high.push_back(add(1));
  belief.label_first(low[0]);
  const auto join = [&](WordId word, const std::vector<WordId>& group) {
    for (const WordId other : group) {
      if (other != word && belief.labels().labelled(other)) belief.add({word, other}, Preference::equal);
    }
    belief.relabel(word);
    belief.use(word);
  };
  for (std::size_t i = 1; i < 6; ++i) join(low[i], low);
  belief.add({high[0], low[0]}, Preference::greater);
  belief.add({high[0], low[1]}, Preference::greater);
  belief.relabel(high[0]);
  for (std::size_t i = 1; i < 6; ++i) join(high[i], high);
  ASSERT_EQ(belief.labels().size(), 2u);
  for (std::size_t i = 2; i < 6; ++i) belief.add({high[i], low[i]}, Preference::equal);
  EXPECT_TRUE(belief.reconsider());
  EXPECT_EQ(belief.labels().size(), 1u);
}

TEST_F(BeliefOfWords, WordsThatEachFitOneWrongAnswerAreNotAClass) {
  // Many equal words; some of them were once called greater than another one, and equal to each other ever after. Each
  // is then called equal to so many others that near ties do not explain it.
  std::vector<WordId> low, high;
  for (std::size_t i = 0; i < 60; ++i) low.push_back(add(1));
  for (std::size_t i = 0; i < 20; ++i) high.push_back(add(1));
  belief.label_first(low[0]);
  for (std::size_t i = 1; i < low.size(); ++i) {
    for (std::size_t j = i < 3 ? 0 : i - 3; j < i; ++j) belief.add({low[i], low[j]}, Preference::equal);
    belief.relabel(low[i]);
    belief.use(low[i]);
  }
  for (std::size_t i = 0; i < high.size(); ++i) {
    belief.add({high[i], low[i]}, Preference::greater);
    if (i < 2) belief.add({high[i], low[i + 1]}, Preference::greater);
    for (std::size_t j = i < 3 ? 0 : i - 3; j < i; ++j) belief.add({high[i], high[j]}, Preference::equal);
    belief.relabel(high[i]);
    belief.use(high[i]);
  }
  ASSERT_EQ(belief.labels().size(), 2u);
  for (std::size_t i = 0; i < high.size(); ++i) {
    for (std::size_t j = 30; j < 36; ++j) belief.add({high[i], low[i + j]}, Preference::equal);
  }
  EXPECT_TRUE(belief.reconsider());
  EXPECT_EQ(belief.labels().size(), 1u);
}

TEST_F(BeliefOfWords, TheNextQuestionTellsMost) {
  add_labelled(0, 3);
  add_labelled(1, 3);
  add_labelled(2, 3);
  const WordId word = add(1);
  Posterior posterior;
  belief.posterior(word, posterior);
  const Question first = best_question(belief, word, posterior, {});
  EXPECT_EQ(belief.labels().rank(first.partner), 1u) << "the middle one is asked first";
  hear(word, first.partner);
  belief.posterior(word, posterior);
  const Question second = best_question(belief, word, posterior, {});
  EXPECT_NE(second.partner, first.partner) << "another member says as much, and may not err alike";
  EXPECT_LT(second.gain, first.gain);
}

TEST_F(BeliefOfWords, AWordThatSeemsUnexpectedIsComparedWithWhatWasExpected) {
  add_labelled(0, 4);
  add_labelled(1, 4);
  const WordId word = add(0);
  belief.expect(word, {words[4], no_word, {}});
  hear(word, words[0]);
  hear(word, words[1]);
  Posterior posterior;
  belief.posterior(word, posterior);
  QuestionOptions options;
  options.against_expected = true;
  const Question question = best_question(belief, word, posterior, options);
  EXPECT_EQ(belief.labels().level(question.partner), belief.labels().level(words[4]));
  hear(word, question.partner);
  belief.posterior(word, posterior);
  EXPECT_EQ(best_question(belief, word, posterior, options).partner, best_question(belief, word, posterior, {}).partner)
      << "once";
}

TEST_F(BeliefOfWords, AProbeIsAboutALevelThatAWordWasNotComparedWith) {
  add_labelled(0, 4);
  add_labelled(1, 4);
  const WordId word = add(0);
  hear(word, words[0]);
  hear(word, words[1]);
  belief.relabel(word);
  const WordId probe = neighbouring_partner(belief, word, {}, true);
  ASSERT_NE(probe, no_word);
  EXPECT_EQ(belief.labels().level(probe), belief.labels().level(words[4]));
  hear(word, probe);
  EXPECT_EQ(neighbouring_partner(belief, word, {}, true), no_word);
  EXPECT_NE(neighbouring_partner(belief, word, {}), no_word) << "another word of that level";
}

TEST_F(BeliefOfWords, NobodyIsAskedTheSamePairForEver) {
  const WordId only = add(0);
  belief.label_first(only);
  const WordId word = add(0);
  Posterior posterior;
  for (std::size_t asked = 0; asked < 2; ++asked) {
    belief.posterior(word, posterior);
    ASSERT_EQ(best_question(belief, word, posterior, {}).partner, only);
    belief.add({word, only}, asked == 0 ? Preference::equal : Preference::unsure);
  }
  belief.posterior(word, posterior);
  EXPECT_EQ(best_question(belief, word, posterior, {}).partner, no_word);
}

TEST_F(BeliefOfWords, AnnotatorsAreTrustedByHowOftenTheyErr) {
  add_labelled(0, 4);
  add_labelled(1, 4);
  // The second annotator is right, the third calls everything equal.
  for (std::size_t i = 0; i < 30; ++i) {
    const WordId word = add(i % 2);
    for (std::size_t k = 0; k < 8; ++k) {
      belief.add({word, words[k]}, truth(word, words[k]), 1);
      belief.add({word, words[k]}, Preference::equal, 2);
    }
    belief.relabel(word);
    belief.use(word);
  }
  belief.learn(true);
  ASSERT_EQ(belief.models().size(), 3u);
  EXPECT_LT(belief.models()[1].rates().overall, 0.03);
  EXPECT_GT(belief.models()[2].rates().overall, 0.3);
  EXPECT_FALSE(belief.reliabilities()[1].unreliable());
  EXPECT_TRUE(belief.reliabilities()[2].unreliable());
  EXPECT_GT(belief.rates().overall, belief.models()[1].rates().overall);
  EXPECT_LT(belief.rates().overall, belief.models()[2].rates().overall);
  const WordId word = add(1);
  for (std::size_t k = 0; k < 3; ++k) {
    belief.add({word, words[k]}, Preference::greater, 1);
    belief.add({word, words[k]}, Preference::equal, 2);
  }
  belief.relabel(word);
  EXPECT_EQ(belief.labels().level(word), belief.labels().level(words[4])) << "the careful one is right";
}

TEST_F(BeliefOfWords, AMisjudgedWordCountsAsTheOneThatReplacesIt) {
  add_labelled(0, 3);
  add_labelled(1, 3);
  const WordId low = words[0], high = words[5];
  const std::uint64_t revision = belief.revision();
  belief.replace(high, low);
  EXPECT_EQ(belief.counted_rank(high), 0u);
  EXPECT_EQ(belief.labels().rank(high), 1u);  // what is said about it
  EXPECT_GT(belief.revision(), revision);
  belief.replace(high, no_word);
  EXPECT_EQ(belief.counted_rank(high), 1u);
}

TEST_F(BeliefOfWords, AWordThatNobodyComparesIsGivenUpSoon) {
  add_labelled(0, 6);
  add_labelled(1, 6);
  const WordId word = add(1);
  std::size_t asked = 0;
  for (; asked < 12 && !belief.incomparable(word); ++asked) belief.add({word, words[asked]}, Preference::unsure);
  EXPECT_LE(asked, 5u);
  EXPECT_FALSE(belief.incomparable(words[0]));
  hear(word, words[11]);
  EXPECT_FALSE(belief.incomparable(word));
}

}  // namespace
}  // namespace remap::belief
