// The program at a pseudo-terminal: pages are read as a person sees them, keys are pressed.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace remap::test {

class PseudoTerminal {
 public:
  PseudoTerminal(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                 unsigned short columns = 80, unsigned short rows = 24,
                 const std::vector<std::pair<std::string, std::string>>& environment = {}) {
    std::vector<std::string> words{REMAP_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    winsize size{rows, columns, 0, 0};
    int follower = -1;
    if (openpty(&leader_, &follower, nullptr, nullptr, &size) != 0) throw std::runtime_error("no pseudo-terminal");
    tcgetattr(leader_, &before_);
    child_ = fork();
    if (child_ == 0) {
      if (login_tty(follower) != 0 || chdir(folder.c_str()) != 0) _exit(99);
      for (const int signal : {SIGINT, SIGQUIT, SIGHUP}) ::signal(signal, SIG_DFL);  // ignored in the background
      setenv("TERM", "xterm", 1);
      unsetenv("NO_COLOR");
      for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
      execv(argv[0], argv.data());
      _exit(98);
    }
    if (child_ < 0) throw std::runtime_error("fork failed");
    follower_ = follower;  // kept open, so that what was written last can be read, and settings be looked at
  }
  ~PseudoTerminal() {
    if (running_) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
    close(leader_);
    close(follower_);
  }
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;

  /// The next whole page, without styles. Empty when the program has ended instead.
  std::string page() {
    for (;;) {
      const std::size_t end = output_.find("\x1b[J", read_);
      if (end != std::string::npos) {
        const std::size_t begin = output_.rfind("\x1b[H", end) + 3;
        const std::string raw = output_.substr(begin, end - begin);
        read_ = end + 3;
        return plain(raw);
      }
      if (!read_more()) return "";
    }
  }
  /// Waits until this was written.
  void wait_for(const std::string& text) {
    while (output_.find(text) == std::string::npos && read_more()) {
    }
  }
  void press(const std::string& keys) {
    if (write(leader_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size())) {
      throw std::runtime_error("the pseudo-terminal takes no keys");
    }
  }
  /// Presses keys one by one, each after the page before it; the last page.
  std::string press_each(const std::string& keys) {
    std::string last;
    for (const char key : keys) {
      press(std::string(1, key));
      last = page();
    }
    return last;
  }
  void resize(unsigned short columns, unsigned short rows) {
    winsize size{rows, columns, 0, 0};
    ioctl(leader_, TIOCSWINSZ, &size);
  }
  void send(int signal) const { kill(child_, signal); }

  /// Waits for the end; the exit code, or 128 and the signal that ended it.
  int code() {
    while (read_more()) {
    }
    return code_;
  }
  /// What was said after the last page, on the ordinary screen.
  [[nodiscard]] std::string farewell() const {
    const std::size_t left = output_.rfind("\x1b[?1049l");
    return plain(output_.substr(left == std::string::npos ? 0 : left));
  }
  [[nodiscard]] const std::string& raw() const noexcept { return output_; }
  /// Whether lines and echo are as they were before the program ran.
  [[nodiscard]] bool settings_are_back() const {
    termios now{};
    tcgetattr(leader_, &now);
    return now.c_lflag == before_.c_lflag && now.c_iflag == before_.c_iflag && now.c_oflag == before_.c_oflag;
  }

 private:
  /// False once the program has ended and all it wrote was read.
  bool read_more() {
    for (int waited = 0; waited < 20'000; waited += 10) {
      pollfd ready{leader_, POLLIN, 0};
      if (poll(&ready, 1, running_ ? 10 : 0) > 0 && (ready.revents & POLLIN) != 0) {
        char part[4096];
        const ssize_t count = read(leader_, part, sizeof part);
        if (count <= 0) return false;
        output_.append(part, static_cast<std::size_t>(count));
        return true;
      }
      if (!running_) return false;
      int status = 0;
      if (waitpid(child_, &status, WNOHANG) == child_) {
        running_ = false;
        code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      }
    }
    throw std::runtime_error("the program neither said anything nor ended:\n" + output_.substr(read_));
  }

  static std::string plain(const std::string& raw) {
    std::string text;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] == '\x1b' && i + 1 < raw.size() && raw[i + 1] == '[') {
        i += 2;
        while (i < raw.size() && (raw[i] < 0x40 || raw[i] > 0x7e)) ++i;
      } else if (raw[i] == '\n') {
        while (!text.empty() && text.back() == ' ') text.pop_back();
        text += '\n';
      } else if (raw[i] != '\r') {
        text += raw[i];
      }
    }
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
  }

  int leader_ = -1, follower_ = -1;
  pid_t child_ = -1;
  bool running_ = true;
  int code_ = -1;
  termios before_{};
  std::string output_;
  std::size_t read_ = 0;
};

}  // namespace remap::test
