// Writing a session log. An answer is one short line, put together by hand from letters that were turned into JSON
// once, and a batch is one write; what it costs is measured by the throughput test of the process teacher.
#include "formats/session_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>

#include "formats/json.hpp"
#include "session_log_file.hpp"
#include "session_log_reader.hpp"

namespace remap {

namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) {
  throw InputError(fmt::format("{}: {}", path.string(), what));
}

}  // namespace

std::string setting(const Settings& settings, std::string_view name) {
  for (const auto& [each, value] : settings) {
    if (each == name) return value;
  }
  return {};
}

LoggedSession read_session(const std::filesystem::path& path) {
  const Descriptor file(open_regular(path, O_RDONLY, "this session cannot be read"));
  return parse_session(read_all(path, file.get()), path.string());
}

SessionLog SessionLog::create(const std::filesystem::path& path, const SessionHead& head, Durability durability) {
  const std::string first = head_line(head);
  NewFile file(path);
  lock(path, file.get());
  SessionLog log(path, file.get(), 0, head, durability);
  file.release();
  log.write(first);
  log.sync();
  file.take_name();
  return log;
}

SessionLog SessionLog::open(const std::filesystem::path& path, Durability durability,
                            std::unique_ptr<LoggedSession>& logged) {
  Descriptor file(open_regular(path, O_RDWR | O_APPEND, "this session cannot be continued"));
  lock(path, file.get());
  const std::string text = read_all(path, file.get());
  logged = std::make_unique<LoggedSession>(parse_session(text, path.string()));
  const std::size_t whole = text.size() - logged->torn;
  if (logged->torn > 0 && ::ftruncate(file.get(), static_cast<off_t>(whole)) != 0) {
    fail(path, fmt::format("its torn last line cannot be removed ({})", std::strerror(errno)));
  }
  return {path, file.release(), whole, logged->head, durability};
}

SessionLog::SessionLog(std::filesystem::path path, int file, std::size_t size, const SessionHead& head,
                       Durability durability)
    : path_(std::move(path)), file_(file), size_(size), durability_(durability), outputs_(head.outputs) {
  for (const std::string& name : head.alphabet.names()) letters_.push_back(json_string(name));
}

SessionLog::SessionLog(SessionLog&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      size_(other.size_),
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
  const std::size_t whole = size_ + text.size();
  while (!text.empty()) {
    const ssize_t count = ::write(file_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int reason = errno;
      if (::ftruncate(file_, static_cast<off_t>(size_)) != 0) unsynced_ = true;  // a torn line: left out when it is read
      fail(path_, fmt::format("this session cannot be written ({})", std::strerror(reason)));
    }
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  size_ = whole;
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
  const std::size_t begin = buffer_.size();
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
  if (buffer_.size() - begin > longest_log_line) {
    fail(path_, fmt::format("an answer of more than {} MiB cannot be kept", longest_log_line >> 20));
  }
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
