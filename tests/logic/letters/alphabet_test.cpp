#include "remap/automata/alphabet.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "remap/automata/error.hpp"

namespace remap {
namespace {

TEST(Alphabet, PowerSetGoesBySizeThenByPosition) {
  const Alphabet alphabet = Alphabet::power_set({"c", "a", "b"});
  const std::vector<std::string> expected{"{}", "{c}", "{a}", "{b}", "{c,a}", "{c,b}", "{a,b}", "{c,a,b}"};
  EXPECT_EQ(alphabet.names(), expected);
  EXPECT_EQ(alphabet.letter_of(0b110), Letter{6});
  EXPECT_EQ(alphabet.set_of(Letter{5}), 0b101U);
}

TEST(Alphabet, AtMostOneHasTheEmptySetAndEachAlone) {
  const std::vector<std::string> expected{"{}", "{a}", "{b}"};
  EXPECT_EQ(Alphabet::at_most_one({"a", "b"}).names(), expected);
}

TEST(Alphabet, ReadsASetInEverySpelling) {
  const Alphabet alphabet = Alphabet::power_set({"a", "bee", "c"});
  const Letter both = alphabet.letter_of(0b011);
  for (const char* text : {"{a,bee}", "{bee, a}", "a&bee", "bee+a", "bee,a", " a & bee "}) {
    EXPECT_EQ(alphabet.find(text), both) << text;
  }
  EXPECT_EQ(alphabet.find("{}"), Letter{0});
  EXPECT_EQ(alphabet.find("{ }"), Letter{0});
  EXPECT_EQ(alphabet.find("c"), alphabet.letter_of(0b100));
  for (const char* text : {"", "d", "a&", "&a", "{a", "a b", "{a,,c}"})
    EXPECT_EQ(alphabet.find(text), no_letter) << text;
}

TEST(Alphabet, RefusesBadNames) {
  EXPECT_THROW(Alphabet::plain({}), InputError);
  EXPECT_THROW(Alphabet::plain({"a", ""}), InputError);
  EXPECT_THROW(Alphabet::plain({"a", "b", "a"}), InputError);
  EXPECT_THROW(Alphabet::power_set({"a", "a"}), InputError);
  EXPECT_THROW(Alphabet::power_set({"a b"}), InputError);
  EXPECT_THROW(Alphabet::power_set(std::vector<std::string>(17, "a")), InputError);
  EXPECT_THROW(Alphabet::of_sets({"a"}, {2}), InputError);
  EXPECT_THROW(Alphabet::of_sets({"a"}, {1, 1}), InputError);
  EXPECT_THROW(Alphabet::of_sets({"a"}, {}), InputError);
}

TEST(Alphabet, SixtyFourPropositionsFit) {
  std::vector<std::string> propositions;
  for (int i = 0; i < 64; ++i) propositions.push_back(fmt::format("p{}", i));
  const Alphabet alphabet = Alphabet::at_most_one(propositions);
  EXPECT_EQ(alphabet.size(), 65U);
  EXPECT_EQ(alphabet.find("p63"), Letter{64});
  propositions.emplace_back("q");
  EXPECT_THROW(Alphabet::at_most_one(propositions), InputError);
}

TEST(Word, LettersOfOneCharacterMayBeWrittenTogether) {
  const Alphabet alphabet = Alphabet::plain({"a", "b", "é"});
  const Word word{Letter{0}, Letter{2}, Letter{1}};
  EXPECT_EQ(parse_word(alphabet, "aéb"), word);
  EXPECT_EQ(parse_word(alphabet, " a é  b "), word);
  EXPECT_EQ(format_word(alphabet, word), "aéb");
  EXPECT_EQ(parse_word(alphabet, ""), Word{});
  EXPECT_EQ(parse_word(alphabet, "ε"), Word{});
  EXPECT_EQ(format_word(alphabet, {}), "ε");
}

TEST(Word, SetsAreSeparatedByBlanks) {
  const Alphabet alphabet = Alphabet::power_set({"a", "b"});
  const Word word{Letter{1}, Letter{0}, Letter{3}};
  EXPECT_EQ(parse_word(alphabet, "a {} {a, b}"), word);
  EXPECT_EQ(parse_word(alphabet, "{a} {} b&a"), word);
  EXPECT_EQ(format_word(alphabet, word), "{a} {} {a,b}");
}

TEST(Word, AnUnknownLetterIsNamedWithItsColumn) {
  try {
    parse_word(Alphabet::plain({"a", "é"}), "éaxa");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "unknown letter 'x' at column 3 of the word, expected one of a, é");
  }
  EXPECT_THROW(parse_word(Alphabet::plain({"a b", "c"}), "\"a b"), InputError);
}

RC_GTEST_PROP(Word, ReadsBackWhatItWrites, (const std::vector<std::uint8_t>& picks)) {
  const std::vector<Alphabet> alphabets{
      Alphabet::plain({"a", "b"}), Alphabet::plain({"insert coin", "ε", "\"x\\", "a\"b", "c"}),
      Alphabet::plain({"ε", "a"}), Alphabet::plain({"\"", "b"}),
      Alphabet::plain({" ", "b"}), Alphabet::power_set({"p", "q", "r"})};
  for (const Alphabet& alphabet : alphabets) {
    Word word;
    for (const std::uint8_t pick : picks) word.push_back(make_id<Letter>(pick % alphabet.size()));
    RC_ASSERT(parse_word(alphabet, format_word(alphabet, word)) == word);
  }
}

}  // namespace
}  // namespace remap
