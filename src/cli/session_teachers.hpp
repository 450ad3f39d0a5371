// Who answers a run of the command line: a machine that is known, a program, or a person at this terminal; and the
// report when such a run ends.
#pragma once

#include <memory>
#include <string>

#include "cli/output_files.hpp"
#include "remap/runs/durable_run.hpp"
#include "runs/method/run_teacher.hpp"

namespace remap::cli {

/// A program that answers, started when the first answer is needed. `sync` is called while it thinks.
class ProgramTeacher final : public RunTeacher {
 public:
  ProgramTeacher(std::string command, double timeout, Alphabet alphabet, std::optional<Outputs> outputs);
  ~ProgramTeacher() override;
  Teacher& get() override;
  void done(const Hypothesis& machine) override;
  /// Whether its answers may be wrong, according to its greeting.
  bool errs();
  void on_wait(std::function<void()> sync) { sync_ = std::move(sync); }
  /// Called before the program is started; may throw.
  void before_start(std::function<void()> check) { check_ = std::move(check); }

 private:
  class Running;
  std::string command_;
  double timeout_;
  Alphabet alphabet_;
  std::optional<Outputs> outputs_;
  std::function<void()> sync_, check_;
  std::unique_ptr<Running> running_;
};

/// The teacher named in a first line, which must outlive it. `file`: the log, to show to people. `despite_changes`: the
/// source and the teacher's files may have changed.
std::unique_ptr<RunTeacher> make_run_teacher(const SessionHead& head, const std::string& file,
                                             bool despite_changes = false);

struct SessionReport {
  OutputFiles output;
  bool json = false;
  bool quiet = false;
  std::string by = {};           // who answers, if not the teacher named in the first line
  bool despite_changes = false;  // continue although the source or a file of the teacher has changed
};

/// Runs to the end, reports and returns the exit code. `teacher`: null for that of the first line.
int finish_run(DurableRun& run, std::unique_ptr<RunTeacher> teacher, const SessionReport& report);

/// Throws InputError if it is the log of a study: its participants answer it, on their pages.
void refuse_study(const SessionHead& head, const std::string& file);

/// Prints a sentence on standard error if the last line of the log was truncated.
void warn_of_torn_line(const DurableRun& run);

}  // namespace remap::cli
