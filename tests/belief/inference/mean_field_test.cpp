#include "belief/inference/mean_field.hpp"

#include <gtest/gtest.h>

#include "remap/automata/random.hpp"

namespace remap::belief {
namespace {

/// Words with values 0, 1 and 2, each compared with a few others, by someone who often calls neighbouring values equal.
class UndecidedLabels : public ::testing::Test {
 protected:
  void make(std::size_t count, double near_ties) {
    for (std::size_t i = 0; i < count; ++i) {
      words.push_back(evidence.insert(std::vector<Letter>(i + 1, Letter{0})));
      values.push_back(i % 3);
      for (std::size_t k = 0; k < 4 && i > 0; ++k) {
        const std::size_t other = random.below(i);
        Preference said = compared(values[i], values[other]);
        const bool near = values[i] + 1 == values[other] || values[other] + 1 == values[i];
        if (near && random.chance(near_ties)) said = Preference::equal;
        evidence.add({words[i], words[other]}, said);
      }
    }
  }
  /// Labels by a function of the value and the number of a word.
  template <typename Rank>
  Labels labels(std::size_t levels, Rank rank) {
    Labels made;
    std::vector<Level> order;
    for (std::size_t i = 0; i < levels; ++i) order.push_back(made.make_level(i));
    for (std::size_t i = 0; i < words.size(); ++i) made.put(words[i], order[rank(values[i], i)]);
    return made;
  }
  MeanField field(const Labels& about) { return {evidence, about, statements, options, models}; }
  [[nodiscard]] std::size_t wrong(const Labels& found) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < words.size(); ++i) count += found.rank(words[i]) != values[i] ? 1 : 0;
    return count;
  }

  Evidence evidence;
  Statements statements{3};
  BeliefOptions options;
  std::vector<ErrorModel> models{ErrorModel(ErrorRates::even(0.05, 0.25))};
  std::vector<WordId> words;
  std::vector<std::size_t> values;
  Random random{3};
};

// The words of the value in the middle are about as often equal to those below as to those above.
TEST_F(UndecidedLabels, AThirdLevelIsFoundWhereTwoExplainMostAnswers) {
  make(90, 0.6);
  const Labels two = labels(2, [](std::size_t value, std::size_t i) { return value == 1 ? i / 3 % 2 : value / 2; });
  MeanField undecided = field(two);
  undecided.begin_at(two);
  undecided.settle();
  const double with_two = undecided.score();
  undecided.begin_in_order(3);
  undecided.settle();
  EXPECT_GT(undecided.score(), with_two + 10);
  EXPECT_NEAR(undecided.models().front().rates().missed_near, 0.6, 0.15);
  EXPECT_LT(undecided.models().front().rates().told_apart, 0.05);
  Labels found = two;
  undecided.decide(found);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_LE(wrong(found), 9u) << "of 90, with 8 answers about each";
}

TEST_F(UndecidedLabels, RightLabelsStayAsTheyAre) {
  make(60, 0);
  const Labels right = labels(3, [](std::size_t value, std::size_t) { return value; });
  MeanField undecided = field(right);
  undecided.begin_at(right);
  undecided.settle();
  const double score = undecided.score();
  Labels found = right;
  undecided.decide(found);
  EXPECT_LE(wrong(found), 1u) << "a word may not have been compared with each value";
  undecided.begin_in_order(3);
  undecided.settle();
  EXPECT_LT(undecided.score(), score + 0.1) << "beginning elsewhere finds nothing better";
}

// Nothing is known of the word but what was said of its value.
TEST_F(UndecidedLabels, AStatedValueDecides) {
  make(30, 0);
  const WordId stated = evidence.insert(std::vector<Letter>(40, Letter{0}));
  words.push_back(stated);
  values.push_back(2);
  statements.add({stated, 2, 1});
  const Labels right = labels(3, [](std::size_t value, std::size_t) { return value; });
  MeanField undecided = field(right);
  undecided.begin_in_order(3);
  undecided.settle();
  Labels found = right;
  undecided.decide(found);
  EXPECT_EQ(found.rank(stated), 2u);
  EXPECT_LT(found.error(stated), 1e-6);
}

}  // namespace
}  // namespace remap::belief
