// The file of a session log: opened, locked and read, or created without its name and named once complete.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

namespace remap {

/// Throws InputError about this file.
[[noreturn]] void fail_at(const std::filesystem::path& path, const std::string& what);

/// A file descriptor that is closed unless released.
class Descriptor {
 public:
  explicit Descriptor(int number) noexcept : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();
  [[nodiscard]] int get() const noexcept { return number_; }
  int release() noexcept { return std::exchange(number_, -1); }

 private:
  int number_;
};

/// Opens a file without blocking; throws an InputError that begins with `trouble` unless it is a regular file.
Descriptor open_regular(const std::filesystem::path& path, int flags, const std::string& trouble);

/// Throws InputError if another process holds the lock.
void lock(const std::filesystem::path& path, int file);

std::string read_all(const std::filesystem::path& path, int file);

/// A file without a name, or with a temporary one if the file system has no unnamed files. It disappears with the
/// process unless it has been given its name.
class NewFile {
 public:
  /// A dangling symbolic link denotes the file that it names. Throws InputError if the name is taken.
  explicit NewFile(const std::filesystem::path& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  [[nodiscard]] int get() const noexcept { return file_.get(); }
  /// The caller closes it.
  void release() noexcept { number_ = file_.release(); }
  /// Gives it its name, durably. Throws InputError if the name is taken.
  void take_name();

 private:
  std::filesystem::path path_;
  std::filesystem::path target_;
  std::string beside_;  // its temporary name; empty if it has none
  Descriptor file_;
  int number_;  // of the descriptor, even when released
};

}  // namespace remap
