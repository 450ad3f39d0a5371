// Many trials on all cores. Workers take trials in turn; the caller stores the results as they arrive.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace remap::experiments {

/// Runs `work(i)` for i = 0 … count - 1 on `workers` threads and `take(i, result)` for each result on the calling
/// thread, in the order in which they finish. Once `stop` is true, no further one is started, and those in progress are
/// finished and taken. An exception from either ends the sweep in the same way and is rethrown.
template <class Result>
void sweep(std::size_t count, std::size_t workers, const std::atomic<bool>& stop,
           const std::function<Result(std::size_t)>& work, const std::function<void(std::size_t, Result)>& take) {
  std::mutex mutex;
  std::condition_variable ready;
  std::deque<std::pair<std::size_t, Result>> results;
  std::exception_ptr failure;
  std::atomic<std::size_t> next{0};
  std::atomic<bool> broken{false};
  std::size_t running = std::max<std::size_t>(1, std::min(workers, count));

  std::vector<std::thread> threads;
  for (std::size_t w = running; w > 0; --w) {
    threads.emplace_back([&] {
      try {
        for (std::size_t i = 0; !stop && !broken && (i = next++) < count;) {
          Result result = work(i);
          const std::lock_guard lock(mutex);
          results.emplace_back(i, std::move(result));
          ready.notify_one();
        }
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        broken = true;
      }
      const std::lock_guard lock(mutex);
      --running;
      ready.notify_one();
    });
  }
  {
    std::unique_lock lock(mutex);
    for (bool taking = true;;) {
      ready.wait(lock, [&] { return !results.empty() || running == 0; });
      if (results.empty()) break;
      auto [i, result] = std::move(results.front());
      results.pop_front();
      lock.unlock();
      if (taking) {
        try {
          take(i, std::move(result));
        } catch (...) {
          const std::lock_guard again(mutex);
          if (!failure) failure = std::current_exception();
          broken = true;
          taking = false;
        }
      }
      lock.lock();
    }
  }
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace remap::experiments
