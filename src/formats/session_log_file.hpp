// The file of a session log: opened, locked and read, or made beside its name and named when it is complete.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

namespace remap {

/// Throws InputError about this file.
[[noreturn]] void fail_at(const std::filesystem::path& path, const std::string& what);

/// A descriptor that is closed, unless it is released.
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

/// Opens a file; never waits, and throws InputError, beginning with `trouble`, for what is no regular file.
Descriptor open_regular(const std::filesystem::path& path, int flags, const std::string& trouble);

/// Throws InputError when another process holds the lock.
void lock(const std::filesystem::path& path, int file);

std::string read_all(const std::filesystem::path& path, int file);

/// A file without a name, or with another name where the file system knows no such files. It is gone when the process
/// is, unless it has taken its name.
class NewFile {
 public:
  /// A symbolic link that leads nowhere stands for the file it names. Throws InputError when the name is taken.
  explicit NewFile(const std::filesystem::path& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  [[nodiscard]] int get() const noexcept { return file_.get(); }
  /// Somebody else closes it.
  void release() noexcept { number_ = file_.release(); }
  /// Gives it its name, which survives a power cut from then on. Throws InputError when the name is taken.
  void take_name();

 private:
  std::filesystem::path path_;
  std::filesystem::path target_;
  std::string beside_;  // its other name; empty when it has none
  Descriptor file_;
  int number_;  // of the descriptor, also when it is released
};

}  // namespace remap
