// What every ranker must do, whatever its comparisons: the right classes in the right order, in batches that can be
// answered one by one, and no wrong conclusion from answers that contradict each other.
#include "learning/ranking/ranker.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "remap/automata/error.hpp"

namespace remap {
namespace {

constexpr RankerKind comparing[] = {RankerKind::quicksort, RankerKind::all_pairs, RankerKind::search};

Preference compare(std::size_t left, std::size_t right) {
  return left < right ? Preference::less : left > right ? Preference::greater : Preference::equal;
}

/// Classifies the words `from` .. `value.size()` by their values, and returns how many questions it took.
std::size_t classify(Ranker& ranker, const std::vector<std::size_t>& value, std::size_t from) {
  std::vector<Inquiry> inquiries;
  for (std::size_t i = from; i < value.size(); ++i) {
    inquiries.push_back({make_id<WordId>(i), make_id<Context>(value[i] % 2)});
  }
  ranker.submit(inquiries);
  std::size_t asked = 0;
  for (;;) {
    const Questions questions = ranker.questions();
    if (questions.empty()) return asked;
    asked += questions.comparisons.size() + questions.values.size();
    if (asked > value.size() * value.size() + 1) {
      ADD_FAILURE() << "more questions than pairs";
      return asked;
    }
    if (!questions.values.empty()) {
      std::vector<Output> answers;
      for (WordId word : questions.values) answers.push_back(make_id<Output>(value[index(word)]));
      ranker.answer(answers);
      continue;
    }
    std::vector<Preference> answers;
    for (const Comparison& comparison : questions.comparisons) {
      EXPECT_NE(comparison.left, comparison.right);
      answers.push_back(compare(value[index(comparison.left)], value[index(comparison.right)]));
    }
    ranker.answer(answers);
  }
}

void check_order(const Classes& classes, const std::vector<std::size_t>& value) {
  const std::set<std::size_t> distinct(value.begin(), value.end());
  RC_ASSERT(classes.size() == distinct.size());
  RC_ASSERT(classes.words() == value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    const ClassId id = classes.class_of(make_id<WordId>(i));
    RC_ASSERT(id != no_class);
    RC_ASSERT(classes.rank(id) == static_cast<std::size_t>(std::distance(distinct.begin(), distinct.find(value[i]))));
  }
}

RC_GTEST_PROP(Rankers, FindTheOrderOfRandomValuesInTwoLots, ()) {
  const auto outputs = *rc::gen::inRange<std::size_t>(1, 40);
  const auto value = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, outputs));
  const auto first = *rc::gen::inRange<std::size_t>(0, value.size() + 1);
  const bool known = *rc::gen::arbitrary<bool>();
  for (RankerKind kind : {RankerKind::quicksort, RankerKind::all_pairs, RankerKind::search, RankerKind::membership}) {
    Classes classes(known || kind == RankerKind::membership ? outputs : 0);
    const auto ranker = make_ranker(kind, classes, 7);
    const std::vector<std::size_t> lot(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(first));
    classify(*ranker, lot, 0);
    check_order(classes, lot);
    classify(*ranker, value, first);
    check_order(classes, value);
  }
}

RC_GTEST_PROP(Rankers, UseFeedbackWithoutGoingWrong, ()) {
  const auto outputs = *rc::gen::inRange<std::size_t>(1, 8);
  const auto value =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, outputs)));
  const auto told = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, value.size()));
  for (RankerKind kind : comparing) {
    Classes classes(outputs);
    const auto ranker = make_ranker(kind, classes, 3);
    for (std::size_t word : told) {
      classes.restrict(make_id<WordId>(word), OutputSet::only(outputs, {make_id<Output>(value[word])}));
    }
    classify(*ranker, value, 0);
    check_order(classes, value);
  }
}

/// One lot of words, answered at random or by values; what is left must shrink by what is answered.
template <class Answer>
void check_bound(Ranker& ranker, std::size_t from, std::size_t to, Answer&& answer) {
  std::vector<Inquiry> inquiries;
  for (std::size_t i = from; i < to; ++i) inquiries.push_back({make_id<WordId>(i), make_id<Context>(i % 2)});
  ranker.submit(inquiries);
  std::size_t most = ranker.most_comparisons_left();
  for (;;) {
    const Questions questions = ranker.questions();
    const std::size_t now = ranker.most_comparisons_left();
    RC_ASSERT(now <= most);
    RC_ASSERT(now >= questions.comparisons.size());
    if (questions.empty()) {
      RC_ASSERT(now == 0U);
      return;
    }
    std::vector<Preference> answers;
    for (const Comparison& comparison : questions.comparisons) answers.push_back(answer(comparison));
    most = now - answers.size();
    ranker.answer(answers);
    RC_ASSERT(ranker.most_comparisons_left() <= most);
  }
}

