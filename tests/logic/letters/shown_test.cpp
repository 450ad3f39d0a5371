#include "logic/letters/shown.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace remap {
namespace {

TEST(Shown, WhatCouldCommandATerminalIsEscaped) {
  EXPECT_EQ(safe("plain ünï 日本 ε…"), "plain ünï 日本 ε…");
  EXPECT_EQ(safe("\x1b[31m\n\t\x7f"), "\\x1b[31m\\x0a\\x09\\x7f");
  EXPECT_EQ(safe(std::string("\0", 1)), "\\x00");
  EXPECT_EQ(safe("\xc2\x9b"
                 "31m"),
            "\\u{9b}31m");  // the one-character form of ESC [
  EXPECT_EQ(safe("a\xe2\x80\xae"
                 "b"),
            "a\\u{202e}b");  // right-to-left override
  EXPECT_EQ(safe("a\xe2\x80\x8b"
                 "b"),
            "a\\u{200b}b");                            // zero width space
  EXPECT_EQ(safe("\x9b\xff\xc3"), "\\x9b\\xff\\xc3");  // no UTF-8
  EXPECT_EQ(safe("\xc0\x9b"), "\\xc0\\x9b");           // overlong ESC
  EXPECT_EQ(safe("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(safe_lines("a\nb\x1b"), "a\nb\\x1b");
}

TEST(Shown, ColumnsAreThoseOfATerminal) {
  EXPECT_EQ(columns_of("abc"), 3U);
  EXPECT_EQ(columns_of("ünï"), 3U);
  EXPECT_EQ(columns_of("u\xcc\x88"), 1U);
  EXPECT_EQ(columns_of("日本"), 4U);
  EXPECT_EQ(columns_of(""), 0U);
}

TEST(Shown, TheMiddleOfWhatIsLongIsLeftOutWithItsCount) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  const std::string shown = shortened(std::string(5000, 'a') + std::string(5000, 'b'), 30);
  EXPECT_EQ(shown, "aaaaaaaaa…9982 more…bbbbbbbbb");
  EXPECT_LE(columns_of(shown), 30U);
}

RC_GTEST_PROP(Shown, AnyBytesBecomeOneSafeLine, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::arbitrary<char>());
  const std::string shown = safe(text);
  for (const char c : shown) RC_ASSERT(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
  RC_ASSERT(safe(shown) == shown);
  const auto most = *rc::gen::inRange<std::size_t>(20, 60);
  const std::string brief = shortened(shown, most);
  RC_ASSERT(columns_of(brief) <= most);
  RC_ASSERT(safe(brief) == brief);
}

TEST(Shown, MarkupSaysWhatTheTextSays) {
  EXPECT_EQ(markup("a<b & \"c\">d"), "a&lt;b &amp; &quot;c&quot;&gt;d");
  EXPECT_EQ(markup("two\nlines\x07"), "two\nlines\\x07");
}

TEST(Shown, AWordOfTenThousandLettersFitsALine) {
  const Alphabet alphabet = Alphabet::plain({"a", "new\nline"});
  Word word(10'000, Letter{0});
  word.back() = Letter{1};
  EXPECT_EQ(shown_word(alphabet, word),
            "a a a a a a a a a a a a a a a a a a a a … 9960 letters … "
            "a a a a a a a a a a a a a a a a a a a \"new\\x0aline\"");
}

}  // namespace
}  // namespace remap
