// The log of a session: a text file to which one line of JSON is appended per answer; schema in docs/session-log.md.
//
//     first line    everything that determines the run: letters, outputs, settings, teacher, version; twice
//     then          one line per answer, per retraction, per stem of long words
//
// Each line ends with checksums; version 1 had none, and logs of version 1 are read and continued as they are. Lines
// are never rewritten. A line is passed to the operating system before its answer is used, so a killed process loses no
// answer that was used; `Durability` says what a power failure can cost. A last line without a line break was truncated
// while being written: it is ignored, and removed when the session continues.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "formats/log/answer_stamps.hpp"
#include "formats/log/session_log_file.hpp"
#include "formats/log/session_log_lines.hpp"
#include "formats/log/session_log_sums.hpp"
#include "formats/log/word_stems.hpp"
#include "remap/formats/session_head.hpp"
#include "teachers/book/asker.hpp"

namespace remap {

struct LoggedSession {
  SessionHead head;
  AnswerBook book;
  /// The length of a truncated last line in bytes, 0 if there is none.
  std::size_t torn = 0;
  int version = 2;  // of the format
  AnswerStamps stamps = {};
  LineSums sums = {};  // after the last line
  std::int64_t last_at = 0;
  ReadStems stems = {};
  LogLines lines = {};
  std::size_t checkpointed = 0;  // answers, in the checkpoint that was used
};

/// The maximum length of a line in bytes: enough for a machine of some 30 million transitions.
inline constexpr std::size_t longest_log_line = std::size_t{1} << 28;

enum class Durability : std::uint8_t {
  each,     // on disk before it is used: for people
  batched,  // a power failure costs at most the answers of the last `SessionLog::longest_unsynced` and of one batch
};

/// Reads a log without modifying it. Throws InputError or ParseError with file and line.
LoggedSession read_session(const std::filesystem::path& path);

/// A line that could not be used.
struct LostLine {
  std::size_t number = 0;
  std::string why;
};

struct RewrittenSession {
  std::size_t answers = 0;
  std::size_t left_out = 0;  // answers no longer in force
  std::size_t torn = 0;
  std::vector<LostLine> lost = {};  // empty unless damage was allowed
};

/// Rewrites a log in the latest version, to another file, which must not exist. With `damaged`, damaged lines are
/// omitted and the answers renumbered; otherwise a damaged log is rejected.
RewrittenSession rewrite_session(const std::filesystem::path& from, const std::filesystem::path& to, bool damaged);

/// Rewrites a log without retracted or overruled answers and without the retractions, to another file, which must not
/// exist. The answers are renumbered. `without`: a person whose answers are left out, too.
RewrittenSession compact_session(const std::filesystem::path& from, const std::filesystem::path& to,
                                 const std::optional<std::string>& without = std::nullopt);
/// Replaces the first line of a log: other outputs, or none. Statements about values that are not among them and
/// acceptances of machines are omitted, and answers are renumbered. The old log is kept as FILE.1, or with the next
/// unused number.
void replace_head(const std::filesystem::path& path, const SessionHead& head);

class SessionLog final : public AnswerKeeper {
 public:
  static constexpr std::chrono::milliseconds longest_unsynced{200};

  /// Starts a session: the file gets its name when its first line is on disk. Throws InputError if a file of that name
  /// exists or cannot be written.
  static SessionLog create(const std::filesystem::path& path, const SessionHead& head, Durability durability);
  /// Continues a session, after removing a truncated last line. Throws InputError if another process has it open.
  /// `logged` receives its contents.
  static SessionLog open(const std::filesystem::path& path, Durability durability,
                         std::unique_ptr<LoggedSession>& logged);

  SessionLog(SessionLog&& other) noexcept = default;
  SessionLog& operator=(SessionLog&&) = delete;

