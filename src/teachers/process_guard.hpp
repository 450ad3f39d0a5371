// Ends a program and everything it started, also when this process is killed.
//
// Between this process and the program stands a guard, a process of its own that inherits whatever the program leaves
// behind. It learns through a socket that nobody needs the program any more, because the other end was closed or its
// owner is gone: the program then has two seconds to end by itself, its process group is asked to end (SIGTERM), and
// what is left is ended (SIGKILL).
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

  /// Starts a command by the shell, with its standard input and output. False, with `errno`, when that is impossible.
  bool start(const char* command, int in, int out);
  /// The status of the program as `waitpid` tells it; none when it has not ended within that time.
  std::optional<int> wait(std::chrono::milliseconds most) const;

 private:
  pid_t guard_ = -1;
  int control_ = -1;
};

}  // namespace remap
