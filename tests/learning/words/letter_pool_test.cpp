#include "learning/words/letter_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "remap/automata/random.hpp"

namespace remap {
namespace {

Word random_word(Random& random, std::size_t length) {
  Word word;
  for (std::size_t i = 0; i < length; ++i) word.push_back(make_id<Letter>(random.below(3)));
  return word;
}

TEST(LetterPool, StoresWhatIsNewAndGivesItBack) {
  LetterPool pool;
  Random random(1);
  std::vector<std::pair<std::uint32_t, Word>> placed;
  for (std::size_t i = 0; i < 2000; ++i) {
    Word word = random_word(random, random.below(80));
    // Many begin or end as others do.
    if (!placed.empty() && i % 3 != 0) {
      const Word& other = placed[random.below(placed.size())].second;
      word.insert(i % 3 == 1 ? word.begin() : word.end(), other.begin(), other.end());
    }
    const std::uint32_t place = pool.place(word);
    placed.emplace_back(place, std::move(word));
  }
  for (const auto& [place, word] : placed) EXPECT_TRUE(std::equal(word.begin(), word.end(), pool.at(place)));
}

TEST(LetterPool, TheEndsOfALongStretchCostNothing) {
  LetterPool pool;
  Random random(2);
  const Word word = random_word(random, 1000);
  const std::uint32_t whole = pool.place(word);
  EXPECT_EQ(pool.size(), 1000U);
  for (std::size_t length = 40; length <= 1000; length += 10) {
    EXPECT_EQ(pool.place(std::span(word).last(length)), whole + 1000 - length);
  }
  EXPECT_EQ(pool.size(), 1000U);
  const std::uint32_t front = pool.place(std::span(word).first(500));
  EXPECT_EQ(pool.size(), 1500U);
  EXPECT_EQ(pool.place(std::span(word).first(500)), front);
  EXPECT_EQ(pool.size(), 1500U);
}

}  // namespace
}  // namespace remap
