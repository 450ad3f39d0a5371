#include "formats/log/session_log_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

namespace remap {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_to_create(const fs::path& path, int reason) {
  if (reason == EEXIST) {
    fail_at(path, fmt::format("this file exists already; continue with 'remap resume {}'", path.string()));
  }
  throw NotStored(path, "this session cannot be written", reason);
}

fs::path folder_of(const fs::path& path) { return path.parent_path().empty() ? "." : path.parent_path(); }

/// Where a file of that name would be.
fs::path target_of(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error) || fs::exists(path, error)) return path;
  const fs::path target = fs::weakly_canonical(folder_of(path) / fs::read_symlink(path, error), error);
  return error ? path : target;
}

}  // namespace

void fail_at(const fs::path& path, const std::string& what) {
  throw InputError(fmt::format("{}: {}", path.string(), what));
}

NotStored::NotStored(const fs::path& path, const std::string& what, int reason)
    : InputError(fmt::format("{}: {} ({})", path.string(), what, std::strerror(reason))),
      cause_(reason == ENOSPC || reason == EDQUOT || reason == EFBIG
                 ? "the disk is full"
                 : fmt::format("the disk cannot be written ({})", std::strerror(reason))) {}

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

Descriptor open_regular(const fs::path& path, int flags, const std::string& trouble) {
  Descriptor file(::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.get() < 0) fail_at(path, fmt::format("{} ({})", trouble, std::strerror(errno)));
  struct stat status {};
  if (fstat(file.get(), &status) != 0) fail_at(path, fmt::format("{} ({})", trouble, std::strerror(errno)));
  if (!S_ISREG(status.st_mode)) fail_at(path, trouble + " (it is not a regular file)");
  return file;
}

void lock(const fs::path& path, int file) {
  // A process that was killed while it started a program may leave the lock to that program's first moments.
  for (int attempt = 0; attempt < 50; ++attempt) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return;
    if (errno != EWOULDBLOCK) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  if (errno == EWOULDBLOCK) fail_at(path, "another process is using this session; wait for it or end it");
  fail_at(path, fmt::format("this file cannot be locked ({})", std::strerror(errno)));
}

std::string read_all(const fs::path& path, int file) {
  std::string text;
  struct stat status {};
  if (fstat(file, &status) == 0) text.reserve(static_cast<std::size_t>(status.st_size));
  char part[1 << 16];
  for (;;) {
    const ssize_t count = ::read(file, part, sizeof part);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_at(path, fmt::format("this file cannot be read ({})", std::strerror(errno)));
    if (count == 0) return text;
    text.append(part, static_cast<std::size_t>(count));
  }
}

AppendFile::AppendFile(fs::path path, Descriptor file, std::size_t size, std::string content)
    : path_(std::move(path)), file_(std::move(file)), size_(size), content_(std::move(content)) {
  struct stat status {};
  if (fstat(file_.get(), &status) != 0 || static_cast<std::size_t>(status.st_size) > size_) cut();
}

AppendFile::~AppendFile() {
  if (file_.get() >= 0 && unsynced_) ::fdatasync(file_.get());
}

void AppendFile::fail(const char* what, int reason) {
  throw NotStored(path_, fmt::format("{} cannot be {}", content_, what), reason);
}

void AppendFile::cut() { torn_ = ::ftruncate(file_.get(), static_cast<off_t>(size_)) != 0; }

void AppendFile::write(std::string_view text) {
  if (torn_) cut();
  if (torn_) fail("written", errno);
  const std::size_t whole = size_ + text.size();
  while (!text.empty()) {
    const ssize_t count = ::write(file_.get(), text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int reason = errno;
      cut();
      fail("written", reason);
    }
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  size_ = whole;
  unsynced_ = true;
}

void AppendFile::append(std::string_view text) {
  const std::size_t before = size_;
  write(text);
  try {
    sync();
  } catch (const NotStored&) {
    size_ = before;
    cut();
    throw;
  }
}

void AppendFile::sync() {
  if (::fdatasync(file_.get()) != 0 && errno != EINVAL && errno != EROFS) fail("flushed to disk", errno);
  unsynced_ = false;
}

std::string AppendFile::read() {
  if (::lseek(file_.get(), 0, SEEK_SET) != 0) {
    fail_at(path_, fmt::format("{} cannot be read ({})", content_, std::strerror(errno)));
  }
  std::string text = read_all(path_, file_.get());
  text.resize(std::min(text.size(), size_));
  return text;
}

void AppendFile::close() {
  sync_if_unsynced();
  file_ = Descriptor(-1);
}

NewFile::NewFile(const fs::path& path)
    : path_(path),
      target_(target_of(path)),
      file_(::open(folder_of(target_).c_str(), O_TMPFILE | O_RDWR | O_APPEND | O_CLOEXEC, 0666)) {
  const int reason = errno;
  if (std::error_code error; fs::exists(fs::symlink_status(target_, error))) fail_to_create(path_, EEXIST);
  if (file_.get() < 0 && reason != EOPNOTSUPP && reason != EISDIR && reason != EINVAL) fail_to_create(path_, reason);
  if (file_.get() < 0) {
    const std::string beside = fmt::format("{}.new-{}", target_.string(), ::getpid());
    file_ = Descriptor(::open(beside.c_str(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666));
    if (file_.get() < 0) fail_to_create(path_, errno);
    beside_ = beside;
  }
  number_ = file_.get();
}

NewFile::~NewFile() {
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

void NewFile::take_name() {
  const std::string from = beside_.empty() ? fmt::format("/proc/self/fd/{}", number_) : beside_;
  if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, target_.c_str(), AT_SYMLINK_FOLLOW) != 0) {
    fail_to_create(path_, errno);
  }
  const Descriptor folder(::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() >= 0) ::fsync(folder.get());
}

}  // namespace remap
