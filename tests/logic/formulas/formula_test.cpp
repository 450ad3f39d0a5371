#include "remap/automata/formula.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "remap/automata/random.hpp"

namespace remap {
namespace {

const std::vector<std::string> abc{"a", "b", "c"};

/// The truth table of a formula over a, b, c as eight bits.
unsigned table(const Formula& formula) {
  unsigned bits = 0;
  for (PropositionSet set = 0; set < 8; ++set) bits |= formula.holds(set) ? 1U << set : 0U;
  return bits;
}

Formula any_formula(Random& random, int depth) {
  const auto pick = random.below(depth == 0 ? 2 : 5);
  if (pick == 0) return Formula({Cube{PropositionSet{1} << random.below(3), 0}});
  if (pick == 1) return random.chance(0.8) ? Formula({Cube{0, PropositionSet{1} << random.below(3)}}) : Formula{};
  if (pick == 2) return !any_formula(random, depth - 1);
  const Formula left = any_formula(random, depth - 1);
  return pick == 3 ? left & any_formula(random, depth - 1) : left | any_formula(random, depth - 1);
}

RC_GTEST_PROP(Formula, OperatorsAgreeWithTruthTables, (std::uint64_t seed)) {
  Random random(seed);
  const Formula x = any_formula(random, 4);
  const Formula y = any_formula(random, 4);
  RC_ASSERT(table(x & y) == (table(x) & table(y)));
  RC_ASSERT(table(x | y) == (table(x) | table(y)));
  RC_ASSERT(table(!x) == (~table(x) & 0xFFU));
  RC_ASSERT(x.overlaps(y) == ((table(x) & table(y)) != 0));
  RC_ASSERT(parse_formula(x.text(abc), abc) == x);
}

TEST(Formula, Binding) {
  EXPECT_EQ(parse_formula("!a&b|c", abc), (Formula({Cube{2, 1}, Cube{4, 0}})));
  EXPECT_EQ(parse_formula(" !( a | b ) & ! c ", abc), (Formula({Cube{0, 7}})));
  EXPECT_EQ(parse_formula("a&(b|c)", abc).text(abc), "a&b|a&c");
  EXPECT_EQ(parse_formula("!!a", abc).text(abc), "a");
}

TEST(Formula, Constants) {
  EXPECT_EQ(parse_formula("True", abc), Formula::always());
  EXPECT_EQ(parse_formula("False", abc), Formula());
  EXPECT_EQ(parse_formula("a&!a", abc).text(abc), "False");
  EXPECT_EQ(parse_formula("True|a", abc).text(abc), "True");
  EXPECT_EQ((!Formula()).text(abc), "True");
}

TEST(Formula, TextNeedsAllPropositions) { EXPECT_THROW((void)Formula({Cube{8, 0}}).text(abc), Misuse); }

struct BadFormula {
  const char* text;
  TextPosition position;
  const char* sentence;
};

TEST(ParseFormula, ErrorsSayWhereAndWhatWasExpected) {
  const std::vector<BadFormula> bad{
      {"", {4, 9}, "expected a proposition, '!' or '(' but found the end of the formula"},
      {"a&", {4, 11}, "expected a proposition, '!' or '(' but found the end of the formula"},
      {"a b", {4, 11}, "expected '&', '|' or the end of the formula but found 'b'"},
      {"(a|b", {4, 13}, "expected '&', '|' or ')' but found the end of the formula"},
      {"a\n|%", {5, 2}, "expected a proposition, '!' or '(' but found '%'"},
      {"a&\x01", {4, 11}, "expected a proposition, '!' or '(' but found byte 0x01"},
      {"a&x", {4, 11}, "unknown proposition 'x', expected one of a, b, c"},
      {"a)", {4, 10}, "expected '&', '|' or the end of the formula but found ')'"},
  };
  for (const BadFormula& b : bad) {
    try {
      parse_formula(b.text, abc, {4, 9});
      ADD_FAILURE() << b.text;
    } catch (const ParseError& error) {
      EXPECT_EQ(error.sentence(), b.sentence);
      EXPECT_EQ(error.position().line, b.position.line) << b.text;
      EXPECT_EQ(error.position().column, b.position.column) << b.text;
    }
  }
}

TEST(ParseFormula, RefusesWhatGrowsTooLarge) {
  EXPECT_THROW(parse_formula(std::string(100000, '('), abc), ParseError);
  EXPECT_THROW(parse_formula(std::string(100000, '!') + "a", abc), ParseError);
  std::string clauses = "True";
  for (int i = 0; i < 30; ++i) clauses += fmt::format("&(p{}|p{})", 2 * i, 2 * i + 1);
  EXPECT_THROW(propositions_in(clauses), ParseError);
  std::string many = "p0";
  for (int i = 1; i < 65; ++i) many += fmt::format("|p{}", i);
  EXPECT_THROW(propositions_in(many), ParseError);
}

TEST(PropositionsIn, InOrderOfAppearance) {
  const std::vector<std::string> expected{"you_1", "b", "a"};
  EXPECT_EQ(propositions_in("you_1&!b|True&(a|b)"), expected);
  EXPECT_THROW(propositions_in("a&"), ParseError);
}

TEST(PropositionName, IsAnIdentifier) {
  for (const char* good : {"a", "_x1", "Coffee"}) EXPECT_TRUE(is_proposition_name(good)) << good;
  for (const char* bad : {"", "1a", "a b", "True", "False", "é", "a-b"}) EXPECT_FALSE(is_proposition_name(bad)) << bad;
}

}  // namespace
}  // namespace remap
