#include "learning/discrimination/walks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "remap/automata/random.hpp"

namespace remap {
namespace {

TEST(Walks, AreFollowedThroughTheirTransitions) {
  Walks walks(2);
  const std::vector<State> target{State{1}, State{0}, State{0}, State{1}};
  const Word letters{Letter{0}, Letter{1}, Letter{0}};
  const Walk empty = walks.add(State{1}, WordId{7}, {});
  const Walk walk = walks.add(State{0}, WordId{9}, letters);
  EXPECT_EQ(walks.size(), 2U);
  EXPECT_EQ(walks.follow(empty, target), State{1});
  EXPECT_EQ(walks.follow(walk, target), State{0});
  const std::span<const Transition> taken = walks.steps(walk, target);
  const std::vector<Transition> steps(taken.begin(), taken.end());
  EXPECT_EQ(steps, (std::vector<Transition>{0, 3, 2}));
  const Walk again = walks.add_followed(State{0}, WordId{9}, steps);
  EXPECT_EQ(walks.follow(again, target), State{0});
  EXPECT_EQ(walks.steps(again, target).size(), 3U);
  EXPECT_EQ(walks.word(walk), WordId{9});
  EXPECT_EQ(walks.start(empty), State{1});
  Word spelled;
  walks.letters(walk, spelled);
  EXPECT_EQ(spelled, letters);
}

RC_GTEST_PROP(Walks, EndWhereTheLettersLeadHoweverTargetsChange, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t letters = 1 + random.below(4);
  const std::size_t states = 1 + random.below(10);
  Walks walks(letters);
  std::vector<Word> words;
  std::vector<State> target(states * letters);
  const auto any_state = [&] { return make_id<State>(random.below(states)); };
  for (State& state : target) state = any_state();
  for (int round = 0; round < 20; ++round) {
    words.emplace_back(random.below(round % 3 == 0 ? 600 : 12));  // long ones are kept in another way
    for (Letter& letter : words.back()) letter = make_id<Letter>(random.below(letters));
    walks.follow(walks.add(any_state(), make_id<WordId>(words.size()), words.back()), target);
    std::vector<std::uint8_t> marks(target.size(), 0);
    const std::size_t changed = random.below(target.size());
    marks[changed] = 1;
    target[changed] = any_state();
    walks.target_changed();
    for (std::size_t i = 0; i < words.size(); ++i) {
      State state = walks.start(make_id<Walk>(i));
      std::vector<Transition> steps;
      for (Letter letter : words[i]) {
        steps.push_back(static_cast<Transition>(index(state) * letters + index(letter)));
        state = target[steps.back()];
      }
      const bool crosses = std::find(steps.begin(), steps.end(), changed) != steps.end();
      RC_ASSERT(walks.crosses(make_id<Walk>(i), target, marks) == crosses);
      RC_ASSERT(walks.follow(make_id<Walk>(i), target) == state);
      const std::span<const Transition> taken = walks.steps(make_id<Walk>(i), target);
      RC_ASSERT(std::vector<Transition>(taken.begin(), taken.end()) == steps);
      Word spelled;
      walks.letters(make_id<Walk>(i), spelled);
      RC_ASSERT(spelled == words[i]);
    }
  }
}

RC_GTEST_PROP(Walks, FollowedTogetherEndWhereEachEndsAlone, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t states = 1 + random.below(20);
  Walks walks(2);
  std::vector<State> target(states * 2);
  for (State& state : target) state = make_id<State>(random.below(states));
  std::vector<Word> endings(3, Word(1000));  // which they share
  for (Word& ending : endings) {
    for (Letter& letter : ending) letter = make_id<Letter>(random.below(2));
  }
  std::vector<Walk> all;
  for (std::uint32_t i = 1; i <= 60; ++i) {
    const Word& ending = endings[random.below(endings.size())];
    const std::size_t length = 1 + random.below(ending.size());
    Word letters(ending.end() - static_cast<std::ptrdiff_t>(length), ending.end());
    letters.front() = make_id<Letter>(random.below(2));
    all.push_back(walks.add(make_id<State>(random.below(states)), WordId{i}, letters));
  }
  for (int i = 0; i < 5; ++i) all.push_back(all[random.below(all.size())]);
  std::vector<State> ends(all.size());
  walks.follow_all(all, target, ends);
  for (std::size_t i = 0; i < all.size(); ++i) RC_ASSERT(ends[i] == walks.follow(all[i], target));
}

TEST(Walks, ALongWalkIsKeptOnce) {
  WordTree words;
  Walks walks(2);
  const Word way(300, Letter{1});
  const WordId word = words.insert(way);
  const Walk first = walks.add(State{0}, word, way);
  EXPECT_EQ(walks.add(State{0}, word, way), first);
  EXPECT_NE(walks.add(State{1}, word, way), first) << "from elsewhere it is another walk";
  EXPECT_EQ(walks.size(), 2U);
  const std::vector<State> target{State{0}, State{1}, State{1}, State{0}};
  EXPECT_EQ(walks.follow(first, target), State{0});
  EXPECT_EQ(walks.add_followed(State{0}, word, walks.steps(first, target)), first);
}

TEST(Walks, AShortWalkIsKeptOnceIfItIsSaidToRecur) {
  Walks walks(2);
  const Word way(3, Letter{1});
  const Walk first = walks.add(State{0}, WordId{5}, way);
  EXPECT_NE(walks.add(State{0}, WordId{5}, way), first);
  const Walk recurring = walks.add_recurring(State{0}, WordId{5}, way);
  EXPECT_EQ(walks.add_recurring(State{0}, WordId{5}, way), recurring);
  EXPECT_EQ(walks.size(), 3U);
}

TEST(Walks, OfLongWalksThatEndAlikeTheLettersAreKeptOnce) {
  Walks walks(2);
  for (std::uint32_t i = 1; i <= 100; ++i) {
    walks.add(State{i}, WordId{i}, Word(10'000 - i, Letter{1}));
    Word other(10'000 - i, Letter{1});
    other.front() = Letter{0};
    walks.add(State{i}, WordId{100 + i}, other);
  }
  EXPECT_LT(walks.kept_letters(), 20'000U);
}

}  // namespace
}  // namespace remap
