#include "base/storage/narrow_vector.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <utility>
#include <vector>

namespace remap {
namespace {

TEST(NarrowVector, TakesAByteForSmallNumbers) {
  NarrowVector numbers;
  numbers.resize(3);
  EXPECT_EQ(numbers[1], NarrowVector::none);
  numbers.set(1, 254);
  EXPECT_EQ(numbers[1], 254U);
  EXPECT_EQ(numbers.width(), 1U);
}

TEST(NarrowVector, WidensForNumbersThatLookLikeNone) {
  NarrowVector numbers;
  numbers.resize(3);
  numbers.set(0, 7);
  numbers.set(1, 255);
  EXPECT_EQ(numbers.width(), 2U);
  numbers.set(2, 65'534);
  EXPECT_EQ(numbers.width(), 2U);
  numbers.set(2, 65'535);
  EXPECT_EQ(numbers.width(), 4U);
  numbers.resize(4);
  EXPECT_EQ(numbers[0], 7U);
  EXPECT_EQ(numbers[1], 255U);
  EXPECT_EQ(numbers[2], 65'535U);
  EXPECT_EQ(numbers[3], NarrowVector::none);
}

TEST(NarrowVector, SetsNewNumbersUpToOneThatTakesMore) {
  using Item = std::pair<std::size_t, std::uint32_t>;
  const auto set_new = [](NarrowVector& numbers, const std::vector<Item>& items) {
    return numbers.set_new(
        std::span(items), [](const Item& item) { return item.first; }, [](const Item& item) { return item.second; });
  };
  NarrowVector numbers;
  numbers.resize(4);
  EXPECT_EQ(set_new(numbers, {{0, 7}, {2, 254}}), 2U);
  EXPECT_EQ(set_new(numbers, {{1, 8}, {2, 9}, {3, 10}}), 1U);  // there is one
  EXPECT_EQ(set_new(numbers, {{3, 255}}), 0U);                 // it takes two bytes
  EXPECT_EQ(set_new(numbers, {{4, 1}}), 0U);                   // there is no such place
  for (const auto& [place, number] : {Item{0, 7}, {1, 8}, {2, 254}, {3, NarrowVector::none}}) {
    EXPECT_EQ(numbers[place], number);
  }
  numbers.set(3, 255);
  numbers.resize(5);
  EXPECT_EQ(set_new(numbers, {{4, 1}}), 0U);  // all take two bytes
}

RC_GTEST_PROP(NarrowVector, HoldsWhatWasSet, (const std::vector<std::uint32_t>& given)) {
  NarrowVector numbers;
  std::vector<std::uint32_t> expected;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::uint32_t number = given[i] >> (7 * (i % 5));
    expected.resize(2 * i + 1, NarrowVector::none);
    numbers.resize(2 * i + 1);
    expected[number % expected.size()] = number;
    numbers.set(number % expected.size(), number);
    for (std::size_t k = 0; k < expected.size(); ++k) RC_ASSERT(numbers[k] == expected[k]);
  }
}

}  // namespace
}  // namespace remap
