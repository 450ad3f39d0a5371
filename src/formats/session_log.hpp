// The log of a session: a text file to which one line of JSON is appended per answer; schema in docs/session-log.md.
//
//     first line    all that decides the run: letters, outputs, settings, teacher, version; twice
//     then          one line per answer, per retraction, per stem of long words
//
// Each line ends with checksums; the version before had none, is read all the same, and goes on as it began.
// Lines are never rewritten. A line is handed to the operating system before anyone acts on its answer, so a killed
// process loses nothing that was acted on; `Durability` says what a power cut can cost. A last line without its line
// break was cut off while it was written: it is left out, and removed when the session goes on.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "formats/answer_stamps.hpp"
#include "formats/session_log_line.hpp"
#include "formats/word_stems.hpp"
#include "remap/formats/session_head.hpp"
#include "teachers/asker.hpp"

namespace remap {

struct LoggedSession {
  SessionHead head;
  AnswerBook book;
  /// Length of a torn last line in bytes, 0 when there is none.
  std::size_t torn = 0;
  int version = 2;  // of the format
  AnswerStamps stamps = {};
  LineSums sums = {};         // as they are after the last line
  std::size_t next_stem = 1;  // a number that is free
};

/// How long a line may be, in bytes: enough for a machine of some 30 million transitions.
inline constexpr std::size_t longest_log_line = std::size_t{1} << 28;

enum class Durability : std::uint8_t {
  each,     // on disk before it is acted on: for people
  batched,  // a power cut costs at most the answers of the last `SessionLog::longest_unsynced` and of one batch
};

/// Reads a log without touching it. Throws InputError or ParseError with file and line.
LoggedSession read_session(const std::filesystem::path& path);

/// A line that could not be used.
struct LostLine {
  std::size_t number = 0;
  std::string why;
};

struct RewrittenSession {
  std::size_t answers = 0;
  std::size_t left_out = 0;  // answers that did not count any more
  std::size_t torn = 0;
  std::vector<LostLine> lost = {};  // empty unless damage was allowed
};

/// Writes a log anew in the latest version, to another file, which must not exist. With `damaged`, lines that are not
/// sound are left out and the answers are numbered anew; otherwise such a log is refused.
RewrittenSession rewrite_session(const std::filesystem::path& from, const std::filesystem::path& to, bool damaged);

/// Writes a log anew without the answers that were taken back or overruled, and without what took them back, to another
/// file, which must not exist. The answers are numbered anew.
RewrittenSession compact_session(const std::filesystem::path& from, const std::filesystem::path& to);
/// Gives a log another first line: other outputs, or none. What was said of values that have no name there, and which
/// machines were accepted, is left out, and answers are numbered anew. The log as it was keeps the name FILE.1, or the
/// next number that is free.
void replace_head(const std::filesystem::path& path, const SessionHead& head);

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
  /// Who gives the answers from now on; empty for the teacher of the first line. Throws InputError for names that
  /// cannot be written.
  void set_giver(std::string name);
  /// When the question was shown whose answer comes next; 0: not known.
  void set_shown(std::int64_t milliseconds) noexcept { shown_ = milliseconds; }
  /// Of all answers, those that were read and those that were kept.
  [[nodiscard]] const AnswerStamps& stamps() const noexcept { return stamps_; }
  /// Waits until everything is on disk.
  void sync();
  /// For people who think, and teachers who are slow: on disk whatever the durability.
  void sync_if_unsynced() {
    if (unsynced_) sync();
  }

 private:
  friend RewrittenSession rewrite_session(const std::filesystem::path&, const std::filesystem::path&, bool);
  friend RewrittenSession compact_session(const std::filesystem::path&, const std::filesystem::path&);
  friend void replace_head(const std::filesystem::path&, const SessionHead&);
  SessionLog(std::filesystem::path path, int file, std::size_t size, const LoggedSession& logged,
             Durability durability);
  /// Writes whole lines, or nothing.
  void write(std::string_view text);
  /// `number`: of the answer in the file.
  void append(const AnswerBook& book, AnswerId id, AnswerId number, const Stamp& stamp);
  /// Spells a word, and writes the line of a stem when there is none for it yet.
  void prepare_word(std::size_t side, const WordTree& words, WordId word);
  void append_word(std::size_t side);
  void append_stem(std::span<const Letter> word);
  void append_retraction(AnswerId id, std::string_view answer, const Stamp& stamp);
  /// Ends the line that begins there with who, when and the sums.
  void close_line(std::size_t begin, const Stamp& stamp);
  [[nodiscard]] Stamp stamp();
  void write_buffer();
  void take_back_torn_line();

  std::filesystem::path path_;
  int file_;
  std::size_t size_;  // of the file, in whole lines
  int version_;
  LineSums sums_;
  Durability durability_;
  std::optional<Outputs> outputs_;
  std::vector<std::string> letters_;  // as JSON strings
  std::string giver_;
  AnswerStamps stamps_;
  std::int64_t last_at_ = 0;  // of the last line that has a time
  std::int64_t shown_ = 0;    // of the next answer
  Stems stems_;
  std::string buffer_;     // lines that are not written yet
  Word spelled_[2];        // the words of an answer
  Stems::Parts parts_[2];  // and how they are written
  bool torn_ = false;      // a write failed, and its part of a line is still there
  bool unsynced_ = false;
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

/// "a" when the left word is preferred, "b", "equal" or "unsure".
std::string_view answer_name(Preference answer);
/// None for any other text.
std::optional<Preference> parse_answer(std::string_view text);

}  // namespace remap
