#include "learning/words/word_set.hpp"

#include <gtest/gtest.h>

namespace remap {
namespace {

TEST(WordSet, HoldsWhatWasPutIntoItUntilItIsEmptied) {
  WordSet set;
  EXPECT_FALSE(set.contains(WordId{0}));
  EXPECT_TRUE(set.insert(WordId{7}));
  EXPECT_FALSE(set.insert(WordId{7}));
  EXPECT_TRUE(set.contains(WordId{7}));
  EXPECT_FALSE(set.contains(WordId{6}));
  EXPECT_FALSE(set.contains(WordId{1000}));
  set.clear();
  EXPECT_FALSE(set.contains(WordId{7}));
  EXPECT_TRUE(set.insert(WordId{7}));
}

TEST(WordSet, ForgetsAWordHoweverOftenItIsEmptied) {
  WordSet set;
  set.insert(WordId{3});
  for (std::size_t round = 1; round < 1000; ++round) {
    set.clear();
    EXPECT_FALSE(set.contains(WordId{3})) << round;
  }
  EXPECT_FALSE(set.contains(WordId{4}));
}

}  // namespace
}  // namespace remap
