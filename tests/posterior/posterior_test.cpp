#include "posterior/posterior.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "posterior/support.hpp"
#include "remap/automata/error.hpp"

namespace remap::posterior {
namespace {

using namespace test;

constexpr GiverId person{0}, other_person{1};

/// Somebody who knows the machine and may err.
struct Teaching : KeyAndDoor {
  explicit Teaching(Options options = {}) : posterior(space, options) {
    posterior.add(Value{{}, output(1)}, person);
    posterior.add(Example{word_of({0, 1}), output(2)}, person);
    posterior.add(Example{word_of({0, 2}), output(0)}, person);
  }
  [[nodiscard]] Statement answer(const Question& question) const {
    const int cls = truth.class_of(question.word);
    if (!question.beside) return Placement{question.word, output(cls)};
    const int with = static_cast<int>(index(*question.beside));
    return Comparison{question.word, question.example,
                      cls < with    ? Order::lower
                      : cls == with ? Order::equal
                                    : Order::higher};
  }
  /// Asks until the goal; returns the words asked.
  std::vector<Word> teach(const std::function<Statement(const Question&)>& say) {
    std::vector<Word> asked;
    posterior.think();
    while (posterior.exactly_right() < 0.95 && asked.size() < 100) {
      const auto questions = posterior.next(1);
      if (questions.empty()) break;
      asked.push_back(questions[0].word);
      posterior.add(say(questions[0]), person);
      posterior.think();
    }
    return asked;
  }
  std::vector<Word> teach() {
    return teach([&](const Question& question) { return answer(question); });
  }

