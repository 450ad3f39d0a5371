#include "teachers/person/wording.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "logic/letters/shown.hpp"

namespace remap {
namespace {

Alphabet plain(std::vector<std::string> names) { return Alphabet::plain(std::move(names)); }

Outputs values() { return Outputs(std::vector<std::string>{"0", "1", "2"}); }

std::string text_of(const TextLine& line) {
  std::string text;
  for (const Piece& piece : line) text += (text.empty() ? "" : " ") + piece.text;
  return text;
}

TEST(Wording, WordsAreEventsInTime) {
  const Wording wording(plain({"a", "b"}), values(), {"coffee", "mail"});
  EXPECT_EQ(wording.word({}, 80), "(nothing yet)");
  EXPECT_EQ(wording.word({Letter{0}, Letter{1}}, 80), "coffee → mail");
  EXPECT_EQ(wording.word(Word(10'000, Letter{0}), 40), "coffee → … 9998 more … → coffee");
}

TEST(Wording, TheDifferenceIsMarkedAndWhatIsCommonIsDim) {
  const Wording wording(plain({"a", "b", "c"}), values());
  const auto beside = [&](const char* word, const char* other) {
    const Alphabet alphabet = Alphabet::plain({"a", "b", "c"});
    return wording.beside(parse_word(alphabet, word), parse_word(alphabet, other));
  };
  EXPECT_EQ(text_of(beside("abc", "aac")), "a → [b] → c");
  EXPECT_EQ(text_of(beside("ab", "a")), "a → [b]");
  EXPECT_EQ(text_of(beside("a", "ab")), "a → [nothing more]");
  EXPECT_EQ(text_of(beside("ac", "abc")), "a → [nothing here] → c");
  EXPECT_EQ(text_of(beside("", "abc")), "(nothing yet)");
  EXPECT_EQ(text_of(beside("ab", "ca")), "a → b");
  const TextLine line = beside("abc", "aac");
  EXPECT_EQ(line.front().style, Style::dim);
  EXPECT_EQ(line[1].text, "[b] →");
  EXPECT_EQ(line[1].style, Style::strong);
  EXPECT_EQ(line.back().style, Style::dim);
  Word one(10'000, Letter{0}), two = one;
  one[5000] = Letter{1};
  EXPECT_EQ(text_of(wording.beside(one, two)),
            "a → a → a → a → … 4992 more … → a → a → a → a → [b] → a → a → a → a → … 4991 more … → a → a → a → a");
}

TEST(Wording, NoTwoLettersLookAlike) {
  const std::string long_name(5000, 'x');
  const Wording wording(plain({long_name + "a" + long_name, long_name + "b" + long_name, "\x1b[31m", "new\nline"}),
                        values());
  EXPECT_EQ(wording.letter(Letter{0}), "xxxxxxxxxxxxxx…9973 more…xxxxxxxxxxxxxx #1");
  EXPECT_EQ(wording.letter(Letter{1}), "xxxxxxxxxxxxxx…9973 more…xxxxxxxxxxxxxx #2");
  EXPECT_EQ(wording.letter(Letter{2}), "\\x1b[31m");
  EXPECT_EQ(wording.letter(Letter{3}), "new\\x0aline");
}

TEST(Wording, AnswersAreSentences) {
  const Wording wording(plain({"a", "b"}), values());
  AnswerBook book(3);
  const WordId a = book.words().insert(Word{Letter{0}}), b = book.words().insert(Word{Letter{1}});
  EXPECT_EQ(wording.answer(book, book.add_comparison(a, b, Preference::greater), 70), "'a' is preferred to 'b'");
  EXPECT_EQ(wording.answer(book, book.add_comparison(a, b, Preference::less), 70), "'a' is worse than 'b'");
  EXPECT_EQ(wording.answer(book, book.add_comparison(a, empty_word, Preference::equal), 70),
            "'a' equals (nothing yet)");
  EXPECT_EQ(wording.answer(book, book.add_comparison(a, b, Preference::unsure), 70), "'a' or 'b': unsure");
  EXPECT_EQ(wording.answer(book, book.add_limits(a, OutputSet::only(3, {Output{0}, Output{2}})), 70),
            "'a' has value 0 or 2");
  EXPECT_EQ(wording.answer(book, book.add_difference(a, b), 70), "'a' does not equal 'b'");
}

TEST(Wording, WhatIsTypedIsReadByEitherName) {
  const Wording wording(plain({"a", "b"}), values(), {"gets coffee", "mail"});
  const Word both{Letter{0}, Letter{1}};
  EXPECT_EQ(wording.parse("ab"), both);
  EXPECT_EQ(wording.parse("a b"), both);
  EXPECT_EQ(wording.parse("gets coffee, mail"), both);
  EXPECT_EQ(wording.parse("gets coffee → b"), both);
  EXPECT_EQ(wording.parse("(nothing yet)"), Word{});
  EXPECT_EQ(wording.parse(""), Word{});
  EXPECT_THROW((void)wording.parse("tea"), InputError);
}

RC_GTEST_PROP(Wording, WhateverTheNamesPagesAreSafeAndFit, ()) {
  auto names = *rc::gen::unique<std::vector<std::string>>(
      2, rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::arbitrary<char>())));
  const Wording wording(plain(names), values());
  const auto draw = rc::gen::container<std::vector<bool>>(rc::gen::arbitrary<bool>());
  Word words[2];
  for (Word& word : words) {
    for (const bool bit : *draw) word.push_back(bit ? Letter{1} : Letter{0});
  }
  const auto columns = *rc::gen::inRange<std::size_t>(30, 120);
  const std::string line = wording.word(words[0], columns);
  RC_ASSERT(columns_of(line) <= columns);
  RC_ASSERT(safe(line) == line);
  for (const TextLine& broken_line : broken(wording.beside(words[0], words[1]), columns, 4)) {
    std::string text;
    for (const Piece& piece : broken_line) text += piece.text;
    RC_ASSERT(columns_of(text) <= columns);
    RC_ASSERT(safe(text) == text);
  }
}

}  // namespace
}  // namespace remap
