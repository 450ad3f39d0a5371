#include "remap/automata/families.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"
#include "support/machines.hpp"

namespace remap {
namespace {

MooreMachine machine(const std::vector<std::string>& expressions) {
  return machine_from_regexes(expressions, testing::letters({"a", "b"}));
}

constexpr std::size_t longest = 6;

/// An expression and the words it matches, up to the longest.
struct Language {
  std::string text;
  std::set<std::string> words;
};

std::set<std::string> joined(const std::set<std::string>& left, const std::set<std::string>& right) {
  std::set<std::string> words;
  for (const std::string& x : left) {
    for (const std::string& y : right) {
      if (x.size() + y.size() <= longest) words.insert(x + y);
    }
  }
  return words;
}

std::set<std::string> repeated(const std::set<std::string>& once) {
  std::set<std::string> words{std::string()};
  for (std::size_t i = 0; i < longest; ++i) words.merge(joined(words, once));
  return words;
}

Language any_language(Random& random, int depth) {
  const auto pick = random.below(depth == 0 ? 2 : 7);
  if (pick < 2) {
    const std::string letter(1, pick == 0 ? 'a' : 'b');
    return {letter, {letter}};
  }
  Language left = any_language(random, depth - 1);
  if (pick == 2) return {fmt::format("({})*", left.text), repeated(left.words)};
  if (pick == 3) return {fmt::format("({})+", left.text), joined(left.words, repeated(left.words))};
  if (pick == 4) return left.words.insert(std::string()), left.text = fmt::format("({})?", left.text), left;
  const Language right = any_language(random, depth - 1);
  if (pick == 5) return {fmt::format("({})({})", left.text, right.text), joined(left.words, right.words)};
  left.words.insert(right.words.begin(), right.words.end());
  return {fmt::format("{}|{}", left.text, right.text), left.words};
}

RC_GTEST_PROP(Regex, MatchesTheLanguageOfEachExpression, (std::uint64_t seed)) {
  Random random(seed);
  std::vector<std::string> expressions;
  std::vector<std::set<std::string>> matches;
  for (std::uint64_t left = 1 + random.below(3); left > 0; --left) {
    const Language language = any_language(random, 4);
    expressions.push_back(language.text);
    matches.push_back(language.words);
  }
  const MooreMachine result = machine(expressions);
  RC_ASSERT(is_minimal(result));
  RC_ASSERT(result.outputs().size() == expressions.size() + 1);
  for (const Word& word : testing::words_up_to(longest, 2)) {
    std::string text;
    for (const Letter letter : word) text += result.alphabet().name(letter);
    std::size_t expected = 0;
    for (std::size_t i = expressions.size(); i > 0; --i) {
      if (matches[i - 1].contains(text)) expected = i;
    }
    RC_ASSERT(index(result.output_after(word)) == expected);
  }
}

TEST(Regex, ThePapersExample) {
  const MooreMachine result = machine({"a*b"});
  EXPECT_EQ(result.size(), 3U);
  EXPECT_EQ(result.output_after(parse_word(result.alphabet(), "aab")), Output{1});
  EXPECT_EQ(result.output_after(parse_word(result.alphabet(), "bab")), Output{0});
}

TEST(Regex, TheLowestMatchPrevails) {
  const MooreMachine result = machine({"a*b", "b*a", "(a|b)*"});
  EXPECT_EQ(result.output_after(parse_word(result.alphabet(), "ab")), Output{1});
  EXPECT_EQ(result.output_after(parse_word(result.alphabet(), "bba")), Output{2});
  EXPECT_EQ(result.output_after(parse_word(result.alphabet(), "")), Output{3});
}

TEST(Regex, EmptyBranches) {
  EXPECT_EQ(machine({""}), machine({"()"}));
  EXPECT_EQ(machine({"a|"}), machine({"a?"}));
  EXPECT_EQ(machine({"(|a)b"}), machine({"a?b"}));
  EXPECT_EQ(machine({"a*?+"}), machine({"a*"}));
}

TEST(Regex, LettersBeyondAscii) {
  const auto alphabet = testing::letters({"é", "ß"});
  const std::vector<std::string> expressions{"é*ß"};
  EXPECT_EQ(machine_from_regexes(expressions, alphabet).output_after(parse_word(alphabet, "ééß")), Output{1});
}

TEST(Regex, ErrorsSayWhichExpressionAndWhere) {
  struct Bad {
    std::vector<std::string> expressions;
    const char* what;
  };
  const std::vector<Bad> bad{
      {{"a", "b*c"}, "line 2, column 3: 'c' is not a letter of the alphabet"},
      {{"*a"}, "line 1, column 1: '*' has nothing to repeat, expected a letter or '('"},
      {{"a|+"}, "line 1, column 3: '+' has nothing to repeat, expected a letter or '('"},
      {{"a(b(a)"}, "line 1, column 2: '(' is never closed, expected a ')'"},
      {{"ab)a"}, "line 1, column 3: ')' has no '(' before it"},
  };
  for (const Bad& b : bad) {
    try {
      machine(b.expressions);
      ADD_FAILURE() << b.what;
    } catch (const ParseError& error) {
      EXPECT_STREQ(error.what(), b.what);
    }
  }
  EXPECT_THROW(machine({}), InputError);
}

TEST(Regex, RefusesWhatGrowsTooLarge) {
  EXPECT_THROW(machine({std::string(5000, 'a')}), ParseError);
  EXPECT_THROW(machine({std::string(4000, '(')}), ParseError);
  std::string expression = "(a|b)*a";
  for (int i = 0; i < 30; ++i) expression += "(a|b)";
  EXPECT_THROW(machine({expression}), InputError);
  EXPECT_EQ(machine({"a" + std::string(4000, '*')}).size(), 2U);
}

}  // namespace
}  // namespace remap
