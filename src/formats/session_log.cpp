// Writing a session log. An answer is one short line, put together by hand from letters that were turned into JSON
// once, and a batch is one write; what it costs is measured by the throughput test of the process teacher.
#include "formats/session_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>

#include "formats/json.hpp"
#include "session_log_reader.hpp"

namespace remap {

namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) {
  throw InputError(fmt::format("{}: {}", path.string(), what));
}

std::string read_all(const std::filesystem::path& path, int file) {
  std::string text;
  struct stat status {};
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) text.reserve(static_cast<std::size_t>(status.st_size));
  char part[1 << 16];
  for (;;) {
    const ssize_t count = ::read(file, part, sizeof part);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path, fmt::format("this file cannot be read ({})", std::strerror(errno)));
    if (count == 0) return text;
    text.append(part, static_cast<std::size_t>(count));
  }
}

void lock(const std::filesystem::path& path, int file) {
  // A process that was killed while it started a program may leave the lock to that program's first moments.
  for (int attempt = 0; attempt < 50; ++attempt) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return;
    if (errno != EWOULDBLOCK) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const int reason = errno;
  ::close(file);
  if (reason == EWOULDBLOCK) fail(path, "another process is working on this session; wait for it or end it");
  fail(path, fmt::format("this file cannot be locked ({})", std::strerror(reason)));
}

/// So that the name of a new file survives a power cut, too.
void sync_folder(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path().empty() ? "." : path.parent_path();
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

}  // namespace

std::string setting(const Settings& settings, std::string_view name) {
  for (const auto& [each, value] : settings) {
    if (each == name) return value;
  }
  return {};
}

LoggedSession read_session(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(path, fmt::format("this session cannot be read ({})", std::strerror(errno)));
  std::string text;
  try {
    text = read_all(path, file);
  } catch (...) {
    ::close(file);
    throw;
  }
  ::close(file);
  return parse_session(text, path.string());
}

SessionLog SessionLog::create(const std::filesystem::path& path, const SessionHead& head, Durability durability) {
  const std::string first = head_line(head);
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0 && errno == EEXIST) {
    fail(path, fmt::format("there is a file of this name already; go on with 'remap resume {}'", path.string()));
  }
  if (file < 0) fail(path, fmt::format("this session cannot be written ({})", std::strerror(errno)));
  lock(path, file);
  SessionLog log(path, file, head, durability);
  log.write(first);
  log.sync();
  sync_folder(path);
  return log;
}

SessionLog SessionLog::open(const std::filesystem::path& path, Durability durability,
                            std::unique_ptr<LoggedSession>& logged) {
  const int file = ::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (file < 0) fail(path, fmt::format("this session cannot be continued ({})", std::strerror(errno)));
  lock(path, file);
  try {
    const std::string text = read_all(path, file);
    logged = std::make_unique<LoggedSession>(parse_session(text, path.string()));
    if (logged->torn > 0 && ::ftruncate(file, static_cast<off_t>(text.size() - logged->torn)) != 0) {
      fail(path, fmt::format("its torn last line cannot be removed ({})", std::strerror(errno)));
    }
  } catch (...) {
    ::close(file);
    throw;
  }
  return {path, file, logged->head, durability};
}

SessionLog::SessionLog(std::filesystem::path path, int file, const SessionHead& head, Durability durability)
    : path_(std::move(path)), file_(file), durability_(durability), outputs_(head.outputs) {
  for (const std::string& name : head.alphabet.names()) letters_.push_back(json_string(name));
}

SessionLog::SessionLog(SessionLog&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      durability_(other.durability_),
      outputs_(std::move(other.outputs_)),
      letters_(std::move(other.letters_)),
      unsynced_(other.unsynced_),
      synced_(other.synced_) {}

SessionLog::~SessionLog() {
  if (file_ < 0) return;
  if (unsynced_) ::fdatasync(file_);
  ::close(file_);
}

void SessionLog::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path_, fmt::format("this session cannot be written ({})", std::strerror(errno)));
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  unsynced_ = true;
}

void SessionLog::sync() {
  if (::fdatasync(file_) != 0 && errno != EINVAL && errno != EROFS) {
    fail(path_, fmt::format("this session cannot be brought to disk ({})", std::strerror(errno)));
  }
  unsynced_ = false;
  synced_ = std::chrono::steady_clock::now();
}

void SessionLog::append_word(const WordTree& words, WordId word) {
  words.spell(word, letters_of_word_);
  buffer_ += '[';
  for (std::size_t i = 0; i < letters_of_word_.size(); ++i) {
    if (i > 0) buffer_ += ',';
    buffer_ += letters_[index(letters_of_word_[i])];
  }
  buffer_ += ']';
}

void SessionLog::append(const AnswerBook& book, AnswerId id) {
  const BookEntry& entry = book.at(id);
  const WordTree& words = book.words();
  buffer_ += "{\"id\":";
  buffer_ += fmt::format_int(index(id)).c_str();
  switch (entry.kind) {
    case BookEntry::Kind::comparison:
      buffer_ += ",\"a\":";
      append_word(words, entry.left);
      buffer_ += ",\"b\":";
      append_word(words, entry.right);
      buffer_ += ",\"answer\":\"";
      buffer_ += answer_name(entry.answer);
      buffer_ += '"';
      if (entry.purpose != Purpose::question) {
        buffer_ += entry.purpose == Purpose::recheck ? ",\"again\":\"recheck\"" : ",\"again\":\"confirmation\"";
      }
      break;
    case BookEntry::Kind::value:
      buffer_ += ",\"word\":";
      append_word(words, entry.left);
      buffer_ += fmt::format(",\"output\":{}", json_string(outputs_->name(entry.value)));
      break;
    case BookEntry::Kind::limits: {
      buffer_ += ",\"counterexample\":";
      append_word(words, entry.left);
      const char* separator = ",\"among\":[";
      for (const Output output : book.allowed(id).members()) {
        buffer_ += separator + json_string(outputs_->name(output));
        separator = ",";
      }
      buffer_ += book.allowed(id).size() == 0 ? ",\"among\":[]" : "]";
      break;
    }
    case BookEntry::Kind::difference:
      buffer_ += ",\"counterexample\":";
      append_word(words, entry.left);
      buffer_ += ",\"differs_from\":";
      append_word(words, entry.right);
      break;
    case BookEntry::Kind::acceptance:
      buffer_ += ",\"accept\":true,\"machine\":";
      buffer_ += nlohmann::ordered_json::parse(write_json(book.accepted(id))).dump();
      break;
  }
  buffer_ += "}\n";
}

void SessionLog::keep(const AnswerBook& book, AnswerId first) {
  buffer_.clear();
  for (std::size_t id = index(first); id <= book.size(); ++id) append(book, make_id<AnswerId>(id));
  write(buffer_);
  if (durability_ == Durability::each || std::chrono::steady_clock::now() - synced_ >= longest_unsynced) sync();
}

void SessionLog::retract(AnswerId id) {
  write(fmt::format("{{\"retract\":{}}}\n", index(id)));
  sync();
}

void SessionLog::change(AnswerId id, Preference answer) {
  write(fmt::format("{{\"retract\":{},\"answer\":\"{}\"}}\n", index(id), answer_name(answer)));
  sync();
}

}  // namespace remap
