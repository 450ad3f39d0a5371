#include "learning/tour.hpp"

#include <gtest/gtest.h>

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

TEST(TourLearner, AloneItLooksForWhatNobodyWillTell) {
  // With one class so far there is nothing to tell apart: a learner on its own sweeps through all letters.
  for (const bool self_reliant : {false, true}) {
    test::Script script(key_then_door);
    const auto learner =
        make_learner(LearnerKind::tour, {sets, script.words, script.classes, Effort::full, self_reliant});
    EXPECT_EQ(script.serve(*learner).size() > 1, self_reliant);
  }
}

}  // namespace
}  // namespace remap::tour_test
