#include "experiments/trials/sweep.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <stdexcept>

namespace remap::experiments {
namespace {

TEST(Sweep, TakesEveryResultOnceOnTheCallingThread) {
  for (const std::size_t workers : {1U, 2U, 7U}) {
    std::atomic<bool> stop{false};
    std::set<std::size_t> taken;
    const auto caller = std::this_thread::get_id();
    sweep<std::size_t>(
        100, workers, stop, [](std::size_t i) { return i * i; },
        [&](std::size_t i, std::size_t result) {
          EXPECT_EQ(result, i * i);
          EXPECT_EQ(std::this_thread::get_id(), caller);
          EXPECT_TRUE(taken.insert(i).second);
        });
    EXPECT_EQ(taken.size(), 100U);
  }
}

TEST(Sweep, OfNothingIsNothing) {
  std::atomic<bool> stop{false};
  sweep<int>(
      0, 4, stop, [](std::size_t) { return 0; }, [](std::size_t, int) { FAIL(); });
}

TEST(Sweep, StopsAfterTheRunningOnes) {
  std::atomic<bool> stop{false};
  std::atomic<std::size_t> begun{0};
  std::size_t taken = 0;
  sweep<int>(
      20'000, 2, stop,
      [&](std::size_t) {
        ++begun;
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        return 0;
      },
      [&](std::size_t, int) {
        if (++taken == 10) stop = true;
      });
  EXPECT_EQ(taken, begun) << "what was begun is taken";
  EXPECT_LT(taken, 20'000U);
}

TEST(Sweep, ThrowsOnWhatATrialThrows) {
  std::atomic<bool> stop{false};
  std::size_t taken = 0;
  EXPECT_THROW(sweep<int>(
                   50, 2, stop,
                   [](std::size_t i) -> int {
                     if (i == 20) throw std::runtime_error("trial");
                     return 0;
                   },
                   [&](std::size_t, int) { ++taken; }),
               std::runtime_error);
  EXPECT_GE(taken, 20U) << "those that were finished before are taken";
}

TEST(Sweep, ThrowsOnWhatTakingThrows) {
  std::atomic<bool> stop{false};
  std::size_t taken = 0;
  EXPECT_THROW(sweep<int>(
                   50'000, 2, stop, [](std::size_t) { return 0; },
                   [&](std::size_t, int) {
                     if (++taken == 5) throw std::runtime_error("disk");
                   }),
               std::runtime_error);
  EXPECT_EQ(taken, 5U);
}

}  // namespace
}  // namespace remap::experiments
