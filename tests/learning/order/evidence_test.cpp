#include "learning/order/evidence.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace remap {
namespace {

constexpr std::size_t most_words = 4;

std::size_t value_count(std::size_t outputs) { return outputs == 0 ? most_words : outputs; }

bool holds(const Answer& answer, const std::vector<std::size_t>& value) {
  if (const auto* c = std::get_if<ComparisonAnswer>(&answer)) {
    const std::size_t left = value[index(c->question.left)];
    const std::size_t right = value[index(c->question.right)];
    return c->answer == (left < right ? Preference::less : left > right ? Preference::greater : Preference::equal);
  }
  if (const auto* v = std::get_if<ValueAnswer>(&answer))
    return v->allowed.contains(make_id<Output>(value[index(v->word)]));
  const auto& d = std::get<DifferenceAnswer>(answer);
  return value[index(d.word)] != value[index(d.other)];
}

/// Tries every assignment of values to words.
bool consistent(const std::vector<Answer>& answers, std::size_t outputs) {
  std::vector<std::size_t> value(most_words, 0);
  for (;;) {
    bool all = true;
    for (const Answer& answer : answers) all = all && holds(answer, value);
    if (all) return true;
    std::size_t at = 0;
    while (at < value.size() && ++value[at] == value_count(outputs)) value[at++] = 0;
    if (at == value.size()) return false;
  }
}

WordId some_word() { return make_id<WordId>(*rc::gen::inRange<std::size_t>(0, most_words)); }

Answer some_answer(std::size_t outputs, bool with_values, bool with_differences) {
  const int kind = *rc::gen::inRange(0, 6);
  if (kind == 0 && with_values) {
    OutputSet allowed = OutputSet::none(outputs);
    for (std::size_t v = 0; v < outputs; ++v) {
      if (*rc::gen::arbitrary<bool>()) allowed.insert(make_id<Output>(v));
    }
    return ValueAnswer{some_word(), allowed};
  }
  if (kind == 1 && with_differences) return DifferenceAnswer{some_word(), some_word()};
  return ComparisonAnswer{{some_word(), some_word()}, static_cast<Preference>(*rc::gen::inRange(0, 3))};
}

void check_against_brute_force(const std::vector<Answer>& answers, std::size_t outputs) {
  const std::vector<Answer> core = minimal_contradiction(answers, outputs);
  RC_ASSERT(core.empty() == consistent(answers, outputs));
  if (core.empty()) return;
  RC_ASSERT(!consistent(core, outputs));
  for (std::size_t without = 0; without < core.size(); ++without) {
    std::vector<Answer> rest = core;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(without));
    RC_ASSERT(consistent(rest, outputs));
  }
}

// As with feedback about values: comparisons and sets of values, the output alphabet known.
RC_GTEST_PROP(Evidence, AMinimalContradictionAmongComparisonsAndValues, ()) {
  const auto outputs = *rc::gen::inRange<std::size_t>(1, 4);
  std::vector<Answer> answers;
  const auto count = *rc::gen::inRange<std::size_t>(0, 12);
  for (std::size_t i = 0; i < count; ++i) answers.push_back(some_answer(outputs, true, false));
  check_against_brute_force(answers, outputs);
}

// As with equivalence by order: comparisons and differences, the output alphabet not known.
RC_GTEST_PROP(Evidence, AMinimalContradictionAmongComparisonsAndDifferences, ()) {
  std::vector<Answer> answers;
  const auto count = *rc::gen::inRange<std::size_t>(0, 12);
  for (std::size_t i = 0; i < count; ++i) answers.push_back(some_answer(0, false, true));
  check_against_brute_force(answers, 0);
}

Answer compare(std::size_t left, std::size_t right, Preference answer) {
  return ComparisonAnswer{{make_id<WordId>(left), make_id<WordId>(right)}, answer};
}

TEST(Evidence, ACycleIsFoundAmongMuchElse) {
  std::vector<Answer> answers;
  for (std::size_t i = 10; i < 2000; ++i) answers.push_back(compare(i, i + 1, Preference::less));
  answers.insert(answers.begin() + 300, compare(1, 2, Preference::less));
  answers.insert(answers.begin() + 900, compare(2, 3, Preference::less));
  answers.insert(answers.begin() + 1500, compare(3, 1, Preference::less));
  const std::vector<Answer> core = minimal_contradiction(answers, 0);
  ASSERT_EQ(core.size(), 3U);
  EXPECT_EQ(std::get<ComparisonAnswer>(core[0]).question, (Comparison{WordId{1}, WordId{2}}));
  EXPECT_EQ(std::get<ComparisonAnswer>(core[2]).question, (Comparison{WordId{3}, WordId{1}}));
}

// Both words lie between the same neighbours where the outputs leave room for one value only.
TEST(Evidence, WordsForcedToTheSameValueCannotDiffer) {
  const std::vector<Answer> answers{compare(1, 2, Preference::less), compare(1, 3, Preference::less),
                                    DifferenceAnswer{WordId{2}, WordId{3}}};
  EXPECT_EQ(minimal_contradiction(answers, 2).size(), 3U);
  EXPECT_TRUE(minimal_contradiction(answers, 3).empty());
}

TEST(Evidence, ADeclaredAbsorbingOutputIsKept) {
  WordTree words;
  const WordId a = words.child(empty_word, Letter{0});
  const WordId aa = words.child(a, Letter{0});
  const std::vector<Answer> answers{ValueAnswer{a, OutputSet::only(3, {Output{0}})},
                                    ComparisonAnswer{{aa, a}, Preference::greater}};
  EXPECT_TRUE(minimal_contradiction(answers, 3).empty());
  EXPECT_EQ(minimal_contradiction(answers, 3, AbsorbingRule{words, Output{0}}).size(), 2U);
  EXPECT_TRUE(minimal_contradiction(answers, 3, AbsorbingRule{words, Output{1}}).empty());
}

TEST(Evidence, IsDescribedInWords) {
  const Alphabet alphabet = Alphabet::plain({"a", "b"});
  const Outputs outputs({"low", "high"});
  WordTree words;
  const WordId a = words.child(empty_word, Letter{0});
  const WordId ab = words.child(a, Letter{1});
  EXPECT_EQ(describe(ComparisonAnswer{{a, ab}, Preference::less}, words, alphabet, outputs), "'a' is below 'ab'");
  EXPECT_EQ(describe(ComparisonAnswer{{empty_word, ab}, Preference::equal}, words, alphabet, outputs),
            "'ε' equals 'ab'");
  EXPECT_EQ(describe(ValueAnswer{ab, OutputSet::only(2, {Output{1}})}, words, alphabet, outputs),
            "the value of 'ab' is high (counterexample)");
  EXPECT_EQ(describe(DifferenceAnswer{a, ab}, words, alphabet, outputs), "'a' does not equal 'ab' (counterexample)");
}

}  // namespace
}  // namespace remap
