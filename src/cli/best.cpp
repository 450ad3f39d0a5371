// remap best FILE
#include <fmt/format.h>

#include "cli/best_report.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output_files.hpp"
#include "cli/session_teachers.hpp"

namespace remap::cli {

namespace {

struct BestOptions {
  std::string file;
  OutputFiles output;
  bool json = false;
  bool quiet = false;
};

int best(BestOptions options) {
  if (options.output.takes_standard_output({{"--json", options.json}})) options.quiet = true;
  options.output.check();
  const DurableRun run = DurableRun::read(options.file);
  warn_of_torn_line(run);
  options.output.check(run.head().alphabet);
  const BestMachine found = best_machine(run.head(), run.book(), run.method());
  if (options.json) {
    print(best_json(run, found));
  } else if (!options.quiet) {
    print(best_text(run, found));
  }
  flush();
  options.output.write(as_learned(found.machine), options.quiet || options.json);
  return found.accepted && found.against.empty() && found.guesses.empty() ? 0 : 1;
}

}  // namespace

void add_best(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<BestOptions>();
  CLI::App& command = *program.add_subcommand("best", "Show the best machine so far of any session");
  command.add_option("SESSION", options->file, "A session file written by 'remap learn --session'")
      ->type_name("")
      ->required();
  options->output.add(command, "Write the machine;");
  command.add_flag("--json", options->json, "Print one JSON object and nothing else");
  command.add_flag("--quiet", options->quiet, "No report");
  command.footer(
      "Asks no questions. Lists the answers that the machine contradicts, and what was\n"
      "guessed. Exit code 1 unless the machine was accepted, contradicts no answer and\n"
      "depends on no guess.\n"
      "\nExamples:\n"
      "  remap best run.jsonl\n"
      "  remap best run.jsonl --output best.json");
  when_called(command, chosen, options, best);
}

}  // namespace remap::cli
