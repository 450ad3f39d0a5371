// remap replay FILE
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output_files.hpp"
#include "cli/session_teachers.hpp"
#include "formats/machines/json.hpp"
#include "logic/letters/shown.hpp"

namespace remap::cli {

namespace {

struct ReplayOptions {
  std::string file;
  OutputFiles output;
  bool json = false;
};

std::string json_of(const DurableRun& run, const std::optional<RunResult>& result,
                    const std::vector<AnswerId>& needless) {
  nlohmann::ordered_json report{{"finished", result.has_value()}, {"answers", run.answers()}};
  report["needless"] = nlohmann::ordered_json::array();
  for (const AnswerId id : needless) report["needless"].push_back(index(id));
  report["machine"] =
      result ? nlohmann::ordered_json::parse(write_json(as_learned(result->machine))) : nlohmann::ordered_json();
  return report.dump() + '\n';
}

std::string text_of(const std::string& file, const DurableRun& run, const std::optional<RunResult>& result,
                    const std::vector<AnswerId>& needless) {
  const std::string answers = counted(run.answers(), "answer", "answers");
  std::string text =
      result ? fmt::format("{}: the machine of {} follows from {}.\n", safe(file),
                           counted(result->machine.size(), "state", "states"), answers)
             : fmt::format("{}: not finished after {}; continue with 'remap resume'.\n", safe(file), answers);
  for (const AnswerId id : needless) {
    text += fmt::format("The answer to this question followed from earlier answers:\n  {}\n", run.answer_text(id));
  }
  if (needless.empty()) text += "No question was asked whose answer followed from earlier answers.\n";
  return text;
}

int replay(const ReplayOptions& options) {
  const bool silent = options.output.takes_standard_output({{"--json", options.json}});
  options.output.check();
  DurableRun run = DurableRun::read(options.file);
  warn_of_torn_line(run);
  options.output.check(run.head().alphabet);
  const std::optional<RunResult> result = run.replay();
  const std::vector<AnswerId> needless = run.needless();
  const int code = result && needless.empty() ? 0 : 1;
  if (options.json) {
    print(json_of(run, result, needless));
  } else if (!silent) {
    print(text_of(options.file, run, result, needless));
  }
  flush();
  if (result) options.output.write(as_learned(result->machine), options.json || silent);
  return code;
}

}  // namespace

void add_replay(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App& command = *program.add_subcommand("replay", "Recompute a machine from the log of its session");
  command.add_option("SESSION", options->file, "A session file written by 'remap learn --session'")
      ->type_name("")
      ->required();
  options->output.add(command, "Write the learned machine;");
  command.add_flag("--json", options->json, "Print one JSON object and nothing else (docs/json-output.md)");
  command.footer(
      "Asks no questions. Exit code 1 if the session is not finished, or if a question\n"
      "was needless.\n"
      "\nExamples:\n"
      "  remap replay run.jsonl\n"
      "  remap replay run.jsonl --output again.json");
  when_called(command, chosen, options, replay);
}

}  // namespace remap::cli
