// remap resume FILE
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/method_options.hpp"
#include "cli/output_files.hpp"
#include "cli/progress.hpp"
#include "cli/session_teachers.hpp"
#include "cli/trust.hpp"

namespace remap::cli {

namespace {

struct ResumeOptions {
  std::string file;
  SessionReport report;
  MethodOptions limits;
  bool trust = false;
};

/// The command in a log is run only if this user has begun the session here, or says so.
void require_trust(const ResumeOptions& options, const SessionHead& head) {
  const std::string command = setting(head.teacher, "command"), number = setting(head.teacher, "session");
  if (command.empty() || begun_here(number, command)) return;
  if (!options.trust) {
    throw InputError(fmt::format(
        "{}: this session was not started by you on this machine, and resuming it runs this command:\n  {}\n"
        "if you trust it, add --trust-command",
        options.file, command));
  }
  remember_begun(number, command);
}

int resume(ResumeOptions options) {
  if (options.report.output.takes_standard_output({{"--json", options.report.json}})) options.report.quiet = true;
  options.report.output.check();
  DurableRun run = DurableRun::open(options.file);
  warn_of_torn_line(run);
  refuse_study(run.head(), options.file);
  options.report.output.check(run.head().alphabet);
  require_trust(options, run.head());
  run.set_limits(options.limits.asked);
  return finish_run(run, nullptr, options.report);
}

}  // namespace

void add_resume(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<ResumeOptions>();
  CLI::App& command = *program.add_subcommand("resume", "Resume a session where it stopped");
  command.add_option("SESSION", options->file, "A session file written by 'remap learn --session'")
      ->type_name("")
      ->required();
  options->report.output.add(command, "Write the learned machine;");
  command.add_flag("--json", options->report.json, "Print one JSON object and nothing else");
  command.add_flag("--quiet", options->report.quiet, "No progress and no report");
  command.add_option("--by", options->report.by, "Who answers from now on; stored with each answer")->type_name("NAME");
  command.add_flag("--trust-command", options->trust, "Run the command in a log from another user or machine");
  command.add_flag("--despite-changes", options->report.despite_changes,
                   "Resume although the source or a file of the teacher has changed");
  options->limits.add_limits(command);
  command.footer(
      "Questions answered in the log are not asked again. The log also contains the\n"
      "teacher's command.\n"
      "\nExamples:\n"
      "  remap resume run.jsonl\n"
      "  remap resume run.jsonl --output learned.json\n"
      "  remap resume run.jsonl --max-comparisons 500");
  when_called(command, chosen, options, resume);
}

}  // namespace remap::cli
