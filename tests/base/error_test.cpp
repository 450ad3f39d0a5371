#include "remap/automata/error.hpp"

#include <gtest/gtest.h>

namespace remap {
namespace {

TEST(ParseError, SaysWhere) {
  EXPECT_STREQ(ParseError("expected x", {3, 7}, "m.txt").what(), "m.txt:3:7: expected x");
  EXPECT_STREQ(ParseError("expected x", {3, 7}).what(), "line 3, column 7: expected x");
  EXPECT_STREQ(ParseError("is empty", {}, "m.txt").what(), "m.txt: is empty");
  EXPECT_STREQ(ParseError("is empty", {}).what(), "is empty");
  EXPECT_EQ(ParseError("expected x", {3, 7}, "m.txt").sentence(), "expected x");
}

TEST(Misuse, NamesTheFunction) { EXPECT_STREQ(Misuse("f", "bad 3").what(), "f: bad 3"); }

}  // namespace
}  // namespace remap
