#include "learning/order/order_knowledge.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "remap/automata/random.hpp"

namespace remap {
namespace {

/// Answers about words with hidden values, some of them wrong if asked for.
std::vector<Answer> some_answers(Random& random, std::size_t words, std::size_t outputs, bool wrong) {
  std::vector<std::size_t> value(words);
  const std::size_t values = outputs > 0 ? outputs : 5;
  for (std::size_t& each : value) each = random.below(values);
  std::vector<Answer> answers;
  for (std::size_t count = random.below(3 * words); count > 0; --count) {
    const std::size_t a = random.below(words);
    const std::size_t b = random.below(words);
    if (outputs > 0 && random.chance(0.15)) {
      OutputSet allowed = OutputSet::only(outputs, {make_id<Output>(value[a])});
      for (std::size_t v = 0; v < outputs; ++v) {
        if (random.chance(0.5)) allowed.insert(make_id<Output>(v));
      }
      answers.emplace_back(ValueAnswer{make_id<WordId>(a), allowed});
      continue;
    }
    Preference said = value[a] < value[b]   ? Preference::less
                      : value[a] > value[b] ? Preference::greater
                                            : Preference::equal;
    if (wrong && random.chance(0.1)) said = static_cast<Preference>(random.below(3));
    answers.emplace_back(ComparisonAnswer{{make_id<WordId>(a), make_id<WordId>(b)}, said});
  }
  return answers;
}

// The slow check over all answers is the judge.
RC_GTEST_PROP(OrderKnowledge, SaysWhatAllAnswersTogetherSay, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t words = 2 + random.below(random.chance(0.5) ? 8 : 40);
  const std::size_t outputs = random.below(6);
  const std::vector<Answer> answers = some_answers(random, words, outputs, random.chance(0.3));
  OrderKnowledge knowledge(outputs);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    knowledge.add(answers[i]);
    const auto so_far = std::span(answers).first(i + 1);
    RC_ASSERT(knowledge.consistent() == minimal_contradiction(so_far, outputs).empty());
    if (!knowledge.consistent()) return;
    const Comparison question{make_id<WordId>(random.below(words)), make_id<WordId>(random.below(words))};
    RC_ASSERT(knowledge.implied(question) == implied_answer(so_far, question, outputs));
  }
  for (std::size_t a = 0; a < words; ++a) {
    for (std::size_t b = 0; b < words; ++b) {
      const Comparison question{make_id<WordId>(a), make_id<WordId>(b)};
      RC_ASSERT(knowledge.implied(question) == implied_answer(answers, question, outputs));
    }
  }
}

// What is asked together is not implied by the others.
RC_GTEST_PROP(OrderKnowledge, TellsWhatMayBeAskedTogether, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t words = 4 + random.below(12);
  const std::size_t outputs = random.below(5);
  std::vector<Answer> answers = some_answers(random, words, outputs, false);
  OrderKnowledge knowledge(outputs);
  for (const Answer& answer : answers) knowledge.add(answer);
  std::vector<Comparison> together;
  std::vector<bool> left(words, false), right(words, false);
  for (std::size_t tries = 0; tries < 4 * words; ++tries) {
    const std::size_t a = random.below(words), b = random.below(words);
    const Comparison question{make_id<WordId>(a), make_id<WordId>(b)};
    if (left[a] || left[b] || right[a] || !knowledge.about_left_alone(question) || knowledge.implied(question))
      continue;
    together.push_back(question);
    left[a] = right[b] = true;
  }
  for (std::size_t i = 0; i + 1 < together.size(); ++i) {
    // Any answer that is possible will do.
    for (int tries = 0; tries < 20; ++tries) {
      answers.emplace_back(ComparisonAnswer{together[i], static_cast<Preference>(random.below(3))});
      if (minimal_contradiction(answers, outputs).empty()) break;
      answers.pop_back();
    }
    RC_ASSERT(!implied_answer(answers, together[i + 1], outputs));
  }
}

TEST(OrderKnowledge, UnsureSaysNothing) {
  OrderKnowledge knowledge(3);
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      knowledge.add(ComparisonAnswer{{make_id<WordId>(a), make_id<WordId>(b)}, Preference::unsure});
      EXPECT_TRUE(knowledge.about_left_alone({make_id<WordId>(a), make_id<WordId>(b)}));
      OrderKnowledge copy = knowledge;
      EXPECT_EQ(copy.implied({make_id<WordId>(a), make_id<WordId>(b)}), std::nullopt);
    }
  }
}

TEST(OrderKnowledge, KeepsWordsApartThatDiffer) {
  OrderKnowledge knowledge(0);
  const WordId a{0}, b{1}, c{2};
  knowledge.add(DifferenceAnswer{a, b});
  knowledge.add(ComparisonAnswer{{b, c}, Preference::equal});
  EXPECT_EQ(knowledge.implied({a, c}), std::nullopt);
  knowledge.add(ComparisonAnswer{{a, c}, Preference::equal});
  EXPECT_FALSE(knowledge.consistent());
}

TEST(OrderKnowledge, AbsorbsExtensions) {
  WordTree words;
  const WordId x = words.child(empty_word, Letter{0});
  const WordId xy = words.child(x, Letter{1});
  const WordId z = words.child(empty_word, Letter{1});
  OrderKnowledge knowledge(2, AbsorbingRule{words, Output{0}});
  knowledge.add(ValueAnswer{x, OutputSet::only(2, {Output{0}})});
  EXPECT_EQ(knowledge.implied({xy, x}), Preference::equal);
  knowledge.add(ComparisonAnswer{{z, x}, Preference::greater});
  EXPECT_EQ(knowledge.implied({xy, z}), Preference::less);
  EXPECT_EQ(knowledge.implied({z, xy}), Preference::greater);
}

// A quarter of a million answers against a handful of classes must take no time.
TEST(OrderKnowledge, IsQuickForLongLogs) {
  constexpr std::uint32_t answers = 100'000;
  for (const std::size_t outputs : {0, 4, 20}) {
    OrderKnowledge knowledge(outputs);
    for (std::uint32_t r = 1; r < 4; ++r) {
      knowledge.add(ComparisonAnswer{{make_id<WordId>(r), make_id<WordId>(r - 1)}, Preference::greater});
    }
    for (std::uint32_t w = 4; w < answers; ++w) {
      const auto value = static_cast<std::uint32_t>(w * 2654435761U >> 30);
      for (std::uint32_t r = 1; r < 4; ++r) {
        const Comparison question{make_id<WordId>(w), make_id<WordId>(r)};
        const Preference truth = value < r ? Preference::less : value > r ? Preference::greater : Preference::equal;
        const auto known = knowledge.implied(question);
        ASSERT_TRUE(!known || *known == truth);
        if (known) continue;
        knowledge.add(ComparisonAnswer{question, truth});
        if (truth != Preference::greater) break;
      }
    }
    EXPECT_TRUE(knowledge.consistent());
  }
}

}  // namespace
}  // namespace remap
