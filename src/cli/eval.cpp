// remap eval MACHINE WORD...
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output_json.hpp"
#include "cli/source.hpp"
#include "cli/text_table.hpp"

namespace remap::cli {

namespace {

struct EvalOptions {
  SourceArgument source;
  std::vector<std::string> words;
  bool json = false;
};

int evaluate(const EvalOptions& options) {
  const auto machine = resolve_moore(options.source);
  auto list = nlohmann::ordered_json::array();
  TextTable table;
  for (const std::string& text : options.words) {
    Word word;
    try {
      word = parse_word(machine.alphabet(), text);
    } catch (const InputError& error) {
      throw InputError(fmt::format("word '{}': {}", text, error.what()));
    }
    const std::string& output = machine.outputs().name(machine.output_after(word));
    list.push_back({{"word", word_json(machine.alphabet(), word)}, {"output", output_json(output)}});
    table.add({format_word(machine.alphabet(), word), output});
  }
  print(options.json ? list.dump() + '\n' : table.text());
  return 0;
}

}  // namespace

void add_eval(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<EvalOptions>();
  CLI::App& command = *program.add_subcommand("eval", "Print the output of a machine after words");
  options->source.add(command, "MACHINE", "The machine");
  options->source.add_letters(command);
  options->source.add_events(command);
  options->source.add_undefined(command);
  command
      .add_option("WORD", options->words,
                  "Letters separated by blanks, or written together where all are single characters;\n"
                  "sets of propositions as {}, {a}, {a,b}; the empty word is ε or ''")
      ->type_name("")
      ->required()
      ->expected(1, 1'000'000);
  command.add_flag("--json", options->json, "Print a JSON array of objects: word (an array of letters), output");
  command.footer(source_help() +
                 "\nExamples:\n"
                 "  remap eval 'regex:a*b' aab aba ε\n"
                 "  remap eval craft/t1 '{a} {b}' '{a} {} {b}'");
  when_called(command, chosen, options, evaluate);
}

}  // namespace remap::cli
