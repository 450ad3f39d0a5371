#include "automata/machines/steps.hpp"

#include <gtest/gtest.h>

#include "remap/automata/families.hpp"

namespace remap {
namespace {

using Index = Steps::Index;

TEST(Steps, EachOpaqueLetterIsAGroup) {
  const MooreMachine machine = random_machine({4, 3, 2}, 1);
  const Steps steps(machine);
  EXPECT_EQ(steps.size(), 12u);
  for (Index q = 0; q < 4; ++q) {
    for (std::size_t a = 0; a < 3; ++a) {
      const Letter letter = make_id<Letter>(a);
      const Steps::Group& group = steps[steps.group(steps.column(letter), q)];
      EXPECT_EQ(group.from, q);
      EXPECT_EQ(group.smallest, letter);
      EXPECT_EQ(group.splitting, 0u);
      EXPECT_EQ(group.to, index(machine.next(make_id<State>(q), letter)));
    }
  }
}

// More propositions that do not matter make no more groups, and none less when letters are no longer listed.
TEST(Steps, SetsFormGroupsWhetherListedOrNot) {
  const MooreMachine few = *family_machine("collect:2,3"), more = *family_machine("collect:2,9"),
                     unlisted = *family_machine("collect:2,20");
  ASSERT_FALSE(unlisted.alphabet().listed());
  const Steps a(few), b(more), c(unlisted);
  ASSERT_EQ(a.size(), b.size());
  ASSERT_EQ(a.size(), c.size());
  for (Index g = 0; g < a.size(); ++g) {
    EXPECT_EQ(a[g].to, c[g].to);
    EXPECT_EQ(few.alphabet().set_of(a[g].smallest), unlisted.alphabet().set_of(c[g].smallest));
    EXPECT_EQ(a[g].splitting, b[g].splitting & 7);
    EXPECT_EQ(a[g].splitting, c[g].splitting & 7) << "as far as propositions matter";
    EXPECT_EQ(c[g].splitting >> 3, (PropositionSet{1} << 17) - 1) << "all others split each group";
  }
}

TEST(Steps, SomeLetterIsOneOfThePart) {
  for (const char* name : {"collect:2,6", "collect:2,20", "guards:4,5", "guards:4,18"}) {
    const MooreMachine machine = *family_machine(name);
    const Steps steps(machine);
    Random random(1);
    for (Index g = 0; g < steps.size(); ++g) {
      for (std::uint8_t p = 0; p < machine.alphabet().propositions().size(); ++p) {
        if ((steps[g].splitting >> p & 1) == 0) continue;
        for (const bool holds : {false, true}) {
          const Letter letter = steps.some_letter(g, {p, holds}, random);
          EXPECT_EQ(steps.group(steps.column(letter), steps[g].from), g) << name;
          EXPECT_EQ((machine.alphabet().set_of(letter) >> p & 1) != 0, holds) << name;
        }
      }
    }
  }
}

}  // namespace
}  // namespace remap
