#include <gtest/gtest.h>

#include "learning/session/make_learner.hpp"
#include "remap/automata/random.hpp"
#include "support/scripted.hpp"

namespace remap::tour_test {
namespace {

const Alphabet sets = Alphabet::power_set({"key", "door", "noise"});

// First the key, then the door; noise is of no account. 0: nothing yet, 1: has the key, 2: done.
std::size_t key_then_door(const Word& word) {
  std::size_t done = 0;
  for (Letter letter : word) {
    const PropositionSet set = sets.set_of(letter);
    if (done == 0 && (set & 1) != 0) {
      done = 1;
    } else if (done == 1 && (set & 2) != 0) {
      done = 2;
    }
  }
  return done;
}

std::size_t words_asked(LearnerKind kind, Effort effort, std::size_t* counterexamples = nullptr) {
  test::Script script(key_then_door);
  const auto learner = make_learner(kind, {sets, script.words, script.classes, effort});
  const std::size_t given = script.teach(*learner, 4);
  if (counterexamples != nullptr) *counterexamples = given;
  EXPECT_EQ(learner->shape().size(), 3U);
  return script.inquiries.size();
}

TEST(TourLearner, AsksLessThanSiftingEveryTransition) {
  EXPECT_LT(words_asked(LearnerKind::tour, Effort::full), words_asked(LearnerKind::tree, Effort::full));
}

TEST(TourLearner, EffortTradesWordsForCounterexamples) {
  std::size_t full = 0;
  std::size_t lazy = 0;
  EXPECT_GT(words_asked(LearnerKind::tour, Effort::full, &full), words_asked(LearnerKind::tour, Effort::lazy, &lazy));
  EXPECT_LT(full, lazy);
}

TEST(TourLearner, GivesUpGuessingWhereLettersHaveNoStructure) {
  const MooreMachine hidden = random_machine({12, sets.size(), 3}, 3);
  const auto asked = [&](LearnerKind kind) {
    test::Script script([&](const Word& word) { return index(hidden.output_after(word)); });
    const auto learner = make_learner(kind, {sets, script.words, script.classes});
    script.teach(*learner, 4);
    EXPECT_EQ(learner->shape().size(), hidden.size());
    return script.inquiries.size();
  };
  EXPECT_LT(asked(LearnerKind::tour), 2 * asked(LearnerKind::tree));
}

TEST(TourLearner, AloneItTestsLonger) {
  std::size_t asked[2];
  for (const bool self_reliant : {false, true}) {
    test::Script script(key_then_door);
    const auto learner =
        make_learner(LearnerKind::tour, {sets, script.words, script.classes, Effort::economy, self_reliant});
    script.serve(*learner);
    asked[self_reliant ? 1 : 0] = script.inquiries.size();
  }
  EXPECT_GT(asked[1], asked[0]);
}

TEST(TourLearner, OneComparisonTestsTwoTours) {
  std::size_t asked[2], tested = 0;
  for (const bool pairs : {false, true}) {
    test::Script script(key_then_door);
    LearnerSetting setting{sets, script.words, script.classes};
    setting.equivalence_cost = 2000;
    setting.pairs = pairs;
    const auto learner = make_learner(LearnerKind::tour, setting);
    EXPECT_EQ(script.teach(*learner, 4), 0U);
    asked[pairs ? 1 : 0] = script.inquiries.size();
    for (const Inquiry& inquiry : script.inquiries) tested += inquiry.twin == no_word ? 0 : 1;
  }
  EXPECT_GT(tested, 0U);
  EXPECT_LT(asked[1], asked[0]);
}

TEST(TourLearner, APriceDecidesHowLongItTests) {
  std::size_t last = 0;
  for (const double price : {5.0, 50.0, 5000.0}) {
    test::Script script(key_then_door);
    const auto learner = make_learner(
        LearnerKind::tour, {sets, script.words, script.classes, Effort::lazy, false, 1, nullptr, nullptr, price});
    script.teach(*learner, 4);
    EXPECT_GT(script.inquiries.size(), last);
    last = script.inquiries.size();
  }
}

// Only some sets are letters, and the empty one is not among them.
TEST(TourLearner, LettersMayBeAnyList) {
  const Alphabet some = Alphabet::of_sets({"key", "door", "noise"}, {0b100, 0b101, 0b011, 0b110, 0b111});
  test::Script script([&](const Word& word) {
    std::size_t done = 0;
    for (const Letter letter : word) {
      if (done < 2 && (some.set_of(letter) >> done & 1) != 0) ++done;
    }
    return done;
  });
  const auto learner = make_learner(LearnerKind::tour, {some, script.words, script.classes});
  script.teach(*learner, 4);
  EXPECT_EQ(learner->shape().size(), 3U);
}

}  // namespace
}  // namespace remap::tour_test
