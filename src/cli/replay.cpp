// remap replay FILE
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "automata/shown.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output_files.hpp"
#include "cli/session_teachers.hpp"
#include "formats/json.hpp"

namespace remap::cli {

namespace {

struct ReplayOptions {
  std::string file;
  OutputFiles output;
  bool json = false;
};

int replay(const ReplayOptions& options) {
  options.output.check();
  DurableRun run = DurableRun::read(options.file);
  warn_of_torn_line(run);
  options.output.check(run.head().alphabet);
  const std::string answers = counted(run.answers(), "answer", "answers");
  const std::optional<RunResult> result = run.replay();
  const std::vector<AnswerId> needless = run.needless();
  const int code = result && needless.empty() ? 0 : 1;
  if (options.json) {
    nlohmann::ordered_json report{{"finished", result.has_value()}, {"answers", run.answers()}};
    report["needless"] = nlohmann::ordered_json::array();
    for (const AnswerId id : needless) report["needless"].push_back(index(id));
    report["machine"] = result ? nlohmann::ordered_json::parse(write_json(result->machine)) : nlohmann::ordered_json();
    print(report.dump() + '\n');
    flush();
    if (result) options.output.write(result->machine, true);
    return code;
  }
  if (options.output.to_standard_output()) {
    if (result) options.output.write(result->machine, true);
    return code;
  }
  if (result) {
    print(fmt::format("{}: the machine of {} follows from {}.\n", safe(options.file),
                      counted(result->machine.size(), "state", "states"), answers));
  } else {
    print(fmt::format("{}: not finished after {}; go on with 'remap resume'.\n", safe(options.file), answers));
  }
  for (const AnswerId id : needless) {
    print(fmt::format("The answer to this followed from earlier ones:\n  {}\n", run.answer_text(id)));
  }
  if (needless.empty()) print("No question was asked whose answer followed from earlier answers.\n");
  flush();
  if (result) options.output.write(result->machine, false);
  return code;
}

}  // namespace

void add_replay(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App& command = *program.add_subcommand("replay", "Recompute a machine from the log of its session");
  command.add_option("SESSION", options->file, "A file that 'remap learn --session' has begun")
      ->type_name("")
      ->required();
  options->output.add(command, "Write the learned machine;");
  command.add_flag("--json", options->json, "Print one JSON object and nothing else (docs/json-output.md)");
  command.footer(
      "Asks nobody. Exit code 1 when the session is not finished, or when a question\n"
      "was needless.\n"
      "\nExamples:\n"
      "  remap replay run.jsonl\n"
      "  remap replay run.jsonl --output again.json");
  when_called(command, chosen, options, replay);
}

}  // namespace remap::cli
