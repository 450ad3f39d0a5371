// remap retract FILE ID
#include <fmt/format.h>

#include "cli/answer_text.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/numbers.hpp"
#include "cli/session_run.hpp"

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
  std::unique_ptr<LoggedSession> logged;
  SessionLog log = SessionLog::open(options.file, Durability::each, logged);
  warn_of_torn_line(options.file, *logged);
  AnswerBook& book = logged->book;
  const std::string before = index(id) <= book.size() ? answer_text(book, id, logged->head) : "";
  if (answer) {
    book.change(id, *answer);  // the book refuses what cannot be
    log.change(id, *answer);
    print(fmt::format("{}\nnow\n{}\n", before, answer_text(book, id, logged->head)));
  } else {
    book.retract(id);
    log.retract(id);
    print(fmt::format("{}\nis taken back.\n", before));
  }
  print(fmt::format("Go on with 'remap resume {}'.\n", safe(options.file)));
  return 0;
}

}  // namespace

void add_retract(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<RetractOptions>();
  CLI::App& command = *program.add_subcommand("retract", "Take an answer of a session back, or change it");
  command.add_option("SESSION", options->file, "A file that 'remap learn --session' has begun")
      ->type_name("")
      ->required();
  command.add_option("ID", options->id, "The number of the answer, as in 'remap log --answers'")
      ->type_name("")
      ->required();
  command.add_option("--answer", options->answer, "What to answer instead; without it, it is asked again")
      ->type_name("a|b|equal|unsure");
  command.footer(
      "Nothing is erased: a line is appended. 'remap resume' uses every answer that still stands and asks only\n"
      "what is missing.\n"
      "\nExamples:\n"
      "  remap retract run.jsonl 12\n"
      "  remap retract run.jsonl 12 --answer equal");
  when_called(command, chosen, options, retract);
}

}  // namespace remap::cli
