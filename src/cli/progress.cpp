#include "cli/progress.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "cli/console.hpp"

namespace remap::cli {

namespace {

constexpr std::chrono::milliseconds pause{100};

}  // namespace

Progress::~Progress() {
  if (shown_) std::fputs(erase_line, stderr);
}

void Progress::watch(const Session& session) {
  RunWatcher::watch(session);
  start_ = drawn_ = Clock::now();  // a run shorter than the pause shows nothing
}

void Progress::on_step(LearnerStep, std::size_t states) {
  states_ = states;
  draw();
}

void Progress::on_hypothesis(const Hypothesis& machine) {
  states_ = machine.size();
  draw();
}

void Progress::draw() {
  const Clock::time_point now = Clock::now();
  if (now - drawn_ < pause) return;
  drawn_ = now;
  shown_ = true;
  const SessionCounts& counts = session().counts();
  const std::chrono::duration<double> elapsed = now - start_;
  fmt::print(stderr, "{}{}, {}, {}, {:.1f} s", erase_line,
             counts.values > 0 ? counted(counts.values, "value", "values")
                               : counted(counts.comparisons, "comparison", "comparisons"),
             counted(states_, "state", "states"),
             counted(counts.equivalence_questions, "equivalence question", "equivalence questions"), elapsed.count());
  std::fflush(stderr);
}

std::unique_ptr<Progress> make_progress(bool quiet) {
  return quiet || !error_is_terminal() ? nullptr : std::make_unique<Progress>();
}

}  // namespace remap::cli
