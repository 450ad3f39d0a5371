// A file is written without a name, flushed to disk and then named, so that a full disk or a crash leaves what was
// there before, and nothing else.
#include "formats/text/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "remap/automata/error.hpp"

namespace remap {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) { return std::strerror(error); }

}  // namespace

std::string read_text_file(const std::filesystem::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (status.type() == fs::file_type::not_found)
    throw InputError(fmt::format("{}: there is no such file", path.string()));
  if (fs::is_directory(status)) {
    throw InputError(fmt::format("{}: this is a directory, expected a file", path.string()));
  }
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (!stream || (stream.peek() != std::ifstream::traits_type::eof() && !(text << stream.rdbuf())) || stream.bad()) {
    throw InputError(fmt::format("{}: this file cannot be read ({})", path.string(), reason(errno)));
  }
  return std::move(text).str();
}

namespace {

[[noreturn]] void fail_to_write(const fs::path& path, int error) {
  throw InputError(fmt::format("{}: this file cannot be written ({})", path.string(), reason(error)));
}

// A file without a name, so that nothing is left of it when the process is killed; where the file system knows no such
// files, one with another name, which is removed unless it becomes the target.
class TemporaryFile {
 public:
  TemporaryFile(const fs::path& target, mode_t mode) {
    const fs::path folder = target.parent_path().empty() ? "." : target.parent_path();
    descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    if (descriptor_ < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
      unnamed_ = false;
      name_ = target.string() + ".XXXXXX";
      descriptor_ = mkstemp(name_.data());
    }
    if (descriptor_ < 0 || fchmod(descriptor_, mode) != 0) fail_to_write(target, errno);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!name_.empty()) unlink(name_.c_str());
  }
  void write(std::string_view text, const fs::path& target) const {
    while (!text.empty()) {
      const ssize_t count = ::write(descriptor_, text.data(), text.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail_to_write(target, errno);
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    if (fsync(descriptor_) != 0) fail_to_write(target, errno);
  }
  void become(const fs::path& target) {
    if (name_.empty()) {
      if (link_to(target)) return;
      name_ = (target.parent_path() / fmt::format(".{}.remap-new", target.filename().string())).string();
    }
    // What is there is replaced by a renaming, for which this file needs another name for a moment. A process that is
    // killed in that moment leaves it there, and the next one that writes this target replaces it. When two write at
    // once, one may take the other's file, which is complete, too.
    for (int attempt = 0; attempt < 100; ++attempt) {
      if (unnamed_ && !link_to(name_)) {
        unlink(name_.c_str());
        continue;
      }
      if (rename(name_.c_str(), target.c_str()) == 0) return name_.clear();
      if (!unnamed_ || errno != ENOENT) break;
    }
    fail_to_write(target, errno);
  }

 private:
  /// False when there is such a file already.
  [[nodiscard]] bool link_to(const fs::path& path) const {
    const std::string self = fmt::format("/proc/self/fd/{}", descriptor_);
    if (linkat(AT_FDCWD, self.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0) return true;
    if (errno != EEXIST) fail_to_write(path, errno);
    return false;
  }

  bool unnamed_ = true;  // it was made without a name
  std::string name_;     // empty: it has none
  int descriptor_ = -1;
};

mode_t new_file_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

void write_text_file(const std::filesystem::path& path, std::string_view text) {
  std::error_code error;
  const fs::path target = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : path;
  const fs::file_status status = fs::status(target, error);
  if (fs::is_directory(status)) {
    throw InputError(fmt::format("{}: this is a directory, expected a file to write", path.string()));
  }
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    std::ofstream stream(target, std::ios::binary);
    if (!stream.write(text.data(), static_cast<std::streamsize>(text.size())).flush()) fail_to_write(path, errno);
    return;
  }
  if (fs::exists(status) && faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0) fail_to_write(path, errno);
  if (const fs::path folder = target.parent_path(); !folder.empty() && !fs::is_directory(folder, error)) {
    throw InputError(
        fmt::format("{}: this file cannot be written, there is no directory {}", path.string(), folder.string()));
  }
  const mode_t mode = fs::exists(status) ? static_cast<mode_t>(status.permissions()) & 07777U : new_file_mode();
  TemporaryFile file(target, mode);
  file.write(text, target);
  file.become(target);
}

}  // namespace remap
