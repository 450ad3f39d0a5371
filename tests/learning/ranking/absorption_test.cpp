#include "learning/ranking/absorption.hpp"

#include <gtest/gtest.h>

#include "support/scripted.hpp"

namespace remap::absorption_test {
namespace {

constexpr Letter a{0}, b{1};
constexpr Output halt{0}, going{1};

// Two outputs; once a word holds a b, it has halted, unless a third letter wakes it up again.
class AbsorptionTest : public ::testing::Test {
 protected:
  static std::size_t value(const Word& word) {
    std::size_t at = index(going);
    for (Letter letter : word) at = letter == b ? index(halt) : letter == Letter{2} ? index(going) : at;
    return at;
  }
  [[nodiscard]] Inquiry ask(const Word& word) { return {script.words.insert(word)}; }
  std::vector<Word> admit(const std::vector<Inquiry>& inquiries) {
    std::vector<Word> admitted;
    for (const Inquiry& inquiry : absorption.admit(inquiries)) {
      admitted.push_back(script.words.spell(inquiry.word));
      script.classify(inquiry.word);
    }
    return admitted;
  }
  void meet_both_outputs() { admit({ask({a}), ask({b})}); }

  test::Script script{value, 2};
  Absorption absorption{script.words, script.classes, halt};
};

TEST_F(AbsorptionTest, AWordWaitsForThePrefixBeingAsked) {
  EXPECT_EQ(admit({ask({a, a, a}), ask({a}), ask({b, b})}), (std::vector<Word>{{a}, {b, b}}));
  EXPECT_TRUE(absorption.holding());
  EXPECT_EQ(admit({}), (std::vector<Word>{{a, a, a}}));
  EXPECT_FALSE(absorption.holding());
}

TEST_F(AbsorptionTest, ExtensionsOfAnAbsorbedWordAreNotAsked) {
  meet_both_outputs();  // with two outputs and two classes it is certain which one halts
  EXPECT_EQ(admit({ask({b, a, a}), ask({a, a})}), (std::vector<Word>{{a, a}}));
  const WordId absorbed = script.words.insert(Word{b, a, a});
  EXPECT_EQ(script.classes.class_of(absorbed), script.classes.class_of(script.words.insert(Word{b})));
  EXPECT_NO_THROW(absorption.check());
}

TEST_F(AbsorptionTest, NothingIsAbsorbedBeforeItIsCertainWhichClassHalts) {
  admit({ask({b})});
  EXPECT_EQ(admit({ask({b, a})}), (std::vector<Word>{{b, a}}));
}

TEST_F(AbsorptionTest, LeavingTheAbsorbingOutputIsAConflict) {
  admit({ask({b, Letter{2}})});  // asked before its prefix, so nobody could know
  EXPECT_NO_THROW(absorption.check());
  admit({ask({b})});
  EXPECT_THROW(absorption.check(), Conflict);
}

TEST_F(AbsorptionTest, SoItIsWhenThePrefixIsAskedAfterTheCheck) {
  meet_both_outputs();
  admit({ask({a, b, Letter{2}, a})});
  EXPECT_NO_THROW(absorption.check());
  admit({ask({a, b})});  // comes in between two words that were checked
  EXPECT_THROW(absorption.check(), Conflict);
}

}  // namespace
}  // namespace remap::absorption_test
