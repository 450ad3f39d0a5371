// Terminates a program and all its children, even if this process is killed.
//
// Between this process and the program there is a guard, a separate process that inherits the program's orphans. A
// socket tells it when the program is no longer needed, because the other end was closed or its owner is gone: the
// program then has two seconds to exit, its process group receives SIGTERM, and whatever is left SIGKILL.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

namespace remap {

class GuardedProcess {
 public:
  GuardedProcess() = default;
  /// Closes the socket and waits until the guard has done its work.
  ~GuardedProcess();
  GuardedProcess(const GuardedProcess&) = delete;
  GuardedProcess& operator=(const GuardedProcess&) = delete;

  /// Starts a shell command with the given standard input and output. False, with `errno`, if that is impossible.
  bool start(const char* command, int in, int out);
  /// The status of the program as reported by `waitpid`; empty if it has not exited within that time.
  std::optional<int> wait(std::chrono::milliseconds most) const;

 private:
  pid_t guard_ = -1;
  int control_ = -1;
};

}  // namespace remap
