#include "remap/learning/large_vector.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace remap {
namespace {

TEST(LargeVector, KeepsWhatItHoldsWhileItGrowsLarge) {
  LargeVector<std::uint32_t> numbers;
  constexpr std::uint32_t count = 3'000'000;  // 12 MB
  for (std::uint32_t i = 0; i < count; ++i) numbers.push_back(i);
  std::uint32_t same = 0;
  for (std::uint32_t i = 0; i < count; ++i) same += numbers[i] == i ? 1 : 0;
  EXPECT_EQ(same, count);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers.data()) % (std::uintptr_t{1} << 21), 0U);  // whole huge pages
  numbers.clear();
  numbers.shrink_to_fit();
  EXPECT_TRUE(numbers.empty());
}

TEST(LargeVector, RefusesWhatNoMemoryHolds) {
  LargeAllocator<std::uint64_t> allocator;
  EXPECT_THROW(static_cast<void>(allocator.allocate(std::numeric_limits<std::size_t>::max())), std::bad_alloc);
  EXPECT_THROW(static_cast<void>(allocator.allocate(std::size_t{1} << 58)), std::bad_alloc);
}

}  // namespace
}  // namespace remap
