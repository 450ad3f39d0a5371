// remap replay FILE
#include <fmt/format.h>

#include "automata/shown.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output_files.hpp"
#include "cli/session_teachers.hpp"

namespace remap::cli {

namespace {

struct ReplayOptions {
  std::string file;
  OutputFiles output;
};

int replay(const ReplayOptions& options) {
  options.output.check();
  DurableRun run = DurableRun::read(options.file);
  warn_of_torn_line(run);
  options.output.check(run.head().alphabet);
  const std::string answers = counted(run.answers(), "answer", "answers");
  const std::optional<RunResult> result = run.replay();
  if (result) {
    print(fmt::format("{}: the machine of {} follows from {}.\n", safe(options.file),
                      counted(result->machine.size(), "state", "states"), answers));
  } else {
    print(fmt::format("{}: not finished after {}; go on with 'remap resume'.\n", safe(options.file), answers));
  }
  const std::vector<AnswerId> needless = run.needless();
  for (const AnswerId id : needless) {
    print(fmt::format("The answer to this followed from earlier ones:\n  {}\n", run.answer_text(id)));
  }
  if (needless.empty()) print("No question was asked whose answer followed from earlier answers.\n");
  flush();
  if (result) options.output.write(result->machine, false);
  return result && needless.empty() ? 0 : 1;
}

}  // namespace

void add_replay(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App& command =
      *program.add_subcommand("replay", "Recompute a machine from the log of its session, and check it");
  command.add_option("SESSION", options->file, "A file that 'remap learn --session' has begun")
      ->type_name("")
      ->required();
  options->output.add(command, "Write the learned machine;");
  command.footer(
      "Asks nobody. Exit code 1 when the session is not finished, or when a question was needless.\n"
      "\nExamples:\n"
      "  remap replay run.jsonl\n"
      "  remap replay run.jsonl --output again.json");
  when_called(command, chosen, options, replay);
}

}  // namespace remap::cli
