// A file that only grows, such as a session log: opened, locked and read, appended to, or created without its name and
// named once complete.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "remap/automata/error.hpp"

namespace remap {

/// Throws InputError about this file.
[[noreturn]] void fail_at(const std::filesystem::path& path, const std::string& what);

/// Something was to be stored and is not: the file is as it was before.
class NotStored : public InputError {
 public:
  /// `reason`: errno.
  NotStored(const std::filesystem::path& path, const std::string& what, int reason);
  /// "the disk is full", for people who do not know the file.
  [[nodiscard]] const std::string& cause() const noexcept { return cause_; }

 private:
  std::string cause_;
};

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

/// A file to which texts of whole lines are appended, each as a whole or not at all.
class AppendFile {
 public:
  /// `size`: of the whole lines in the file, which was opened with O_APPEND; what follows them was being written when a
  /// program was killed, and is removed. `content`: for messages, "this session".
  AppendFile(std::filesystem::path path, Descriptor file, std::size_t size, std::string content);
  AppendFile(AppendFile&&) noexcept = default;
  AppendFile& operator=(AppendFile&&) noexcept = default;
  ~AppendFile();

  /// Passes a text to the operating system. Throws NotStored.
  void write(std::string_view text);
  /// The same, and waits until it is on disk. Throws NotStored.
  void append(std::string_view text);
  /// Waits until all that was written is on disk. Throws NotStored if that is not certain.
  void sync();
  void sync_if_unsynced() {
    if (unsynced_) sync();
  }
  /// Everything that was stored.
  [[nodiscard]] std::string read();
  /// Nothing can be stored from now on.
  void close();
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] int get() const noexcept { return file_.get(); }

 private:
  [[noreturn]] void fail(const char* what, int reason);
  /// Removes what follows the whole lines.
  void cut();

  std::filesystem::path path_;
  Descriptor file_;
  std::size_t size_;
  std::string content_;
  bool torn_ = false;  // something follows the whole lines, and could not be removed
  bool unsynced_ = false;
};

/// A file without a name, or with a temporary one if the file system has no unnamed files. It disappears with the
/// process unless it has been given its name.
class NewFile {
 public:
  /// A dangling symbolic link denotes the file that it names. Throws InputError if the name is taken.
  explicit NewFile(const std::filesystem::path& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  [[nodiscard]] int get() const noexcept { return number_; }
  /// It can still be given its name as long as the descriptor is open.
  [[nodiscard]] Descriptor release() noexcept { return Descriptor(file_.release()); }
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
