#include "base/storage/large_vector.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>
#include <ranges>
#include <span>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace remap {
namespace {

static_assert(std::ranges::contiguous_range<LargeVector<int>> && std::ranges::sized_range<const LargeVector<int>>);
static_assert(std::is_nothrow_move_constructible_v<LargeVector<int>> &&
              !std::is_copy_constructible_v<LargeVector<int>>);

struct Slot {
  std::uint32_t parent = 7;
  std::uint32_t child = 9;
  std::uint32_t letter{};
};

// How many of the first elements are their own number.
std::size_t in_place(std::span<const std::uint32_t> numbers) {
  std::size_t same = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) same += numbers[i] == i ? 1 : 0;
  return same;
}

LargeVector<std::uint32_t> counted(std::uint32_t count) {
  LargeVector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < count; ++i) numbers.push_back(i);
  return numbers;
}

constexpr std::uint32_t large_count = 3'000'000;  // 12 MB

TEST(LargeVector, KeepsWhatItHoldsWhileItGrowsLarge) {
  const LargeVector<std::uint32_t> numbers = counted(large_count);
  EXPECT_EQ(numbers.size(), large_count);
  EXPECT_EQ(in_place(numbers), large_count);
}

#ifdef __linux__
TEST(LargeVector, LiesInWholeHugePages) {
  constexpr std::uintptr_t huge_page = std::uintptr_t{1} << 21;
  // Several that grow in turns stand in each other's way and must move.
  std::vector<LargeVector<std::uint32_t>> several(3);
  std::vector<std::uint32_t*> places(several.size());
  std::size_t moves = 0;
  for (std::uint32_t i = 0; i < large_count; ++i) {
    for (std::size_t k = 0; k < several.size(); ++k) {
      several[k].push_back(i);
      if (several[k].data() == places[k]) continue;
      places[k] = several[k].data();
      if (several[k].size() * sizeof(i) < huge_page) continue;
      ++moves;
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(several[k].data()) % huge_page, 0U) << several[k].size();
    }
  }
  EXPECT_GT(moves, 0U);
  for (const LargeVector<std::uint32_t>& numbers : several) EXPECT_EQ(in_place(numbers), large_count);
}

#ifndef REMAP_SANITIZED
TEST(LargeVector, TakesWhatOthersOfItsSizeHaveLeft) {
  const std::uint32_t* left = nullptr;
  {
    const LargeVector<std::uint32_t> numbers = counted(50'000);
    left = numbers.data();
  }
  std::vector<LargeVector<std::uint32_t>> several;
  bool taken = false;
  for (std::size_t i = 0; i < 20 && !taken; ++i) {
    several.push_back(counted(50'000));
    taken = several.back().data() == left;
  }
  EXPECT_TRUE(taken);
}
#endif

TEST(LargeVector, SharesBlocksAmongThreads) {
  std::vector<std::size_t> right(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < right.size(); ++t) {
    threads.emplace_back([&right, t] {
      for (std::uint32_t round = 0; round < 50; ++round) {
        const std::uint32_t count = 1000U << (round + t) % 10;  // 4 KB to 2 MB
        right[t] += in_place(counted(count)) == count ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, std::vector<std::size_t>(4, 50));
}
#endif

TEST(LargeVector, MakesElementsByTheirInitialisers) {
  for (const std::size_t count : {std::size_t{3}, std::size_t{1'000'000}}) {
    std::size_t right = 0;
    for (const Slot& slot : LargeVector<Slot>(count)) right += slot.parent == 7 && slot.child == 9 && slot.letter == 0;
    EXPECT_EQ(right, count);
  }
  EXPECT_EQ(LargeVector<std::uint32_t>(5)[4], 0U);
  EXPECT_EQ(LargeVector<std::uint32_t>(5, 3)[4], 3U);
}

TEST(LargeVector, WritesAnewWhatItHeldBeforeItShrank) {
  LargeVector<std::uint32_t> numbers(1'000'000, 1);
  numbers.clear();
  EXPECT_TRUE(numbers.empty());
  EXPECT_EQ(numbers.begin(), numbers.end());
  numbers.resize(2, 5);
  numbers.resize(4);
  EXPECT_EQ(std::vector<std::uint32_t>(numbers.begin(), numbers.end()), (std::vector<std::uint32_t>{5, 5, 0, 0}));
}

TEST(LargeVector, TakesOneOfItsOwnElements) {
  LargeVector<std::uint32_t> numbers(1, 42);
  for (int i = 0; i < 2'000'000; ++i) numbers.push_back(numbers[0]);
  std::size_t same = 0;
  for (const std::uint32_t number : numbers) same += number == 42;
  EXPECT_EQ(same, numbers.size());
}

TEST(LargeVector, HandsItsStorageOn) {
  LargeVector<std::uint32_t> numbers = counted(large_count);
  const std::uint32_t* const place = numbers.data();
  LargeVector<std::uint32_t> taken(std::move(numbers));
  EXPECT_EQ(taken.data(), place);
  numbers = LargeVector<std::uint32_t>(2, 1);  // whoever gave its storage away can be filled again
  EXPECT_EQ(numbers.size(), 2U);
  numbers.swap(taken);
  EXPECT_EQ(numbers.data(), place);
  EXPECT_EQ(in_place(numbers), large_count);
  EXPECT_EQ(taken.size(), 2U);
  numbers = std::move(taken);
  EXPECT_EQ(numbers.size(), 2U);
}

TEST(LargeVector, RefusesWhatNoMemoryHoldsAndStaysAsItWas) {
  for (const std::uint32_t count : {0U, 5U, large_count}) {
    LargeVector<std::uint32_t> numbers = counted(count);
    EXPECT_THROW(numbers.resize(std::numeric_limits<std::size_t>::max()), std::length_error);
    EXPECT_THROW(numbers.resize(std::numeric_limits<std::size_t>::max() / 8), std::bad_alloc);
    EXPECT_EQ(numbers.size(), count);
    EXPECT_EQ(in_place(numbers), count);
    numbers.push_back(count);
    EXPECT_EQ(in_place(numbers), count + 1);
  }
  EXPECT_THROW(LargeVector<std::uint64_t>(std::size_t{1} << 61), std::length_error);
  EXPECT_THROW(LargeVector<std::uint64_t>(std::size_t{1} << 59), std::bad_alloc);
}

RC_GTEST_PROP(LargeVector, DoesWhatAVectorDoes, ()) {
  LargeVector<std::uint32_t> numbers;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t step = 0; step < 40; ++step) {
    if (*rc::gen::inRange(0, 8) == 0) {
      numbers.clear();
      expected.clear();
    } else if (*rc::gen::arbitrary<bool>()) {
      const auto size = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, 400'000));
      numbers.resize(size, step);
      expected.resize(size, step);
    } else {
      numbers.push_back(step);
      expected.push_back(step);
    }
    RC_ASSERT(std::ranges::equal(numbers, expected));
  }
}

}  // namespace
}  // namespace remap