  // What cannot be stored (NotStored) has left nothing in the log, which can go on.
  void keep(const AnswerBook& book, AnswerId first) override;
  /// Retracts or changes an answer, in the log only, not in a book.
  void retract(AnswerId id);
  void change(AnswerId id, Preference answer) override;
  void set_durability(Durability durability) noexcept { durability_ = durability; }
  /// Who answers from now on; empty for the teacher named in the first line. Throws InputError for names that cannot be
  /// written.
  void set_giver(std::string name);
  /// The time at which the question of the next answer was shown; 0: not known.
  void set_shown(std::int64_t milliseconds) noexcept { shown_ = milliseconds; }
  /// Of all answers, both read and written.
  [[nodiscard]] const AnswerStamps& stamps() const noexcept { return stamps_; }
  /// Writes a checkpoint (session_log_checkpoint.hpp) if the log has grown by so many answers since the last one; done
  /// now and then by itself.
  void checkpoint(const AnswerBook& book);
  void set_checkpoint_interval(std::size_t answers) noexcept { interval_ = answers; }
  /// Waits until everything is on disk.
  void sync();
  /// For people and slow teachers: syncs to disk whatever the durability.
  void sync_if_unsynced() { file_.sync_if_unsynced(); }
  /// Gives the file back; nothing can be stored from now on.
  void close() { file_.close(); }

 private:
  friend RewrittenSession rewrite_session(const std::filesystem::path&, const std::filesystem::path&, bool);
  friend RewrittenSession compact_session(const std::filesystem::path&, const std::filesystem::path&,
                                          const std::optional<std::string>&);
  friend void replace_head(const std::filesystem::path&, const SessionHead&);
  SessionLog(std::filesystem::path path, Descriptor file, std::size_t size, const LoggedSession& logged,
             Durability durability);
  void continue_after(const LoggedSession& logged);
  /// Reads the file again if the last attempt to store something has failed.
  void begin_storing();
  /// Writes the lines since `begin_storing`, which are on disk then if `durable`.
  void end_storing(bool durable);
  /// `number`: of the answer in the file.
  void append(const AnswerBook& book, AnswerId id, AnswerId number, const Stamp& stamp);
  /// Spells a word, and writes the line of a stem if it has none yet.
  void prepare_word(std::size_t side, const WordTree& words, WordId word);
  void append_word(std::size_t side);
  [[nodiscard]] const std::string& letter_text(Letter letter);
  void append_stem(std::span<const Letter> word);
  /// The line that begins there is not a plain comparison.
  void note_other(std::size_t begin, bool answer);
  void append_retraction(AnswerId id, std::string_view answer, const Stamp& stamp);
  /// Completes the line that begins there with author, time and checksums.
  void close_line(std::size_t begin, const Stamp& stamp);
  [[nodiscard]] Stamp stamp();
  void write_buffer();

  std::filesystem::path path_;
  AppendFile file_;
  int version_ = 2;
  LineSums sums_;
  Durability durability_;
  std::optional<Outputs> outputs_;
  Alphabet alphabet_;
  std::vector<std::string> letters_;  // as JSON strings, once needed
  std::string giver_;
  AnswerStamps stamps_;
  std::int64_t last_at_ = 0;  // of the last line with a time
  std::int64_t shown_ = 0;    // of the next answer
  Stems stems_;
  LogLines lines_;
  std::size_t interval_ = 100'000;  // answers from a checkpoint to the next, at least
  std::size_t checkpointed_ = 0;    // answers in the last checkpoint
  std::string buffer_;              // lines not yet written
  Word spelled_[2];                 // the words of an answer
  Stems::Parts parts_[2];           // and their encoding
  bool storing_ = false;            // or it has failed: what is in memory may be more than what is in the file
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

/// "a" if the left word is preferred, "b", "equal" or "unsure".
std::string_view answer_name(Preference answer);
/// Empty for any other text.
std::optional<Preference> parse_answer(std::string_view text);

}  // namespace remap
