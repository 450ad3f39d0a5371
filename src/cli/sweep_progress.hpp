// A progress line for experiments: trials done, rate, time left.
#pragma once

#include <chrono>
#include <string>

#include "experiments/report/experiment.hpp"

namespace remap::cli {

using namespace experiments;

class SweepProgress final : public SweepWatcher {
 public:
  /// Silent unless `shown`.
  explicit SweepProgress(bool shown) : shown_(shown) {}
  ~SweepProgress() override;
  void on_start(std::string_view what, std::size_t missing, std::size_t all) override;
  void on_trial() override;

  /// Of the part begun last.
  [[nodiscard]] std::size_t done() const noexcept { return all_ - missing_ + done_; }
  [[nodiscard]] std::size_t all() const noexcept { return all_; }
  [[nodiscard]] const std::string& what() const noexcept { return what_; }

 private:
  using Clock = std::chrono::steady_clock;
  void draw();

  bool shown_;
  std::string what_;
  std::size_t missing_ = 0, all_ = 0, done_ = 0;
  Clock::time_point start_{}, drawn_{};
};

}  // namespace remap::cli
