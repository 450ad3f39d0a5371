// A child process and the lines that go to and fro.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "remap/teachers/process.hpp"

namespace remap {

class ProcessTeacher::Channel {
 public:
  explicit Channel(const ProcessTeacherOptions& options);
  /// Closes the program's input, waits a moment and then ends it.
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// Sends a line, reading what comes meanwhile, so that neither side waits for the other's buffer.
  void send(std::string_view line);
  /// The next line, without its line break; lives until the next call.
  std::string_view receive();

 private:
  void fill();
  [[noreturn]] void ended();

  const ProcessTeacherOptions& options_;
  pid_t child_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string unsent_;
  std::size_t sent_ = 0;
  std::string received_;
  std::size_t used_ = 0;     // bytes of received_ handed out already
  std::size_t scanned_ = 0;  // bytes known to hold no line break
};

/// A line as it may be shown: control characters escaped, long ones cut.
std::string shown(std::string_view line);

}  // namespace remap
