#include "formats/text/names_file.hpp"

#include <gtest/gtest.h>

#include "remap/automata/error.hpp"

namespace remap {
namespace {

using Names = std::vector<std::string>;

std::string complaint(const std::string& text, const Alphabet& alphabet) {
  try {
    parse_names(text, alphabet);
  } catch (const ParseError& error) {
    return error.what();
  }
  return "";
}

TEST(NamesFile, LettersNotMentionedKeepTheirNames) {
  const Alphabet alphabet = Alphabet::plain({"c", "m", "a = b", "x"});
  EXPECT_EQ(parse_names("", alphabet), alphabet.names());
  EXPECT_EQ(parse_names("# the office\n\n c = gets coffee \r\nm = Post für Öde\n\"a = b\" = \"two\\nlines\"", alphabet),
            (Names{"gets coffee", "Post für Öde", "two\nlines", "x"}));
}

TEST(NamesFile, SetsAreCalledByTheirPropositions) {
  const Alphabet alphabet = Alphabet::power_set({"a", "b"});
  EXPECT_EQ(parse_names("a = coffee\n", alphabet), (Names{"(an uneventful step)", "coffee", "b", "coffee and b"}));
  EXPECT_EQ(parse_names("a=coffee\n{} = nothing\n{b,a} = both", alphabet), (Names{"nothing", "coffee", "b", "both"}));
  EXPECT_EQ(parse_names("# nothing\n", alphabet), alphabet.names());
}

TEST(NamesFile, WhatIsWrongIsSaidWithItsPlace) {
  const Alphabet alphabet = Alphabet::plain({"a", "b"});
  EXPECT_EQ(complaint("a = x\nb\n", alphabet),
            "line 2, column 2: expected '=' between a letter and its name, as in 'c = coffee', found the end of the "
            "line");
  EXPECT_EQ(complaint("  q = x", alphabet), "line 1, column 3: 'q' is not a letter of this session");
  EXPECT_EQ(complaint("a =  \n", alphabet), "line 1, column 6: 'a' has no name");
  EXPECT_EQ(complaint("a = x\na = y", alphabet), "line 2, column 1: 'a' already has a name");
  EXPECT_EQ(complaint("a = x\nb = x", alphabet), "line 2, column 5: 'x' is already the name of another letter");
  EXPECT_EQ(complaint("a = \"x", alphabet), "line 1, column 5: the quote that begins here is never closed");
  EXPECT_EQ(complaint("a = \"x\" y", alphabet), "line 1, column 9: expected the end of the line, found 'y'");
  EXPECT_EQ(complaint("a = \xff", alphabet), "line 1, column 5: this name is not UTF-8");
  EXPECT_EQ(complaint("a = \"\\q\"", alphabet), "line 1, column 5: expected a JSON string, as in \"say \\\"hi\\\"\"");
}

}  // namespace
}  // namespace remap
