// Between `fork` and `exec` or `_exit` only calls that are safe there are made: no memory is allocated.
#include "teachers/process/process_guard.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>

namespace remap {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds to_end_by_itself{2000};
constexpr milliseconds to_end_when_asked{500};
constexpr milliseconds to_be_ended{2000};

[[noreturn]] void run_program(const char* command, int in, int out, const sigset_t& mask) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // when the guard is killed
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGCHLD}) std::signal(signal, SIG_DFL);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0) _exit(126);
  execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
  _exit(127);
}

/// Processes that left the program's group become the guard's children when their parents are gone.
void kill_children() {
  char text[4096];
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  const ssize_t count = read(file, text, sizeof text);
  close(file);
  pid_t child = 0;
  for (ssize_t i = 0; i < count; ++i) {
    if (text[i] >= '0' && text[i] <= '9') {
      child = child * 10 + (text[i] - '0');
    } else {
      if (child > 0) kill(child, SIGKILL);
      child = 0;
    }
  }
}

class Guard {
 public:
  Guard(pid_t program, const sigset_t& mask) : program_(program), mask_(mask) {}

  [[noreturn]] void watch() {
    for (;;) {
      const bool alone = !reap();
      if (stage_ != Stage::watching) {
        if (alone) _exit(0);
        end_program();
      }
      sleep();
    }
  }

 private:
  enum class Stage : unsigned char { watching, closed, asked, killing };

  /// Whether there are children left.
  bool reap() {
    for (;;) {
      int status = 0;
      const pid_t gone = waitpid(-1, &status, WNOHANG);
      if (gone == 0) return true;
      if (gone < 0) return errno != ECHILD;
      if (gone != program_) continue;
      ended_ = true;
      if (write(STDIN_FILENO, &status, sizeof status) < 0) stage_ = stage_ == Stage::watching ? Stage::closed : stage_;
    }
  }

  void enter(Stage stage) {
    stage_ = stage;
    since_ = Clock::now();
  }

  void end_program() {
    const auto waited = Clock::now() - since_;
    if (stage_ == Stage::closed && (ended_ || waited >= to_end_by_itself)) {
      kill(-program_, SIGTERM);
      kill(-program_, SIGCONT);
      enter(Stage::asked);
    } else if (stage_ == Stage::asked && waited >= to_end_when_asked) {
      enter(Stage::killing);
    } else if (stage_ == Stage::killing && waited >= to_be_ended) {
      _exit(1);
    }
    if (stage_ == Stage::killing) {
      kill(-program_, SIGKILL);
      kill_children();
    }
  }

  /// Until a child ends, the socket is closed, or it is time for the next step.
  void sleep() {
    pollfd control{STDIN_FILENO, POLLIN, 0};
    const timespec moment{0, 20'000'000};
    const bool watching = stage_ == Stage::watching;
    if (ppoll(&control, watching ? 1 : 0, watching ? nullptr : &moment, &mask_) <= 0 || control.revents == 0) return;
    char ignored = 0;
    if (read(STDIN_FILENO, &ignored, 1) <= 0) enter(Stage::closed);
  }

  pid_t program_;
  const sigset_t& mask_;  // under which a child that ends is noticed
  Stage stage_ = Stage::watching;
  Clock::time_point since_ = Clock::now();
  bool ended_ = false;
};

[[noreturn]] void run_guard(const char* command, int in, int out, int control) {
  setpgid(0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::signal(SIGCHLD, [](int) {});
  std::signal(SIGPIPE, SIG_IGN);
  sigset_t child, before;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, &before);
  sigdelset(&before, SIGCHLD);
  const pid_t program = fork();
  if (program == 0) run_program(command, in, out, before);
  if (program < 0) _exit(126);
  setpgid(program, program);
  // Whatever else this process has inherited, such as a lock, it must not hold.
  if (dup2(control, STDIN_FILENO) < 0 || close_range(1, ~0U, 0) != 0) _exit(126);
  Guard(program, before).watch();
}

}  // namespace

bool GuardedProcess::start(const char* command, int in, int out) {
  int control[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, control) != 0) return false;
  guard_ = fork();
  if (guard_ == 0) run_guard(command, in, out, control[1]);
  const int reason = errno;
  close(control[1]);
  control_ = control[0];
  errno = reason;
  return guard_ > 0;
}

GuardedProcess::~GuardedProcess() {
  if (control_ >= 0) close(control_);
  while (guard_ > 0 && waitpid(guard_, nullptr, 0) < 0 && errno == EINTR) continue;
}

std::optional<int> GuardedProcess::wait(milliseconds most) const {
  pollfd ready{control_, POLLIN, 0};
  int status = 0;
  if (poll(&ready, 1, static_cast<int>(most.count())) <= 0) return std::nullopt;
  if (read(control_, &status, sizeof status) != sizeof status) return std::nullopt;
  return status;
}

}  // namespace remap
