// Runs graphviz' dot as a program: its library prints to the terminal and may end the process. Input and output are
// files without names, so there is no pipe to fill up and no signal to handle.
#include "formats/machines/graphviz.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>

#include "remap/automata/error.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to us

namespace remap {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File nameless_file() {
  File file(std::tmpfile(), &std::fclose);
  if (!file) throw InputError("no temporary file can be created for the picture");
  return file;
}

std::string contents(std::FILE* file) {
  std::rewind(file);
  std::string result;
  std::array<char, 65536> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file))
    result.append(buffer.data(), count);
  return result;
}

}  // namespace

std::string run_graphviz(const std::string& source, const std::string& type) {
  const File in = nameless_file(), out = nameless_file(), complaints = nameless_file();
  if (std::fwrite(source.data(), 1, source.size(), in.get()) != source.size() || std::fflush(in.get()) != 0) {
    throw InputError("the temporary file for the picture cannot be written");
  }
  std::rewind(in.get());

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(in.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(complaints.get()), STDERR_FILENO);
  std::string program = "dot", option = "-T" + type;
  std::array<char*, 3> arguments{program.data(), option.data(), nullptr};
  pid_t child = 0;
  const int error = posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = error == 0 ? 0 : 127 << 8;
  while (error == 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
    throw InputError(
        "graphviz is needed for pictures but its program 'dot' was not found, install graphviz or write a .dot file");
  }
  std::string picture = contents(out.get());
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || picture.empty()) {
    std::string reason = contents(complaints.get());
    reason = reason.substr(0, reason.find('\n'));
    throw InputError(
        fmt::format("graphviz could not draw the picture: {}", reason.empty() ? "no reason given" : reason));
  }
  return picture;
}

}  // namespace remap
