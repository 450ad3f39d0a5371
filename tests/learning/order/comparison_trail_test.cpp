#include "learning/order/comparison_trail.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <tuple>
#include <vector>

namespace remap {
namespace {

ComparisonAnswer compared_words(std::size_t left, std::size_t right, Preference answer) {
  return {{make_id<WordId>(left), make_id<WordId>(right)}, answer};
}

void add(ComparisonTrail& trail, const ComparisonAnswer& answered) {
  trail.add({&answered.question, 1}, {&answered.answer, 1});
}

TEST(ComparisonTrail, IsEmptyAtFirst) {
  const ComparisonTrail trail;
  EXPECT_EQ(trail.size(), 0U);
  EXPECT_TRUE(trail.begin() == trail.end());
}

TEST(ComparisonTrail, TakesTwoBytesForANewWordAgainstAFamiliarOne) {
  ComparisonTrail trail;
  for (std::size_t i = 0; i < 1000; ++i) add(trail, compared_words(10 + i, i % 3, Preference::less));
  EXPECT_EQ(trail.size(), 1000U);
  EXPECT_LE(trail.bytes(), 2050U);
}

TEST(ComparisonTrail, TellsApartMoreWordsThanItHasCodes) {
  ComparisonTrail trail;
  std::vector<ComparisonAnswer> told;
  for (std::size_t i = 0; i < 3000; ++i) {
    told.push_back(compared_words(10 * i, i * i % 311, static_cast<Preference>(i % 3)));
    add(trail, told.back());
  }
  auto expected = told.begin();
  for (const ComparisonAnswer& answered : trail) {
    EXPECT_EQ(answered.question, expected->question);
    EXPECT_EQ(answered.answer, (expected++)->answer);
  }
  EXPECT_EQ(expected, told.end());
}

TEST(ComparisonTrail, LeavesOutWhatIsUnsure) {
  ComparisonTrail trail;
  const std::vector<Comparison> asked = {{WordId{1}, WordId{0}}, {WordId{2}, WordId{0}}, {WordId{3}, WordId{1}}};
  trail.add(asked, std::vector{Preference::less, Preference::unsure, Preference::equal});
  ASSERT_EQ(trail.size(), 2U);
  EXPECT_EQ((*++trail.begin()).question.left, WordId{3});
}

RC_GTEST_PROP(ComparisonTrail, TellsWhatItWasTold,
              (const std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint8_t>>& told)) {
  ComparisonTrail trail;
  std::vector<ComparisonAnswer> expected;
  std::size_t last = 0;
  for (const auto& [left, right, kind] : told) {
    // Far and near, forth and back, few partners and many.
    last = kind % 4 == 0   ? left % 0x7fffffffU
           : kind % 4 == 1 ? last + left % 20
           : last > 9      ? last - left % 9
                           : last + 1;
    expected.push_back(
        compared_words(last, right % (kind % 8 < 6 ? 4U : 0x7fffffffU), static_cast<Preference>(kind % 3)));
    add(trail, expected.back());
  }
  RC_ASSERT(trail.size() == expected.size());
  std::size_t at = 0;
  for (const ComparisonAnswer& answered : trail) {
    RC_ASSERT(at < expected.size());
    RC_ASSERT(answered.question == expected[at].question);
    RC_ASSERT(answered.answer == expected[at].answer);
    ++at;
  }
  RC_ASSERT(at == expected.size());
}

}  // namespace
}  // namespace remap
