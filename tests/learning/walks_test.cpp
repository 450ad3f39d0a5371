#include "learning/walks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

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
  const std::vector<Transition> steps(walks.steps(walk).begin(), walks.steps(walk).end());
  EXPECT_EQ(steps, (std::vector<Transition>{0, 3, 2}));
  const Walk again = walks.add_followed(State{0}, WordId{9}, steps);
  EXPECT_EQ(walks.follow(again, target), State{0});
  EXPECT_EQ(walks.steps(again).size(), 3U);
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
    words.emplace_back(random.below(12));
    for (Letter& letter : words.back()) letter = make_id<Letter>(random.below(letters));
    walks.add(any_state(), empty_word, words.back());
    target[random.below(target.size())] = any_state();
    for (std::size_t i = 0; i < words.size(); ++i) {
      State state = walks.start(make_id<Walk>(i));
      for (Letter letter : words[i]) state = target[index(state) * letters + index(letter)];
      RC_ASSERT(walks.follow(make_id<Walk>(i), target) == state);
      Word spelled;
      walks.letters(make_id<Walk>(i), spelled);
      RC_ASSERT(spelled == words[i]);
    }
  }
}

TEST(Walks, ALongWalkIsKeptOnce) {
  WordTree words;
  Walks walks(2);
  const Word way(100, Letter{1});
  const WordId word = words.insert(way);
  const Walk first = walks.add(State{0}, word, way);
  EXPECT_EQ(walks.add(State{0}, word, way), first);
  EXPECT_NE(walks.add(State{1}, word, way), first) << "from elsewhere it is another walk";
  EXPECT_EQ(walks.size(), 2U);
  const std::vector<State> target{State{0}, State{1}, State{1}, State{0}};
  EXPECT_EQ(walks.follow(first, target), State{0});
  EXPECT_EQ(walks.add_followed(State{0}, word, walks.steps(first)), first);
}

}  // namespace
}  // namespace remap
