#include "teachers/process/process_channel.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/json/json_line.hpp"
#include "teachers/process/protocol_lines.hpp"

namespace remap {

namespace {

constexpr std::chrono::milliseconds silence{100};  // before `on_wait`

[[noreturn]] void fail_to_start(const std::string& command) {
  throw TeacherFailure(fmt::format("the teacher '{}' cannot be started ({})", command, std::strerror(errno)));
}

}  // namespace

ProcessTeacher::Channel::Channel(const ProcessTeacherOptions& options) : options_(options) {
  int in[2];  // a socket, so that writing to a program that has gone is an error and not a signal
  int out[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0) fail_to_start(options.command);
  if (pipe2(out, O_CLOEXEC) != 0) {
    close(in[0]);
    close(in[1]);
    fail_to_start(options.command);
  }
  const bool started = process_.start(options.command.c_str(), in[1], out[1]);
  const int reason = errno;
  close(in[1]);
  close(out[1]);
  to_ = in[0];
  from_ = out[0];
  errno = reason;
  if (!started) {
    close(to_);
    close(from_);
    fail_to_start(options.command);
  }
  fcntl(to_, F_SETFL, O_NONBLOCK);
  fcntl(from_, F_SETFL, O_NONBLOCK);
}

ProcessTeacher::Channel::~Channel() {
  close(to_);
  close(from_);
}

void ProcessTeacher::Channel::ended() {
  std::string how = "closed its output";
  if (const auto status = process_.wait(silence)) {
    how = WIFSIGNALED(*status) ? fmt::format("was ended by signal {}", WTERMSIG(*status))
                               : fmt::format("ended with exit code {}", WEXITSTATUS(*status));
  }
  const std::string_view rest = std::string_view(received_).substr(used_);
  throw TeacherFailure(fmt::format("the teacher '{}' {} before it had answered{}", options_.command, how,
                                   rest.empty() ? "" : fmt::format("; its last output was: {}", shown(rest))));
}

std::chrono::milliseconds ProcessTeacher::Channel::wait_at_most() const {
  if (options_.patience.count() <= 0) return silence;
  const auto left = begin_ + options_.patience - Clock::now();
  if (left <= Clock::duration::zero()) {
    throw TeacherFailure(fmt::format("the teacher '{}' has not answered within {} seconds", options_.command,
                                     static_cast<double>(options_.patience.count()) / 1000));
  }
  return std::min(silence, std::chrono::ceil<std::chrono::milliseconds>(left));
}

// Waits until something can be sent or received, and does it.
void ProcessTeacher::Channel::fill() {
  bool told = false;
  for (;;) {
    pollfd ready[2] = {{from_, POLLIN, 0}, {to_, POLLOUT, 0}};
    const int found = poll(ready, sent_ < unsent_.size() ? 2 : 1, static_cast<int>(wait_at_most().count()));
    if (found < 0 && errno != EINTR) throw TeacherFailure("waiting for the teacher failed");
    if (found <= 0) {
      if (!told) options_.on_wait();
      told = true;
      continue;
    }
    if (ready[0].revents != 0) {
      const std::size_t before = received_.size();
      received_.resize(before + (std::size_t{1} << 16));
      const ssize_t count = read(from_, received_.data() + before, received_.size() - before);
      received_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
      if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) ended();
      if (received_.size() - used_ > longest_answer_line && received_.find('\n', used_) == std::string::npos) {
        throw TeacherFailure(fmt::format("the teacher wrote a line of more than {} MiB", longest_answer_line >> 20));
      }
    }
    if (sent_ < unsent_.size() && (ready[1].revents & POLLOUT) != 0) {
      const ssize_t count = ::send(to_, unsent_.data() + sent_, unsent_.size() - sent_, MSG_NOSIGNAL);
      if (count > 0) sent_ += static_cast<std::size_t>(count);
      if (count < 0 && errno != EAGAIN && errno != EINTR) sent_ = unsent_.size();  // its output will tell
    } else if (sent_ < unsent_.size() && (ready[1].revents & (POLLERR | POLLHUP)) != 0) {
      sent_ = unsent_.size();
    }
    return;
  }
}

void ProcessTeacher::Channel::send(std::string_view line) {
  unsent_.assign(line);
  unsent_ += '\n';
  sent_ = 0;
  got_on();
  while (sent_ < unsent_.size()) fill();
}

std::string_view ProcessTeacher::Channel::receive() {
  received_.erase(0, used_);
  used_ = scanned_ = 0;
  for (;;) {
    const std::size_t end = received_.find('\n', scanned_);
    if (end != std::string::npos) {
      used_ = end + 1;
      return std::string_view(received_).substr(0, end);
    }
    scanned_ = received_.size();
    fill();
  }
}

}  // namespace remap
