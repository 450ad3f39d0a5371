// A run whose answers are kept: every answer is in a log before anyone acts on it, so a run that was stopped or killed
// goes on where it was, and an answer can be changed or taken back at any time.
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
#include "remap/runs/method.hpp"
#include "remap/teachers/erring.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap {

class AnswerBook;
struct GivenAnswers;
class RunTeacher;
class RunWatcher;

struct RunResult {
  MooreMachine machine;
  SessionCounts counts;
  std::size_t classes = 0;       // of words told apart
  std::size_t known_values = 0;  // classes whose value is pinned down
  std::uint64_t asked = 0;       // of the teacher; the other answers were in the log
  double seconds = 0;
  double log_seconds = 0;
  std::uint64_t confirmations = 0;
  std::uint64_t rechecks = 0, agreeing_rechecks = 0;
  /// Where the teacher may err: how likely the machine is right, how the teacher errs, and which answers are doubtful.
  std::optional<ErringResult> erring = std::nullopt;
};

class DurableRun {
 public:
  /// Begins a run. Throws InputError when the file exists or cannot be written.
  static DurableRun create(const std::filesystem::path& log, SessionHead head);
  /// Goes on with a run. Throws InputError or ParseError when there is none, when its log is damaged, or when another
  /// process works on it.
  static DurableRun open(const std::filesystem::path& log);
  /// Looks at a run without touching its log: for `replay` and reports. Changes are kept in memory only.
  static DurableRun read(const std::filesystem::path& log);
  /// A run without a log.
  static DurableRun without_log(SessionHead head);

  DurableRun(DurableRun&&) noexcept;
  DurableRun& operator=(DurableRun&&) noexcept;
  ~DurableRun();

  /// Asks until the machine is learned. Throws Contradiction or Unsettled, with the numbers of the answers, when the
  /// answers allow no machine; the log then holds every answer, and one of them can be changed.
  RunResult finish(Teacher& teacher, SessionWatcher* watcher = nullptr);
  /// Recomputes the run from its answers alone; none when it is not finished.
  std::optional<RunResult> replay();

  /// Gives a comparison another answer, which also overrules every other answer to that pair of words. Throws
  /// InputError when there is no such comparison.
  void change(AnswerId id, Preference answer);
  /// Takes an answer back: it is asked again if it is needed. Throws InputError likewise.
  void retract(AnswerId id);

  /// Goes on with other outputs, lowest first, or with the order alone (none). Every comparison is kept; what was said
  /// of values is kept as long as these values have names. The log is written anew; as it was, it stays beside it.
  /// Throws InputError when the settings of the run name an output that is gone.
  void set_outputs(std::optional<Outputs> outputs);

  /// When the question was shown whose answer comes next, in milliseconds since 1970, UTC; kept with that answer.
  void shown_at(std::int64_t milliseconds);
  /// Who gives the answers from now on; empty for the teacher of the first line. Throws InputError for names that are
  /// not UTF-8 or longer than 200 bytes.
  void answered_by(const std::string& name);

  [[nodiscard]] const SessionHead& head() const noexcept;
  [[nodiscard]] Method method() const;
  [[nodiscard]] const std::filesystem::path& path() const noexcept;  // empty without a log
  /// How many answers were given; they are numbered from 1.
  [[nodiscard]] std::size_t answers() const noexcept;
  /// "answer 12: 'a b' is above 'ε'".
  [[nodiscard]] std::string answer_text(AnswerId id) const;
  /// "by alice, 2026-11-16 03:20:11 UTC": who gave an answer of the log and when, as far as that is known.
  [[nodiscard]] std::string answer_origin(AnswerId id) const;
  /// First questions whose answers followed from earlier ones: there should be none.
  [[nodiscard]] std::vector<AnswerId> needless() const;
  /// Bytes of a last line that was cut off and is left out.
  [[nodiscard]] std::size_t torn() const noexcept;
  /// Waits until everything is on disk, if something is not.
  void sync();

  /// For modules inside the library and its own front ends.
  RunResult finish(RunTeacher& teacher, RunWatcher* watcher);
  /// Takes over answers that were known before the run, and keeps them like its own.
  void give(const GivenAnswers& given);
  /// An answer that was given elsewhere, to a comparison of this run or to another one.
  AnswerId take(const Word& left, const Word& right, Preference answer);
  [[nodiscard]] const AnswerBook& book() const noexcept;

 private:
  struct Parts;
  explicit DurableRun(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace remap