RC_GTEST_PROP(Rankers, NeverAskMoreThanTheySayIsLeft, ()) {
  const auto outputs = *rc::gen::inRange<std::size_t>(1, 9);
  const auto words = *rc::gen::inRange<std::size_t>(1, 24);
  const auto first = *rc::gen::inRange<std::size_t>(0, words);
  const bool known = *rc::gen::arbitrary<bool>();
  const auto told = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, words));
  const auto value = *rc::gen::container<std::vector<std::size_t>>(words, rc::gen::inRange<std::size_t>(0, outputs));
  const auto first_seed = *rc::gen::arbitrary<std::uint64_t>();
  const bool truthful = *rc::gen::arbitrary<bool>();
  for (std::size_t trial = 0; trial < 90; ++trial) {
    const RankerKind kind = comparing[trial % 3];
    const std::uint64_t seed = first_seed + trial;
    Classes classes(known ? outputs : 0);
    const auto ranker = make_ranker(kind, classes, seed);
    Random random(seed);
    const auto answer = [&](const Comparison& comparison) {
      if (truthful) return compare(value[index(comparison.left)], value[index(comparison.right)]);
      return static_cast<Preference>(random.below(3));
    };
    try {
      if (known) {
        for (std::size_t word : told) {
          classes.restrict(make_id<WordId>(word), OutputSet::only(outputs, {make_id<Output>(value[word])}));
        }
      }
      check_bound(*ranker, 0, first, answer);
      check_bound(*ranker, first, words, answer);
    } catch (const Conflict&) {
      RC_ASSERT(!truthful);  // answers at random may contradict each other, which ends the run
    }
  }
}

TEST(Rankers, WhatIsLeftIsNotMoreThanCanBeAsked) {
  Classes classes(2);
  const auto search = make_ranker(RankerKind::search, classes, 1);
  classify(*search, {0, 1}, 0);
  const Inquiry words[] = {{WordId{2}}, {WordId{3}}};
  search->submit(words);
  EXPECT_EQ(search->most_comparisons_left(), 2U);  // two classes, two outputs: one comparison per word
  Classes others(0);
  const auto sort = make_ranker(RankerKind::quicksort, others, 1);
  sort->submit(words);
  EXPECT_EQ(sort->most_comparisons_left(), 1U);
}

TEST(Rankers, AllPairsAsksEveryPairOnceInOneBatch) {
  Classes classes(0);
  const auto ranker = make_ranker(RankerKind::all_pairs, classes, 1);
  EXPECT_EQ(classify(*ranker, {2, 0, 1, 0}, 0), 6U);
  EXPECT_EQ(classify(*ranker, {2, 0, 1, 0, 5}, 4), 4U);
}

TEST(Rankers, MembershipAsksEachWordOnce) {
  Classes classes(6);
  const auto ranker = make_ranker(RankerKind::membership, classes, 1);
  EXPECT_EQ(classify(*ranker, {2, 0, 1, 0}, 0), 4U);
}

TEST(Rankers, SearchSavesTheComparisonThatCanOnlyEndOneWay) {
  Classes classes(2);
  const auto ranker = make_ranker(RankerKind::search, classes, 1);
  EXPECT_EQ(classify(*ranker, {0, 1}, 0), 1U);
  EXPECT_EQ(classify(*ranker, {0, 1, 0, 1}, 2), 2U);  // two classes, two outputs: one comparison per word
}

TEST(Rankers, SearchNeedsNoComparisonWhenThereIsOneOutput) {
  Classes classes(1);
  const auto ranker = make_ranker(RankerKind::search, classes, 1);
  EXPECT_EQ(classify(*ranker, {0, 0, 0}, 0), 0U);
}

TEST(Rankers, SearchLooksAtTheExpectedClassFirst) {
  Classes classes(0);
  const auto ranker = make_ranker(RankerKind::search, classes, 1);
  std::vector<std::size_t> value{0, 1, 2, 3, 4, 5, 6, 7};
  classify(*ranker, value, 0);
  value.push_back(6);
  const Inquiry inquiry{WordId{8}, Context{}, classes.class_of(WordId{6})};
  ranker->submit({&inquiry, 1});
  const Questions questions = ranker->questions();
  ASSERT_EQ(questions.comparisons.size(), 1U);
  EXPECT_EQ(questions.comparisons[0].right, WordId{6});
  const Preference equal = Preference::equal;
  ranker->answer(std::span(&equal, 1));
  EXPECT_TRUE(ranker->questions().empty());
  EXPECT_EQ(classes.class_of(WordId{8}), classes.class_of(WordId{6}));
}