  Posterior posterior;
};

TEST(Posterior, FindsTheMachineOfAPerson) {
  Teaching t;
  const auto asked = t.teach();
  EXPECT_LT(asked.size(), 30u);
  EXPECT_EQ(t.posterior.best().print, t.truth.print);
  EXPECT_GE(t.posterior.exactly_right(), 0.95);
  EXPECT_LT(t.posterior.rates(person).wrong, 0.05);
  EXPECT_TRUE(t.posterior.doubtful(10).empty());
  const auto machines = t.posterior.machines(3);
  EXPECT_GE(machines[0].weight, 0.95);
  EXPECT_EQ(machines[0].machine->print, t.truth.print);
  EXPECT_EQ(t.posterior.score(t.truth), machines[0].machine->score);
}

TEST(Posterior, AsksTheSameWithTheSameSeed) {
  Teaching a, b, c({.seed = 2});
  const auto asked = a.teach();
  EXPECT_EQ(asked, b.teach());
  EXPECT_EQ(a.posterior.best().score, b.posterior.best().score);
  EXPECT_NE(asked, c.teach());
}

TEST(Posterior, LookingChangesNothing) {
  Teaching a, b;
  const auto asked = a.teach();
  EXPECT_EQ(asked, b.teach([&](const Question& question) {
    static_cast<void>(b.posterior.rates(person));
    static_cast<void>(b.posterior.rates(other_person));
    static_cast<void>(b.posterior.doubtful(5));
    static_cast<void>(b.posterior.machines(100));
    static_cast<void>(b.posterior.score(b.truth));
    static_cast<void>(b.posterior.exactly_right());
    return b.answer(question);
  }));
}

TEST(Posterior, NamesWrongAnswersAndRecovers) {
  Teaching t;
  int number = 0;
  std::vector<Word> wrong;
  t.teach([&](const Question& question) -> Statement {
    const bool errs = ++number == 5 || number == 11;
    if (!errs) return t.answer(question);
    wrong.push_back(question.word);
    return Placement{question.word, output((t.truth.class_of(question.word) + 1) % 3)};
  });
  ASSERT_EQ(wrong.size(), 2u);
  EXPECT_EQ(t.posterior.best().print, t.truth.print);
  const auto doubts = t.posterior.doubtful(10);
  ASSERT_EQ(doubts.size(), 2u);
  const double rate = t.posterior.rates(person).wrong + t.posterior.rates(person).near;
  for (const Doubt& doubt : doubts) {
    EXPECT_GT(doubt.wrong, 0.9);
    const auto& entry = t.posterior.evidence().entries().at(doubt.statement);
    const Word& word = std::get<Placement>(entry.statement).word;
    EXPECT_TRUE(std::find(wrong.begin(), wrong.end(), word) != wrong.end());
    EXPECT_TRUE(t.posterior.retract(doubt.statement));
  }
  t.posterior.think();
  EXPECT_TRUE(t.posterior.doubtful(10).empty());
  EXPECT_LT(t.posterior.rates(person).wrong + t.posterior.rates(person).near, rate);
  EXPECT_FALSE(t.posterior.evidence().asked(wrong[0]));
}

TEST(Posterior, AGiverWhoErrsMoreCountsLess) {
  Teaching t;
  Random random(4);
  // Two say different things about the same words; only one of them is otherwise right.
  for (const Word& word : all_words(t.space, 3)) {
    if (word.size() < 2) continue;
    const int cls = t.truth.class_of(word);
    t.posterior.add(Placement{word, output(cls)}, person);
    if (random.chance(0.4)) t.posterior.add(Placement{word, output((cls + 1) % 3)}, other_person);
  }
  t.posterior.think(3);
  EXPECT_EQ(t.posterior.best().print, t.truth.print);
  EXPECT_LT(t.posterior.rates(person).wrong, 0.02);
  EXPECT_GT(t.posterior.rates(other_person).wrong + t.posterior.rates(other_person).near, 0.3);
  EXPECT_GT(t.posterior.doubtful(100).size(), 5u);
}

TEST(Posterior, CheckedLinesTeachAlthoughSomeAreOverlooked) {
  Teaching t;
  Random random(5);
  int overlooked = 0;
  for (const Word& word : all_words(t.space, 4)) {
    if (word.empty()) continue;
    const int cls = t.truth.class_of(word), predicted = static_cast<int>(random.below(3));
    const bool misses = cls != predicted && random.chance(0.25);
    overlooked += misses ? 1 : 0;
    t.posterior.add(CheckedLine{word, output(predicted), output(misses ? predicted : cls)}, person);
  }
  ASSERT_GT(overlooked, 3);
  t.posterior.think(3);
  EXPECT_EQ(t.posterior.best().print, t.truth.print);
  EXPECT_GT(t.posterior.rates(person).overlook, 0.1);
  EXPECT_LT(t.posterior.rates(person).wrong, 0.05);
}

TEST(Posterior, WhatCannotHappenIsNeitherAskedNorInDoubt) {
  Teaching t;
  t.posterior.add(CannotHappen{word_of({0, 0})}, person);
  t.posterior.add(CannotHappen{word_of({1})}, person);
  const auto asked = t.teach();
  const Excluded impossible({word_of({0, 0}), word_of({1})});
  for (const Word& word : asked) EXPECT_FALSE(impossible.excludes(word));
  EXPECT_FALSE(differ(t.space, t.posterior.best(), t.truth, impossible));
  Teaching all;
  EXPECT_LE(asked.size(), all.teach().size());
}

TEST(Posterior, UnsureAnswersSayNothingAndAreNotAskedAgain) {
  Teaching t;
  t.posterior.think();
  const Word word = t.posterior.next(1)[0].word;
  const double before = t.posterior.best().score;
  t.posterior.add(Unsure{word}, person);
  t.posterior.think();
  EXPECT_GE(t.posterior.best().score, before - 1e-9);
  EXPECT_EQ(t.posterior.evidence().unsure(), 1u);
  for (const Question& question : t.posterior.next(20)) EXPECT_NE(question.word, word);
}

TEST(Posterior, ReadsManyComparisonsOfUnknownClasses) {
  const Space space = Space::open(3);
  const Machine truth = canonical_of(space, {0, 0, 1, 2}, {1, 0, 0, 1, 2, 0, 2, 2, 3, 3, 0, 3});
  Posterior posterior(space, {.prior = PriorName::plain, .seed = 3});
  Random random(7);
  for (int i = 0; i < 600; ++i) {
    const Word a = random_word(space, 7, random), b = random_word(space, 7, random);
    const int apart = truth.class_of(a) - truth.class_of(b);
    int said = apart < 0 ? 0 : apart == 0 ? 1 : 2;
    if (random.chance(0.05)) said = (said + 1) % 3;
    posterior.add(Comparison{a, b, static_cast<Order>(said)}, person);
  }
  posterior.think();
  EXPECT_EQ(posterior.best().print, truth.print);
  EXPECT_NEAR(posterior.rates(person).wrong, 0.05, 0.025);
}

TEST(Posterior, FindsARewardThatTakesFourEventsInOrder) {
  // No part of it has an effect that can be seen.
  const Space space = Space::open(4);
  const Machine truth =
      canonical_of(space, {0, 0, 0, 0, 1}, {1, 0, 0, 0, 1, 2, 1, 1, 2, 2, 3, 2, 3, 3, 3, 4, 4, 4, 4, 4});
  Posterior posterior(space, {.prior = PriorName::plain, .seed = 1});
  Random random(8);
  for (int i = 0; i < 1000; ++i) {
    const Word a = random_word(space, 8, random), b = random_word(space, 8, random);
    const int apart = truth.class_of(a) - truth.class_of(b);
    int said = apart < 0 ? 0 : apart == 0 ? 1 : 2;
    if (random.chance(0.05)) said = (said + 1) % 3;
    posterior.add(Comparison{a, b, static_cast<Order>(said)}, person);
  }
  posterior.think();
  EXPECT_EQ(posterior.best().print, truth.print);
}

TEST(Posterior, HasEightOutcomes) {
  const Space space(2, std::vector<bool>(8, false));
  Posterior posterior(space, {});
  // a counts up to 7, b starts over.
  std::vector<int> classes, rows;
  for (int q = 0; q < 8; ++q) {
    classes.push_back(q);
    rows.insert(rows.end(), {std::min(q + 1, 7), 0});
  }
  const Machine truth = canonical_of(space, classes, rows);
  posterior.add(Value{{}, output(0)}, person);
  for (int cls = 1; cls < 8; ++cls) {
    posterior.add(Example{Word(static_cast<std::size_t>(cls), make_id<Letter>(0)), output(cls)}, person);
  }
  posterior.think();
  for (int i = 0; i < 150 && posterior.exactly_right() < 0.95; ++i) {
    const auto questions = posterior.next(1, person, {.placements = true, .comparisons = false});
    ASSERT_FALSE(questions.empty());
    posterior.add(Placement{questions[0].word, output(truth.class_of(questions[0].word))}, person);
    posterior.think();
  }
  EXPECT_EQ(posterior.best().print, truth.print);
}

TEST(Posterior, ThereMayBeManyGiversWithAnyNumbers) {
  Options little;
  little.numbers.walk = 300;
  little.numbers.temper = 0;
  little.numbers.grafts = 0;
  Teaching t(little);
  for (std::uint32_t i = 0; i < 300; ++i) {
    const Word word = word_of({0, static_cast<std::uint8_t>(1 + i % 2)});
    t.posterior.add(Placement{word, output(t.truth.class_of(word))}, GiverId{4000000000U - i});
  }
  t.posterior.add(Placement{word_of({0, 1}), output(0)}, GiverId{7});
  t.posterior.think();
  const double careless = t.posterior.rates(GiverId{7}).wrong, careful = t.posterior.rates(GiverId{4000000000U}).wrong;
  EXPECT_GT(careless, careful);
  const auto doubts = t.posterior.doubtful(5);
  ASSERT_EQ(doubts.size(), 1u);
  EXPECT_GT(doubts[0].wrong, 0.99);
}

TEST(Posterior, IsNotAskedBeforeItThought) {
  Teaching t;
  EXPECT_THROW(static_cast<void>(t.posterior.best()), Misuse);
  EXPECT_THROW(static_cast<void>(t.posterior.exactly_right()), Misuse);
  EXPECT_THROW(static_cast<void>(t.posterior.next(1)), Misuse);
  EXPECT_TRUE(t.posterior.machines(5).empty());
}

}  // namespace
}  // namespace remap::posterior
