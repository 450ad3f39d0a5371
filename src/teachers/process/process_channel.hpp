// A child process and the lines exchanged with it.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "remap/teachers/process.hpp"
#include "teachers/process/process_guard.hpp"

namespace remap {

class ProcessTeacher::Channel {
 public:
  explicit Channel(const ProcessTeacherOptions& options);
  /// Closes the program's input, waits a moment, and terminates it with all its children.
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// The teacher has made progress: its time limit restarts.
  void got_on() { begin_ = Clock::now(); }
  /// Sends a line while reading input, so that neither side blocks on the other's buffer.
  void send(std::string_view line);
  /// The next line, without its line break; valid until the next call.
  std::string_view receive();

 private:
  using Clock = std::chrono::steady_clock;
  /// The remaining time to wait for the program. Throws TeacherFailure when its time is up.
  [[nodiscard]] std::chrono::milliseconds wait_at_most() const;
  void fill();
  [[noreturn]] void ended();

  const ProcessTeacherOptions& options_;
  GuardedProcess process_;
  Clock::time_point begin_ = Clock::now();  // start of the time limit
  int to_ = -1;
  int from_ = -1;
  std::string unsent_;
  std::size_t sent_ = 0;
  std::string received_;
  std::size_t used_ = 0;     // bytes of received_ already returned
  std::size_t scanned_ = 0;  // bytes known to contain no line break
};

}  // namespace remap
