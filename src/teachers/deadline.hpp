// The clock of a run that may take only so long.
#pragma once

#include <algorithm>
#include <chrono>

namespace remap {

class Deadline {
 public:
  /// From now on; 0: no limit.
  explicit Deadline(double seconds) : seconds_(seconds) {}
  [[nodiscard]] bool passed() const { return seconds_ > 0 && elapsed() >= seconds_; }
  /// 0 if there is no limit, otherwise above 0.
  [[nodiscard]] double left() const { return seconds_ > 0 ? std::max(seconds_ - elapsed(), 1e-9) : 0; }

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  double seconds_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace remap
