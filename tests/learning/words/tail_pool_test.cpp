#include "learning/words/tail_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace remap {
namespace {

TEST(TailPool, StoresASequenceOnce) {
  TailPool tails;
  EXPECT_EQ(tails.insert(Word{}), empty_tail);
  EXPECT_EQ(tails.length(empty_tail), 0U);
  const Word word{Letter{1}, Letter{2}};
  const TailId tail = tails.insert(word);
  EXPECT_EQ(tails.insert(word), tail);
  EXPECT_EQ(tails.insert(tails.letters(tail)), tail) << "its own letters";
  EXPECT_TRUE(std::ranges::equal(tails.letters(tail), word));
  EXPECT_EQ(tails.all_letters().size(), 2U);
  EXPECT_EQ(tails.place(tail), 0U);
  EXPECT_NE(tails.insert(Word{Letter{2}, Letter{1}}), tail);
}

TEST(TailPool, GivesANewNumberToWhatIsNotLookedFor) {
  TailPool tails;
  const Word word{Letter{1}, Letter{2}, Letter{3}};
  const TailId one = tails.add(word, print_of(word)), other = tails.add(word, print_of(word));
  EXPECT_NE(one, other);
  EXPECT_TRUE(std::ranges::equal(tails.letters(one), tails.letters(other)));
  EXPECT_EQ(tails.extended({}, other), print_of(word));
  // Its own letters, which move when there is no room for more.
  TailId last = one;
  for (std::size_t i = 0; i < 200; ++i) last = tails.add(tails.letters(last), print_of(word));
  EXPECT_TRUE(std::ranges::equal(tails.letters(last), word));
}

TEST(TailPool, HasOneNumberForALetter) {
  TailPool tails;
  for (const std::uint32_t number : {0U, 5U, 4095U, 4096U, 4'000'000'000U}) {
    const Letter letter{number};
    const TailId tail = tails.insert(letter);
    EXPECT_EQ(tails.insert(letter), tail);
    EXPECT_EQ(tails.insert(Word{letter}), tail);
    EXPECT_EQ(tails.letters(tail).front(), letter);
    EXPECT_EQ(tails.extended({}, tail), print_of(Word{letter}));
  }
}

}  // namespace
}  // namespace remap
