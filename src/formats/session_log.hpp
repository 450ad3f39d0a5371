// The log of a session: a text file to which one line of JSON is appended per answer; schema in docs/session-log.md.
//
//     first line    all that decides the run: letters, outputs, settings, teacher, version
//     then          one line per answer, per retraction
//
// Lines are never rewritten. A line is handed to the operating system before anyone acts on its answer, so a killed
// process loses nothing that was acted on; `Durability` says what a power cut can cost. A last line without its line
// break was cut off while it was written: it is left out, and removed when the session goes on.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "remap/formats/session_head.hpp"
#include "teachers/recording.hpp"

namespace remap {

struct LoggedSession {
  SessionHead head;
  AnswerBook book;
  /// Length of a torn last line in bytes, 0 when there is none.
  std::size_t torn = 0;
};

/// How long a line may be, in bytes: enough for a machine of some 30 million transitions.
inline constexpr std::size_t longest_log_line = std::size_t{1} << 28;

enum class Durability : std::uint8_t {
  each,     // on disk before it is acted on: for people
  batched,  // a power cut costs at most the answers of the last `SessionLog::longest_unsynced` and of one batch
};

/// Reads a log without touching it. Throws InputError or ParseError with file and line.
LoggedSession read_session(const std::filesystem::path& path);

class SessionLog final : public AnswerKeeper {
 public:
  static constexpr std::chrono::milliseconds longest_unsynced{200};

  /// Begins a session: the file gets its name when its first line is on disk. Throws InputError when there is a file of
  /// that name already, or when it cannot be written.
  static SessionLog create(const std::filesystem::path& path, const SessionHead& head, Durability durability);
  /// Goes on with a session, after removing a torn last line. Throws InputError when another process has it open.
  /// `logged` receives what it holds.
  static SessionLog open(const std::filesystem::path& path, Durability durability,
                         std::unique_ptr<LoggedSession>& logged);

  SessionLog(SessionLog&& other) noexcept;
  SessionLog(const SessionLog&) = delete;
  SessionLog& operator=(const SessionLog&) = delete;
  SessionLog& operator=(SessionLog&&) = delete;
  ~SessionLog() override;

  void keep(const AnswerBook& book, AnswerId first) override;
  /// Takes an answer back, or changes it; in the log only, not in a book.
  void retract(AnswerId id);
  void change(AnswerId id, Preference answer) override;
  void set_durability(Durability durability) noexcept { durability_ = durability; }
  /// Waits until everything is on disk.
  void sync();
  /// For people who think, and teachers who are slow: on disk whatever the durability.
  void sync_if_unsynced() {
    if (unsynced_) sync();
  }

 private:
  SessionLog(std::filesystem::path path, int file, std::size_t size, const SessionHead& head, Durability durability);
  /// Writes whole lines, or nothing.
  void write(std::string_view text);
  void append(const AnswerBook& book, AnswerId id);
  void append_word(const WordTree& words, WordId word);

  std::filesystem::path path_;
  int file_;
  std::size_t size_ = 0;  // of the file, in whole lines
  Durability durability_;
  std::optional<Outputs> outputs_;
  std::vector<std::string> letters_;  // as JSON strings
  std::string buffer_;
  Word letters_of_word_;
  bool unsynced_ = false;
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

/// "a" when the left word is preferred, "b", "equal" or "unsure".
std::string_view answer_name(Preference answer);
/// None for any other text.
std::optional<Preference> parse_answer(std::string_view text);

}  // namespace remap
