// remap show MACHINE
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/machine_table.hpp"
#include "cli/method_options.hpp"
#include "cli/output_files.hpp"
#include "cli/source.hpp"
#include "formats/machines/json.hpp"

namespace remap::cli {

namespace {

struct ShowOptions {
  SourceArgument source;
  std::optional<Form> form;
  OutputFiles output;
  bool json = false;
};

int show(const ShowOptions& options) {
  options.output.check();
  const AnyMachine machine = resolve_as(options.source, options.form);
  if (options.json) {
    print(write_json(machine));
  } else if (options.output.empty()) {
    print(machine_table(options.form ? machine : readable(machine)));
  }
  options.output.write(machine, options.json);
  return 0;
}

}  // namespace

void add_show(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<ShowOptions>();
  options->source.check_deterministic = false;
  CLI::App& command = *program.add_subcommand("show", "Show a machine as a table or a picture");
  options->source.add(command, "MACHINE", "The machine");
  options->source.add_letters(command);
  options->source.add_events(command);
  options->source.add_undefined(command);
  add_choice(command, "--as", options->form, "Convert it first");
  options->output.add(command, "Write it instead;");
  command.add_flag("--json", options->json, "Print the machine as JSON");
  command.footer(source_help() +
                 "\nExamples:\n"
                 "  remap show craft/t10\n"
                 "  remap show craft/t1 --as moore\n"
                 "  remap show office/t3 --output office.svg");
  when_called(command, chosen, options, show);
}

}  // namespace remap::cli
