// remap resume FILE
#include <fmt/format.h>

#include "cli/answer_text.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output_files.hpp"
#include "cli/progress.hpp"
#include "cli/session_run.hpp"

namespace remap::cli {

namespace {

struct ResumeOptions {
  std::string file;
  OutputFiles output;
  bool json = false;
  bool quiet = false;
};

int resume(const ResumeOptions& options) {
  options.output.check();
  std::unique_ptr<LoggedSession> logged;
  SessionLog log = SessionLog::open(options.file, Durability::batched, logged);
  warn_of_torn_line(options.file, *logged);
  options.output.check(*logged->head.alphabet);
  const auto teacher = make_session_teacher(logged->head, &log);
  const auto progress = make_progress(options.quiet);
  const SessionResult result = run_session(logged->head, logged->book, &log, *teacher, progress.get());
  if (options.json || !options.quiet) print(session_report(logged->head, result, options.json));
  flush();
  options.output.write(result.machine, options.quiet || options.json);
  return 0;
}

}  // namespace

void add_resume(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<ResumeOptions>();
  CLI::App& command = *program.add_subcommand("resume", "Go on with a session where it stopped");
  command.add_option("SESSION", options->file, "A file that 'remap learn --session' has begun")
      ->type_name("")
      ->required();
  options->output.add(command, "Write the learned machine;");
  command.add_flag("--json", options->json, "Print one JSON object and nothing else");
  command.add_flag("--quiet", options->quiet, "No progress and no report");
  command.footer(
      "What is in the log is not asked again. The teacher's command is in the log, too.\n"
      "\nExamples:\n"
      "  remap resume run.jsonl\n"
      "  remap resume run.jsonl --output learned.json");
  when_called(command, chosen, options, resume);
}

}  // namespace remap::cli
