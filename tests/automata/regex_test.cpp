#include "remap/automata/regex.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <regex>

#include "automata/machines.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/minimise.hpp"

namespace remap {
namespace {

MooreMachine machine(const std::vector<std::string>& expressions) {
  return machine_from_regexes(expressions, testing::letters({"a", "b"}));
}

std::string any_expression(Random& random, int depth) {
  const auto pick = random.below(depth == 0 ? 2 : 7);
  if (pick == 0) return std::string(1, 'a');
  if (pick == 1) return std::string(1, 'b');
  std::string left = any_expression(random, depth - 1);
  if (pick == 2) return fmt::format("({})*", left);
  if (pick == 3) return fmt::format("({})+", left);
  if (pick == 4) return fmt::format("({})?", left);
  const std::string right = any_expression(random, depth - 1);
  return pick == 5 ? fmt::format("({}|{})", left, right) : left + right;
}

RC_GTEST_PROP(Regex, AgreesWithTheStandardLibrary, (std::uint64_t seed)) {
  Random random(seed);
  std::vector<std::string> expressions(1 + random.below(3));
  for (std::string& expression : expressions) expression = any_expression(random, 3);
  const MooreMachine result = machine(expressions);
  RC_ASSERT(is_minimal(result));
  RC_ASSERT(result.outputs().size() == expressions.size() + 1);
  const std::vector<std::regex> oracles(expressions.begin(), expressions.end());
  for (const Word& word : testing::words_up_to(6, 2)) {
    std::string text;
    for (const Letter letter : word) text += result.alphabet().name(letter);
    std::size_t expected = 0;
    for (std::size_t i = expressions.size(); i > 0; --i) {
      if (std::regex_match(text, oracles[i - 1])) expected = i;
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
  EXPECT_EQ(machine_from_regexes(expressions, alphabet).output_after(parse_word(*alphabet, "ééß")), Output{1});
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
