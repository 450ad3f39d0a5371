#include "posterior/search/scorer.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "posterior/search/changes.hpp"
#include "posterior/support.hpp"

namespace remap::posterior {
namespace {

using namespace test;

constexpr GiverId first{0}, second{1};

/// All kinds of statements at random.
void say(Evidence& evidence, const Space& space, Random& random, int statements) {
  const auto any_class = [&] { return output(static_cast<int>(random.below(static_cast<unsigned>(space.classes)))); };
  for (int i = 0; i < statements; ++i) {
    const GiverId giver{static_cast<std::uint32_t>(random.below(2))};
    Word word = random_word(space, 6, random);
    word.push_back(make_id<Letter>(0));
    switch (random.below(6)) {
      case 0:
      case 1:
        evidence.add(Comparison{word, random_word(space, 6, random), static_cast<Order>(random.below(3))}, giver);
        break;
      case 2:
        evidence.add(Placement{word, any_class()}, giver);
        break;
      case 3:
        evidence.add(CheckedLine{word, any_class(), any_class()}, giver);
        break;
      case 4:
        if (random.below(5) == 0) evidence.add(Example{word, any_class()}, giver);
        break;
      default:
        if (random.below(5) == 0) evidence.add(Value{word, any_class()}, giver);
    }
  }
  evidence.refresh();
}

TEST(PosteriorScorer, AChangeScoresAsIfItWereScoredFromNothing) {
  const Numbers numbers;
  for (const Space& space : {Space(3, {true, false, false}), Space(2, {false, false})}) {
    Random random(1);
    Evidence evidence(space);
    say(evidence, space, random, 300);
    Scorer scorer(space, PriorName::person, numbers, evidence, true);
    Changes changes(space, evidence, scorer, random);
    int different = 0;
    for (int round = 0; round < 400; ++round) {
      const Machine base = random_machine(space, 1 + static_cast<int>(random.below(6)), random);
      scorer.set_base(base);
      for (int i = 0; i < 5; ++i) {
        Machine changed = base;
        changes.propose(changed);
        if (i == 4) changes.propose(changed);
        const double score = on_grid(scorer.log_prior(changed) + scorer.change_likelihood(changed));
        Machine same = changed;
        scorer.rate(same);
        ASSERT_NEAR(score, same.score, 1e-5);
        Machine before = base;
        scorer.rate(before);
        different += std::abs(score - before.score) > 0.01 ? 1 : 0;
      }
    }
    EXPECT_GT(different, 1000);
  }
}

TEST(PosteriorScorer, WhatWasTakenBackWasNeverSaid) {
  const KeyAndDoor door;
  const Numbers numbers;
  Evidence with(door.space), without(door.space);
  std::vector<StatementId> taken_back;
  Random random(2);
  for (int i = 0; i < 60; ++i) {
    const Word word = random_word(door.space, 5, random);
    const Placement kept{word, output(door.truth.class_of(word))};
    with.add(kept, first);
    without.add(kept, first);
    taken_back.push_back(with.add(Placement{random_word(door.space, 5, random), output(0)}, second));
    taken_back.push_back(with.add(CheckedLine{random_word(door.space, 5, random), output(0), output(2)}, second));
  }
  with.refresh();
  without.refresh();
  Scorer scorer(door.space, PriorName::person, numbers, with, true);
  const Machine before = [&] {
    Machine machine = door.truth;
    scorer.rate(machine);
    return machine;
  }();
  for (const StatementId id : taken_back) EXPECT_TRUE(with.retract(id));
  with.refresh();
  scorer.refresh();
  Machine after = door.truth, never = door.truth;
  scorer.rate(after);
  Scorer other(door.space, PriorName::person, numbers, without, true);
  other.rate(never);
  EXPECT_EQ(after.score, never.score);
  EXPECT_NE(before.score, after.score);
}

TEST(PosteriorScorer, ExamplesHaveFewNeedlessEvents) {
  const KeyAndDoor door;
  const Numbers numbers;
  const auto prior = [&](const Word& example) {
    Evidence evidence(door.space);
    evidence.add(Example{example, output(2)}, first);
    evidence.refresh();
    return Scorer(door.space, PriorName::person, numbers, evidence, true).log_prior(door.truth);
  };
  EXPECT_NEAR(prior(word_of({0, 1})) - prior(word_of({0, 0, 1})), numbers.needless_event, 1e-9);
}

TEST(PosteriorScorer, ValuesGivenForSureAreNoAnswers) {
  const KeyAndDoor door;
  const Numbers numbers;
  Evidence evidence(door.space);
  Scorer scorer(door.space, PriorName::person, numbers, evidence, true);
  const auto score = [&] {
    evidence.refresh();
    scorer.refresh();
    Machine machine = door.truth;
    scorer.rate(machine);
    return machine.score;
  };
  const double before = score();
  evidence.add(Value{word_of({0, 1}), output(2)}, first);
  EXPECT_NEAR(score(), before, 1e-5);
  evidence.add(Value{word_of({0, 0}), output(2)}, first);
  EXPECT_NEAR(score(), before + std::log(numbers.wrong_value), 1e-5);
  scorer.set_base(door.truth);
  EXPECT_EQ(scorer.rates(first).near, RateGrid(3, {}, 0.5).expected({}, 0).near);
}

TEST(PosteriorScorer, TellsWhatWouldBeRight) {
  const KeyAndDoor door;
  const Numbers numbers;
  Evidence evidence(door.space);
  evidence.add(Comparison{word_of({0}), word_of({0, 2}), Order::lower}, first);  // going on is better than failed
  evidence.refresh();
  Scorer scorer(door.space, PriorName::person, numbers, evidence, true);
  scorer.set_base(door.truth);
  const Evidence::Answer& answer = evidence.answers().front();
  EXPECT_FALSE(scorer.is_right(answer));
  EXPECT_EQ(scorer.wanted(answer, true), 0u) << "nothing is worse than failed";
  EXPECT_EQ(scorer.wanted(answer, false), 1u << 2);
}

}  // namespace
}  // namespace remap::posterior
