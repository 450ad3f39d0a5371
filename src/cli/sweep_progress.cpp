#include "cli/sweep_progress.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "cli/console.hpp"

namespace remap::cli {

namespace {

std::string time_left(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

SweepProgress::~SweepProgress() {
  if (shown_) std::fputs(erase_line, stderr);
}

void SweepProgress::on_start(std::string_view what, std::size_t missing, std::size_t all) {
  what_ = what;
  missing_ = missing;
  all_ = all;
  done_ = 0;
  start_ = Clock::now();
  drawn_ = {};
  draw();
}

void SweepProgress::on_trial() {
  ++done_;
  draw();
}

void SweepProgress::draw() {
  const Clock::time_point now = Clock::now();
  if (!shown_ || (now - drawn_ < std::chrono::milliseconds(200) && done_ < missing_)) return;
  drawn_ = now;
  constexpr std::size_t width = 24;
  const std::size_t full = all_ == 0 ? width : width * done() / all_;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double rate = elapsed > 0 ? static_cast<double>(done_) / elapsed : 0;
  std::string line = fmt::format("{}{} [{}{}] {} of {}", erase_line, what_, std::string(full, '#'),
                                 std::string(width - full, '.'), grouped(done()), grouped(all_));
  if (done_ > 0) {
    line += fmt::format(", {:.{}f}/s, {} left", rate, rate < 10 ? 1 : 0,
                        time_left(static_cast<double>(missing_ - done_) / rate));
  }
  fmt::print(stderr, "{}", line);
  std::fflush(stderr);
}

}  // namespace remap::cli
