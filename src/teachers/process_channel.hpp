// A child process and the lines that go to and fro.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "process_guard.hpp"
#include "remap/teachers/process.hpp"

namespace remap {

class ProcessTeacher::Channel {
 public:
  explicit Channel(const ProcessTeacherOptions& options);
  /// Closes the program's input, waits a moment, and ends it with everything it started.
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// The teacher has got on with its answer: its time begins anew.
  void got_on() { begin_ = Clock::now(); }
  /// Sends a line, reading what comes meanwhile, so that neither side waits for the other's buffer.
  void send(std::string_view line);
  /// The next line, without its line break; lives until the next call.
  std::string_view receive();

 private:
  using Clock = std::chrono::steady_clock;
  /// How long to wait for the program at most. Throws TeacherFailure when its time is up.
  [[nodiscard]] std::chrono::milliseconds wait_at_most() const;
  void fill();
  [[noreturn]] void ended();

  const ProcessTeacherOptions& options_;
  GuardedProcess process_;
  Clock::time_point begin_ = Clock::now();  // of the time for an answer
  int to_ = -1;
  int from_ = -1;
  std::string unsent_;
  std::size_t sent_ = 0;
  std::string received_;
  std::size_t used_ = 0;     // bytes of received_ handed out already
  std::size_t scanned_ = 0;  // bytes known to hold no line break
};

}  // namespace remap
