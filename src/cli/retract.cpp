// remap retract FILE ID
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/session_teachers.hpp"
#include "formats/log/session_log.hpp"
#include "logic/letters/numbers.hpp"
#include "logic/letters/shown.hpp"

namespace remap::cli {

namespace {

struct RetractOptions {
  std::string file;
  std::string id;
  std::string answer;
};

int retract(const RetractOptions& options) {
  const auto id = make_id<AnswerId>(parse_whole("ID", options.id, 1, UINT32_MAX));
  const std::optional<Preference> answer = parse_answer(options.answer);
  if (!options.answer.empty() && !answer) {
    throw InputError(fmt::format("--answer cannot be '{}', expected a, b, equal or unsure", options.answer));
  }
  DurableRun run = DurableRun::open(options.file);
  warn_of_torn_line(run);
  const std::string before = index(id) <= run.answers() ? run.answer_text(id) : "";
  if (answer) {
    run.change(id, *answer);
    print(fmt::format("{}\nnow\n{}\n", before, run.answer_text(id)));
  } else {
    run.retract(id);
    print(fmt::format("{}\nis retracted.\n", before));
  }
  run.sync();
  print(fmt::format("Continue with 'remap resume {}'.\n", safe(options.file)));
  return 0;
}

}  // namespace

void add_retract(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<RetractOptions>();
  CLI::App& command = *program.add_subcommand("retract", "Retract an answer of a session, or change it");
  command.add_option("SESSION", options->file, "A session file written by 'remap learn --session'")
      ->type_name("")
      ->required();
  command.add_option("ID", options->id, "The number of the answer, as in 'remap log --answers'")
      ->type_name("")
      ->required();
  command.add_option("--answer", options->answer, "The new answer; without it, the question is asked again")
      ->type_name("a|b|equal|unsure");
  command.footer(
      "Nothing is erased: a line is appended. 'remap resume' uses every remaining\n"
      "answer and asks only what is missing.\n"
      "\nExamples:\n"
      "  remap retract run.jsonl 14\n"
      "  remap retract run.jsonl 14 --answer equal");
  when_called(command, chosen, options, retract);
}

}  // namespace remap::cli
