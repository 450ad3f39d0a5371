// remap resume FILE
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output_files.hpp"
#include "cli/progress.hpp"
#include "cli/session_teachers.hpp"

namespace remap::cli {

namespace {

struct ResumeOptions {
  std::string file;
  SessionReport report;
};

int resume(ResumeOptions options) {
  if (options.report.output.to_standard_output()) {
    if (options.report.json) throw InputError("--output - does not go with --json");
    options.report.quiet = true;
  }
  options.report.output.check();
  DurableRun run = DurableRun::open(options.file);
  warn_of_torn_line(run);
  options.report.output.check(run.head().alphabet);
  return finish_run(run, nullptr, options.report);
}

}  // namespace

void add_resume(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<ResumeOptions>();
  CLI::App& command = *program.add_subcommand("resume", "Go on with a session where it stopped");
  command.add_option("SESSION", options->file, "A file that 'remap learn --session' has begun")
      ->type_name("")
      ->required();
  options->report.output.add(command, "Write the learned machine;");
  command.add_flag("--json", options->report.json, "Print one JSON object and nothing else");
  command.add_flag("--quiet", options->report.quiet, "No progress and no report");
  command.footer(
      "What is in the log is not asked again. The teacher's command is in the log, too.\n"
      "\nExamples:\n"
      "  remap resume run.jsonl\n"
      "  remap resume run.jsonl --output learned.json");
  when_called(command, chosen, options, resume);
}

}  // namespace remap::cli
