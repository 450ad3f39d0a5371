// A run whose answers are stored: every answer is written to a log before it is used, so a run that was stopped or
// killed continues where it was, and an answer can be changed or retracted at any time.
//
//     DurableRun run = DurableRun::create("run.jsonl", head);     // or DurableRun::open("run.jsonl")
//     const RunResult result = run.finish(teacher);               // asks only what the log does not answer
//
// The log is described in docs/session-log.md.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "remap/formats/session_head.hpp"
#include "remap/learning/session.hpp"
#include "remap/runs/run_result.hpp"
#include "remap/runs/settings.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap {

class AnswerBook;
struct GivenAnswers;
class RunTeacher;
class RunWatcher;

class DurableRun {
 public:
  /// Starts a run. Without settings it is the default method for a teacher who checks machines, or, without outputs,
  /// who says whether their order is right; `make_method_for_teacher` and `write_method` give the settings for another
  /// one. Throws InputError if the file exists or cannot be written, and InputError or Misuse, before anything is
  /// written, if the settings do not fit.
  static DurableRun create(const std::filesystem::path& log, SessionHead head);
  /// Continues a run. Throws InputError or ParseError if there is none, if its log is damaged, or if another process is
  /// using it.
  static DurableRun open(const std::filesystem::path& log);
  /// Opens a run without modifying its log, for `replay` and reports. Changes stay in memory.
  static DurableRun read(const std::filesystem::path& log);
  /// A run without a log. Settings are as for `create`.
  static DurableRun without_log(SessionHead head);

  DurableRun(DurableRun&&) noexcept;
  DurableRun& operator=(DurableRun&&) noexcept;
  ~DurableRun();

  /// Asks until the machine is learned. If the answers allow no machine, throws Contradiction or Unsettled with the
  /// numbers of the answers; all answers are then in the log, and one of them can be changed.
  RunResult finish(Teacher& teacher, SessionWatcher* watcher = nullptr);
  /// Recomputes the run from its answers alone; empty if it is not finished, as a run is not that met a limit.
  std::optional<RunResult> replay();

  /// Changes the answer to a comparison, which also overrules all other answers to that pair of words. Throws
  /// InputError if there is no such comparison.
  void change(AnswerId id, Preference answer);
  /// Retracts an answer: its question is asked again if needed. Throws InputError if there is no such answer.
  void retract(AnswerId id);

  /// Continues with other outputs, lowest first, or (if empty) with the order alone. All comparisons are kept; so are
  /// statements about values that are still among the outputs. The log is rewritten; the old one is kept beside it.
  /// Throws InputError if the settings of the run name an output that no longer exists.
  void set_outputs(std::optional<Outputs> outputs);

  /// Continues with these limits, by their names as settings; others stay as they are. If they change, the log is
  /// rewritten; the old one is kept beside it. Throws InputError for settings that are not limits.
  void set_limits(const AskedSettings& limits);

  /// The time at which the question of the next answer was shown, in milliseconds since 1970, UTC; stored with that
  /// answer.
  void shown_at(std::int64_t milliseconds);
  /// Who answers from now on; empty for the teacher named in the log's first line. Throws InputError for names that are
  /// not UTF-8 or are longer than 200 bytes.
  void answered_by(const std::string& name);

  [[nodiscard]] const SessionHead& head() const noexcept;
  [[nodiscard]] Method method() const;
  [[nodiscard]] const std::filesystem::path& path() const noexcept;  // empty without a log
  /// The number of answers given; they are numbered from 1.
  [[nodiscard]] std::size_t answers() const noexcept;
  /// "answer 12: 'a b' is above 'ε'".
  [[nodiscard]] std::string answer_text(AnswerId id) const;
  /// "by alice, 2026-11-16 03:20:11 UTC": who gave an answer of the log and when, as far as known.
  [[nodiscard]] std::string answer_origin(AnswerId id) const;
  /// The name of whoever gave an answer; empty for the teacher named in the first line.
  [[nodiscard]] std::string answer_giver(AnswerId id) const;
  /// Questions asked for the first time although their answers followed from earlier ones: there should be none.
  [[nodiscard]] std::vector<AnswerId> needless() const;
  /// The length in bytes of a truncated last line, which is ignored.
  [[nodiscard]] std::size_t torn() const noexcept;
  /// Waits until everything is on disk.
  void sync();

  /// For modules inside the library and for its front ends.
  RunResult finish(RunTeacher& teacher, RunWatcher* watcher);
  /// Adds answers known before the run and stores them like its own.
  void give(const GivenAnswers& given);
  /// Adds an answer given elsewhere, to a comparison of this run or any other.
  AnswerId take(const Word& left, const Word& right, Preference answer);
  [[nodiscard]] const AnswerBook& book() const noexcept;

 private:
  struct Parts;
  explicit DurableRun(std::unique_ptr<Parts> parts);
  /// Gives the log another first line.
  void rewrite(const SessionHead& head);
  std::unique_ptr<Parts> parts_;
};

}  // namespace remap
