// Runs the built program on a command line, in a folder of its own, and keeps what it said.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace remap::test {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

inline void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

struct Said {
  int code = -1;  // 128 + the signal, when one ended it
  std::string out;
  std::string err;
};

/// The commands that `remap --help` lists, in its order.
inline std::vector<std::string> commands_in(const std::string& help) {
  std::vector<std::string> names;
  std::istringstream lines(help.substr(help.find("Commands:\n") + 10));
  for (std::string line; std::getline(lines, line) && line.starts_with("  ");) {
    if (line[2] != ' ') names.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return names;
}

/// A fresh folder per test; commands run in it.
class Program : public testing::Test {
 protected:
  Program() {
    std::string pattern = (std::filesystem::temp_directory_path() / "remap-cli-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make " + pattern);
    folder_ = pattern;
  }
  ~Program() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  /// Starts the program without waiting for it; `out` and `errors` may be the same file.
  [[nodiscard]] pid_t start(const std::vector<std::string>& arguments, const std::filesystem::path& out,
                            const std::filesystem::path& errors) const {
    std::vector<std::string> words{REMAP_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
      const int output = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      const int error = errors == out ? output : open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      if (output < 0 || error < 0 || dup2(output, 1) < 0 || dup2(error, 2) < 0 || chdir(folder_.c_str()) != 0)
        _exit(99);
      setenv("XDG_STATE_HOME", (folder_ / ".state").c_str(), 1);
      execv(argv[0], argv.data());
      _exit(98);
    }
    if (child < 0) throw std::runtime_error("fork failed");  // a child of -1 would mean everybody to kill
    return child;
  }

  /// `out`: where standard output goes instead, such as /dev/full.
  Said remap(const std::vector<std::string>& arguments, const std::string& out = "") const {
    const std::filesystem::path captured = out.empty() ? folder_ / ".out" : std::filesystem::path(out);
    const std::filesystem::path errors = folder_ / ".err";
    const pid_t child = start(arguments, captured, errors);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    Said said{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), out.empty() ? read_file(captured) : "",
              read_file(errors)};
    std::filesystem::remove(folder_ / ".out");
    std::filesystem::remove(errors);
    return said;
  }

  /// Expects exit code 0 and nothing on standard error.
  std::string output_of(const std::vector<std::string>& arguments) const {
    const Said said = remap(arguments);
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(said.err, "");
    return said.out;
  }

 private:
  std::filesystem::path folder_;
};

/// With REMAP_UPDATE_GOLDEN set, tests write what they would compare with.
inline bool updating() { return std::getenv("REMAP_UPDATE_GOLDEN") != nullptr; }

}  // namespace remap::test
