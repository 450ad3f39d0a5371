#include "posterior/seconds.hpp"

#include <gtest/gtest.h>

#include "support/words.hpp"

namespace remap::posterior {
namespace {

using remap::test::word_of;

TEST(PosteriorSeconds, ReadACommonBeginningOnce) {
  const Word word = word_of({0, 1, 2}), other = word_of({0, 1, 1, 1});
  EXPECT_DOUBLE_EQ(seconds_to_compare(word, other, false), 3 + 0.7 * 5);
  EXPECT_DOUBLE_EQ(seconds_to_compare(word, {}, false), 3 + 0.7 * 3);
  EXPECT_DOUBLE_EQ(seconds_to_compare(word, other, true), 2 + 0.7 * 3) << "the other one was read before";
}

TEST(PosteriorSeconds, MorePilesTakeLonger) {
  const Word word = word_of({0, 1});
  EXPECT_DOUBLE_EQ(seconds_to_place(word, 2), 2 + 0.7 * 2);
  EXPECT_DOUBLE_EQ(seconds_to_place(word, 1), seconds_to_place(word, 2));
  EXPECT_DOUBLE_EQ(seconds_to_place(word, 5), 2 + 0.7 * 2 + 0.5 * 3);
  EXPECT_DOUBLE_EQ(seconds_to_enter(word), 5 + 1.5 * 2);
}

}  // namespace
}  // namespace remap::posterior
