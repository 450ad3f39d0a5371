// A progress line on the terminal, erased at the end.
#pragma once

#include <chrono>

#include "runs/known/known_run.hpp"

namespace remap::cli {

class Progress final : public RunWatcher {
 public:
  ~Progress() override;
  void watch(const Session& session) override;
  void on_answers() override { draw(); }
  void on_step(LearnerStep step, std::size_t states) override;
  void on_hypothesis(const Hypothesis& machine) override;

 private:
  using Clock = std::chrono::steady_clock;
  void draw();

  Clock::time_point start_ = Clock::now();
  Clock::time_point drawn_{};
  std::size_t states_ = 0;
  bool shown_ = false;
};

/// A progress line if standard error is a terminal and `quiet` is false; null otherwise.
std::unique_ptr<Progress> make_progress(bool quiet);

}  // namespace remap::cli
