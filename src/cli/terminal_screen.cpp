// Signals may end the program at any moment, so what puts the terminal back is kept in plain static storage and done by
// calls that are allowed in a handler. A signal that resizes or continues only sets a flag: it is blocked except while
// waiting for a key, so that none is missed. Pages overwrite each other line by line, which does not flicker.
#include "cli/terminal_screen.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "remap/automata/error.hpp"

namespace remap::cli {

namespace {

constexpr std::string_view enter_sequence = "\x1b[?1049h\x1b[H\x1b[2J\x1b[?25l";
constexpr std::string_view leave_sequence = "\x1b[?25h\x1b[?1049l";
constexpr int ending[] = {SIGINT, SIGTERM, SIGHUP,  SIGQUIT, SIGABRT, SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,
                          SIGSYS, SIGTRAP, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ, SIGPROF, SIGVTALRM};
constexpr int escape_patience = 50;  // milliseconds until an escape is the key of that name

struct Terminal {
  bool active = false;
  bool dumb = false;
  int output = STDOUT_FILENO;
  termios before{};
  termios raw{};
  std::array<char, 512> farewell{};
  std::size_t farewell_size = 0;
  std::array<struct sigaction, std::size(ending)> actions_before{};
  struct sigaction stop_before {};
  struct sigaction continue_before {};
  struct sigaction resize_before {};
  sigset_t mask_before{};
};

Terminal terminal;                              // NOLINT: handlers reach nothing else
volatile std::sig_atomic_t layout_changed = 0;  // NOLINT: likewise

void write_all(int file, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;  // the terminal has gone
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void set_mode(const termios& mode) noexcept {
  // From the background this would stop the program once more.
  sigset_t block, before;
  sigemptyset(&block);
  sigaddset(&block, SIGTTOU);
  sigprocmask(SIG_BLOCK, &block, &before);
  tcsetattr(STDIN_FILENO, TCSANOW, &mode);
  sigprocmask(SIG_SETMASK, &before, nullptr);
}

void leave() noexcept {
  if (!terminal.active) return;
  if (!terminal.dumb) write_all(terminal.output, leave_sequence);
  set_mode(terminal.before);
}

void enter() noexcept {
  set_mode(terminal.raw);
  if (!terminal.dumb) write_all(terminal.output, enter_sequence);
}

extern "C" void on_end(int signal) {
  leave();
  if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT) {
    write_all(STDERR_FILENO, {terminal.farewell.data(), terminal.farewell_size});
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

extern "C" void on_stop(int) {
  const int error = errno;
  leave();
  raise(SIGSTOP);  // continues here after SIGCONT and its handler
  errno = error;
}

extern "C" void on_continue(int) {
  const int error = errno;
  if (tcgetpgrp(STDIN_FILENO) == getpgrp()) enter();  // in the background there is no terminal to take
  layout_changed = 1;
  errno = error;
}

extern "C" void on_resize(int) { layout_changed = 1; }

struct sigaction action_of(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_NODEFER;
  sigemptyset(&action.sa_mask);
  return action;
}

void install() {
  for (std::size_t i = 0; i < std::size(ending); ++i) {
    sigaction(ending[i], nullptr, &terminal.actions_before[i]);
    if (terminal.actions_before[i].sa_handler == SIG_IGN) continue;
    const struct sigaction action = action_of(on_end);
    sigaction(ending[i], &action, nullptr);
  }
  struct sigaction action = action_of(on_stop);
  sigaction(SIGTSTP, &action, &terminal.stop_before);
  action = action_of(on_continue);
  sigaction(SIGCONT, &action, &terminal.continue_before);
  action = action_of(on_resize);
  sigaction(SIGWINCH, &action, &terminal.resize_before);
  sigset_t block;
  sigemptyset(&block);
  sigaddset(&block, SIGWINCH);
  sigprocmask(SIG_BLOCK, &block, &terminal.mask_before);
}

void uninstall() {
  for (std::size_t i = 0; i < std::size(ending); ++i) sigaction(ending[i], &terminal.actions_before[i], nullptr);
  sigaction(SIGTSTP, &terminal.stop_before, nullptr);
  sigaction(SIGCONT, &terminal.continue_before, nullptr);
  sigaction(SIGWINCH, &terminal.resize_before, nullptr);
  sigprocmask(SIG_SETMASK, &terminal.mask_before, nullptr);
}

bool environment_has(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

winsize size_of_terminal() {
  winsize size{};
  if (ioctl(terminal.output, TIOCGWINSZ, &size) != 0) size = {};
  if (size.ws_col == 0) size.ws_col = 80;
  if (size.ws_row == 0) size.ws_row = 24;
  return size;
}

}  // namespace

void require_terminal() {
  if (isatty(STDIN_FILENO) == 0) {
    throw InputError("--teacher terminal asks a person, but standard input is not a terminal");
  }
  if (isatty(STDOUT_FILENO) == 0 && isatty(STDERR_FILENO) == 0) {
    throw InputError(
        "--teacher terminal draws its questions, but neither standard output nor standard error is a terminal");
  }
}

TerminalScreen::TerminalScreen(const std::string& farewell) {
  if (terminal.active) throw Misuse("TerminalScreen", "there already is one");
  require_terminal();
  terminal = Terminal{};
  terminal.output = isatty(STDOUT_FILENO) != 0 ? STDOUT_FILENO : STDERR_FILENO;
  if (tcgetattr(STDIN_FILENO, &terminal.before) != 0) {
    throw InputError(fmt::format("the settings of the terminal cannot be read ({})", std::strerror(errno)));
  }
  terminal.raw = terminal.before;
  terminal.raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | IEXTEN);
  terminal.raw.c_iflag &= ~static_cast<tcflag_t>(IXON | ICRNL | INLCR | IGNCR | ISTRIP);
  terminal.raw.c_cc[VMIN] = 1;
  terminal.raw.c_cc[VTIME] = 0;
  const char* kind = std::getenv("TERM");
  terminal.dumb = kind == nullptr || *kind == '\0' || std::string_view(kind) == "dumb";
  terminal.farewell_size = std::min(farewell.size(), terminal.farewell.size());
  std::memcpy(terminal.farewell.data(), farewell.data(), terminal.farewell_size);
  styled_ = !terminal.dumb && !environment_has("NO_COLOR");
  terminal.active = true;
  install();
  enter();
}

TerminalScreen::~TerminalScreen() {
  leave();
  uninstall();
  terminal.active = false;
}

void TerminalScreen::show(const Page& page) {
  buffer_ = terminal.dumb ? "\n" : "\x1b[H";
  for (std::size_t i = 0; i < page.size(); ++i) {
    for (const Piece& piece : page[i]) {
      const bool plain = !styled_ || piece.style == Style::plain;
      if (!plain) buffer_ += piece.style == Style::dim ? "\x1b[2m" : "\x1b[1m";
      buffer_ += piece.text;
      if (!plain) buffer_ += "\x1b[0m";
    }
    if (!terminal.dumb) buffer_ += "\x1b[K";
    if (i + 1 < page.size() || terminal.dumb) buffer_ += '\n';
  }
  if (!terminal.dumb) buffer_ += "\x1b[J";
  write_all(terminal.output, buffer_);
}

int TerminalScreen::next_byte(int milliseconds) {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  timespec patience{milliseconds / 1000, static_cast<long>(milliseconds % 1000) * 1'000'000};
  const int ready = ppoll(&input, 1, milliseconds < 0 ? nullptr : &patience, &terminal.mask_before);
  if (ready <= 0) return -1;
  unsigned char byte = 0;
  const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return -1;
  return count <= 0 ? 4 : byte;  // the end of the input is what Ctrl-D says
}

Key TerminalScreen::rest_of_escape() {
  const int second = next_byte(escape_patience);
  if (second < 0) return keys::escape;
  if (second != '[' && second != 'O') return keys::unknown;
  std::string rest;
  while (rest.size() < 16) {
    const int byte = next_byte(escape_patience);
    if (byte < 0) break;
    rest += static_cast<char>(byte);
    if (byte >= 0x40 && byte < 0x7f) break;
  }
  if (rest == "A") return keys::up;
  if (rest == "B") return keys::down;
  if (rest == "5~") return keys::page_up;
  if (rest == "6~") return keys::page_down;
  return keys::unknown;
}

Key TerminalScreen::key() {
  for (;;) {
    if (layout_changed != 0) {
      layout_changed = 0;
      return keys::resized;
    }
    const int byte = next_byte(-1);
    if (byte < 0) continue;
    if (byte == 4) return keys::closed;
    if (byte == 0x1b) return rest_of_escape();
    if (byte < 0x80) return static_cast<Key>(byte);
    const int more = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0;
    Key key = static_cast<Key>(byte) & (0x3FU >> more);
    for (int i = 0; i < more; ++i) {
      const int next = next_byte(escape_patience);
      if ((next & 0xC0) != 0x80) return keys::unknown;
      key = (key << 6) | (static_cast<Key>(next) & 0x3FU);
    }
    return more > 0 && key < keys::up - 1 ? key : keys::unknown;
  }
}

void TerminalScreen::forget_keys() { tcflush(STDIN_FILENO, TCIFLUSH); }

std::size_t TerminalScreen::columns() const { return size_of_terminal().ws_col; }

// A dumb terminal scrolls; a page is kept to a size that can be read at once.
std::size_t TerminalScreen::rows() const { return size_of_terminal().ws_row; }

}  // namespace remap::cli
