#include "formats/log/session_log_checkpoint.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <system_error>

#include "base/checksum.hpp"
#include "formats/log/session_log_file.hpp"

namespace remap {

namespace {

// The last digit is the version; the number that follows shows the byte order.
constexpr std::string_view magic = "remap checkpoint 2\n";
constexpr std::uint64_t byte_order = 0x0102030405060708U;

class Writer {
 public:
  template <class T>
  void number(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    text_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
  void list(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    number<std::uint64_t>(values.size());
    text_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
};

class CheckpointParser {
 public:
  explicit CheckpointParser(std::string_view text) : text_(text) {}

  template <class T>
  void number(T& into) {
    take(&into, sizeof into);
  }
  template <class T>
  void list(std::vector<T>& into) {
    std::uint64_t size = 0;
    number(size);
    if (size > text_.size() / sizeof(T)) good_ = false;
    if (!good_) return;
    into.resize(size);
    take(into.data(), size * sizeof(T));
  }
  /// Whether everything was there, and nothing else.
  [[nodiscard]] bool complete() const noexcept { return good_ && text_.empty(); }

 private:
  void take(void* into, std::size_t size) {
    if (size > text_.size()) good_ = false;
    if (!good_ || size == 0) return;
    std::memcpy(into, text_.data(), size);
    text_.remove_prefix(size);
  }

  std::string_view text_;
  bool good_ = true;
};

/// The same fields in the same order, written or read.
template <class Stream, class Checkpoint>
void pass(Stream& stream, Checkpoint& checkpoint) {
  stream.number(checkpoint.bytes);
  stream.number(checkpoint.sum);
  stream.number(checkpoint.sums);
  stream.number(checkpoint.last_at);
  stream.number(checkpoint.lines.count);
  stream.list(checkpoint.lines.answers);
  stream.list(checkpoint.lines.others);
  stream.list(checkpoint.words.parents);
  stream.list(checkpoint.words.tails);
  stream.list(checkpoint.words.lengths);
  stream.list(checkpoint.words.letters);
  stream.list(checkpoint.lefts);
  stream.list(checkpoint.rights);
  stream.list(checkpoint.times);
  stream.list(checkpoint.stems);
}

bool write_whole(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::string read_first(int file, std::size_t bytes) {
  std::string text(bytes, '\0');
  std::size_t have = 0;
  while (have < bytes) {
    const ssize_t count = ::pread(file, text.data() + have, bytes - have, static_cast<off_t>(have));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw Error("the log is shorter than it was");
    have += static_cast<std::size_t>(count);
  }
  return text;
}

std::filesystem::path unfinished_path(const std::filesystem::path& log) {
  std::filesystem::path path = checkpoint_path(log);
  path += ".new";
  return path;
}

}  // namespace

std::filesystem::path checkpoint_path(const std::filesystem::path& log) {
  std::filesystem::path path = log;
  path += ".checkpoint";
  return path;
}

std::optional<LogCheckpoint> read_checkpoint(const std::filesystem::path& log, std::string_view text) {
  const std::filesystem::path path = checkpoint_path(log);
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return std::nullopt;
  std::string stored;
  try {
    const Descriptor file(open_regular(path, O_RDONLY, "this checkpoint cannot be read"));
    stored = read_all(path, file.get());
  } catch (const Error&) {
    return std::nullopt;
  }
  std::string_view rest = stored;
  if (!rest.starts_with(magic)) return std::nullopt;
  rest.remove_prefix(magic.size());
  std::uint64_t order = 0, sum = 0;
  if (rest.size() < sizeof order + sizeof sum) return std::nullopt;
  std::memcpy(&order, rest.data(), sizeof order);
  std::memcpy(&sum, rest.data() + sizeof order, sizeof sum);
  rest.remove_prefix(sizeof order + sizeof sum);
  if (order != byte_order || sum != wide_checksum(rest)) return std::nullopt;
  LogCheckpoint checkpoint;
  CheckpointParser parser(rest);
  pass(parser, checkpoint);
  const std::size_t answers = checkpoint.lines.answers.size(), words = checkpoint.words.parents.size();
  if (!parser.complete() || checkpoint.lefts.size() != answers || checkpoint.rights.size() != answers ||
      checkpoint.words.tails.size() != words || checkpoint.words.lengths.size() != words ||
      checkpoint.bytes > text.size() || checkpoint.sum != wide_checksum(text.substr(0, checkpoint.bytes))) {
    return std::nullopt;
  }
  return checkpoint;
}

void write_checkpoint(const std::filesystem::path& log, int file, LogCheckpoint checkpoint) noexcept try {
  checkpoint.sum = wide_checksum(read_first(file, checkpoint.bytes));
  Writer writer;
  pass(writer, checkpoint);
  Writer beginning;
  beginning.number(byte_order);
  beginning.number(wide_checksum(writer.text()));
  const std::filesystem::path unfinished = unfinished_path(log);
  std::filesystem::remove(unfinished);  // left by a run that was killed
  const Descriptor made(::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (made.get() < 0) return;
  const bool written = write_whole(made.get(), magic) && write_whole(made.get(), beginning.text()) &&
                       write_whole(made.get(), writer.text());
  if (!written || ::rename(unfinished.c_str(), checkpoint_path(log).c_str()) != 0) ::unlink(unfinished.c_str());
} catch (...) {  // it can be done without
}

void remove_checkpoint(const std::filesystem::path& log) noexcept {
  std::error_code none;
  std::filesystem::remove(checkpoint_path(log), none);
  std::filesystem::remove(unfinished_path(log), none);
}

}  // namespace remap
