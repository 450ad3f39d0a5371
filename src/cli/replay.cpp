// remap replay FILE
#include <fmt/format.h>

#include <algorithm>

#include "cli/answer_text.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/method_settings.hpp"
#include "cli/output_files.hpp"
#include "cli/session_run.hpp"

namespace remap::cli {

namespace {

struct ReplayOptions {
  std::string file;
  OutputFiles output;
};

struct NothingLeft {};

class Nobody final : public SessionTeacher {
 public:
  Teacher& get() override { throw NothingLeft{}; }
};

int replay(const ReplayOptions& options) {
  options.output.check();
  LoggedSession logged = read_session(options.file);
  warn_of_torn_line(options.file, logged);
  options.output.check(logged.head.alphabet);
  const std::size_t answers = logged.book.size();
  const Method method = method_of(logged.head.settings, logged.head.outputs);
  bool good = true;
  Nobody nobody;
  std::optional<SessionResult> result;
  try {
    result = run_session(logged.head, logged.book, nullptr, nobody, nullptr);
    print(fmt::format("{}: the machine of {} follows from {}.\n", safe(options.file),
                      counted(result->machine.size(), "state", "states"), counted(answers, "answer", "answers")));
  } catch (const NothingLeft&) {
    print(fmt::format("{}: not finished after {}; go on with 'remap resume'.\n", safe(options.file),
                      counted(answers, "answer", "answers")));
    good = false;
  }
  const std::vector<AnswerId> needless = logged.book.needless(method.absorbing);
  for (const AnswerId id : needless) {
    print(fmt::format("The answer to this followed from earlier ones:\n  {}\n",
                      answer_text(logged.book, id, logged.head)));
  }
  if (needless.empty()) print("No question was asked whose answer followed from earlier answers.\n");
  good = good && needless.empty();
  flush();
  if (result) options.output.write(result->machine, false);
  return good ? 0 : 1;
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