TEST(Rankers, SearchRemembersWhatIsFrequentInAContextWhileClassesAreAdded) {
  Classes classes(0);
  const auto ranker = make_ranker(RankerKind::search, classes, 1);
  std::vector<std::size_t> value;
  // Classifies a word of that value, and returns the value of the word that it was compared with first.
  const auto classify_one = [&](std::size_t of_word, Context context) {
    const Inquiry inquiry{make_id<WordId>(value.size()), context};
    value.push_back(of_word);
    ranker->submit({&inquiry, 1});
    std::size_t first = SIZE_MAX;
    for (;;) {
      const Questions questions = ranker->questions();
      if (questions.empty()) return first;
      const std::size_t other = value[index(questions.comparisons[0].right)];
      if (first == SIZE_MAX) first = other;
      const Preference answer = compare(of_word, other);
      ranker->answer(std::span(&answer, 1));
    }
  };
  for (std::size_t i = 0; i < 40; ++i) {
    classify_one(100, Context{1});
    classify_one(101, Context{5});
  }
  for (std::size_t i = 0; i < 140; ++i) {
    classify_one(i % 2 == 0 ? i / 2 : 200 - i / 2, Context{3});
    ASSERT_EQ(classify_one(100, Context{1}), 100U) << classes.size() << " classes";
    ASSERT_EQ(classify_one(101, Context{5}), 101U) << classes.size() << " classes";
  }
  EXPECT_EQ(classes.size(), 142U);
}

TEST(Rankers, AllPairsNoticesACycle) {
  Classes classes(0);
  const auto ranker = make_ranker(RankerKind::all_pairs, classes, 1);
  const Inquiry words[] = {{WordId{0}}, {WordId{1}}, {WordId{2}}};
  ranker->submit(words);
  ASSERT_EQ(ranker->questions().comparisons.size(), 3U);  // 1-0, 2-0, 2-1
  const Preference cycle[] = {Preference::less, Preference::greater, Preference::less};
  EXPECT_THROW(ranker->answer(cycle), Conflict);
}

TEST(Rankers, MoreClassesThanOutputsIsAConflict) {
  for (RankerKind kind : {RankerKind::quicksort, RankerKind::all_pairs}) {
    Classes classes(2);
    const auto ranker = make_ranker(kind, classes, 1);
    EXPECT_THROW(classify(*ranker, {0, 1, 2}, 0), Conflict);
  }
}

TEST(Rankers, WrongKindsOfAnswersAreMisuse) {
  Classes classes(2);
  const Output value{0};
  EXPECT_THROW(make_ranker(RankerKind::search, classes, 1)->answer(std::span(&value, 1)), Misuse);
  const Preference equal = Preference::equal;
  EXPECT_THROW(make_ranker(RankerKind::membership, classes, 1)->answer(std::span(&equal, 1)), Misuse);
  Classes nameless(0);
  EXPECT_THROW(make_ranker(RankerKind::membership, nameless, 1), InputError);
}

// Words 0, 1, 2 have the classes 0, 1, 2; two more are compared with each other only.
TEST(SearchRanker, TwinsAreComparedWithEachOther) {
  Classes classes(0);
  const auto ranker = make_ranker(RankerKind::search, classes, 1);
  ASSERT_TRUE(ranker->pairs());
  classify(*ranker, {0, 1, 2}, 0);
  Inquiry twins{WordId{3}};
  twins.twin = WordId{4};
  const auto compare_twins = [&](Preference answer) {
    ranker->submit(std::span(&twins, 1));
    EXPECT_EQ(ranker->most_comparisons_left(), 1U);
    const Questions questions = ranker->questions();
    ASSERT_EQ(questions.comparisons.size(), 1U);
    EXPECT_EQ(questions.comparisons[0].left, twins.word);
    EXPECT_EQ(questions.comparisons[0].right, twins.twin);
    ranker->answer(std::span(&answer, 1));
    EXPECT_TRUE(ranker->questions().empty());
    EXPECT_EQ(classes.class_of(twins.word), no_class);
  };
  compare_twins(Preference::equal);
  EXPECT_TRUE(classes.equal(WordId{3}, WordId{4}));
  twins = {WordId{5}};
  twins.twin = WordId{6};
  compare_twins(Preference::unsure);
  EXPECT_FALSE(classes.equal(WordId{5}, WordId{6}));
  compare_twins(Preference::less);
  EXPECT_FALSE(classes.equal(WordId{5}, WordId{6}));
  // What the comparison said is used when one of the two has a class: the other is above it.
  classes.join(WordId{5}, classes.at_rank(1));
  const Inquiry other{WordId{6}, Context{}, classes.at_rank(1)};
  ranker->submit(std::span(&other, 1));
  const Questions questions = ranker->questions();
  ASSERT_EQ(questions.comparisons.size(), 1U);
  EXPECT_EQ(questions.comparisons[0].right, classes.representative(classes.at_rank(2)));
}

}  // namespace
}  // namespace remap
