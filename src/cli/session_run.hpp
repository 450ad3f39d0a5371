// A run with a log: begun by `learn`, continued by `resume`, recomputed by `replay`.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/method.hpp"
#include "cli/output_files.hpp"
#include "remap/formats/session_log.hpp"
#include "remap/teachers/terminal.hpp"

namespace remap::cli {

/// Gives answers as the teacher of the first line does. Made when the first answer is needed.
class SessionTeacher {
 public:
  virtual ~SessionTeacher() = default;
  virtual Teacher& get() = 0;
  /// Whether it is a person, who must not lose an answer or be asked in vain.
  [[nodiscard]] virtual bool is_person() const { return false; }
  /// A session begins to ask.
  virtual void attend(const Session&, const RecordingTeacher&) {}
  /// Answers are in trouble: what to do about one of them; none when nobody is there to say.
  virtual std::optional<Correction> correct(TerminalTeacher::Trouble, const AnswerBook&, std::span<const AnswerId>,
                                            const std::string& /*note*/) {
    return std::nullopt;
  }
  /// The run is over; whoever answered may know.
  virtual void done(const MooreMachine&) {}
  /// No more questions for now: the terminal is given back.
  virtual void leave() {}
};

/// The teacher of a first line. `log` may be null; it is brought to disk while a slow teacher thinks. `file`: of the
/// log, for people.
std::unique_ptr<SessionTeacher> make_session_teacher(const SessionHead& head, SessionLog* log, const std::string& file);
/// What durability the teacher of a first line calls for.
Durability durability_for(const SessionHead& head);

struct SessionResult {
  MooreMachine machine;
  SessionCounts counts;
  std::uint64_t asked = 0;  // of the teacher; the rest was in the log
  double seconds = 0;
  double log_seconds = 0;
  std::uint64_t confirmations = 0;
  AnswerBook::Agreement agreement = {};
};

/// Runs a session to its end. `log` may be null. Throws Contradiction or Unsettled with the numbers of the answers,
/// and QuitRequest.
SessionResult run_session(const SessionHead& head, AnswerBook& book, SessionLog* log, SessionTeacher& teacher,
                          RunWatcher* watcher);

struct SessionReport {
  OutputFiles output;
  bool json = false;
  bool quiet = false;
};

/// Runs a session to its end and reports; the exit code. `log` may be null, `file` is its name.
int finish_session(const SessionHead& head, AnswerBook& book, SessionLog* log, const std::string& file,
                   const SessionReport& report);

/// A sentence on standard error when the last line of the log was cut off.
void warn_of_torn_line(const std::string& file, const LoggedSession& logged);

/// The report for people, or as one JSON object.
std::string session_report(const SessionHead& head, const SessionResult& result, bool json);

}  // namespace remap::cli
