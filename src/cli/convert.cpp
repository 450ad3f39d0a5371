// remap convert IN OUT
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/machine_table.hpp"
#include "cli/method_options.hpp"
#include "cli/output_files.hpp"
#include "cli/source.hpp"
#include "remap/formats/machine_file.hpp"

namespace remap::cli {

namespace {

struct ConvertOptions {
  SourceArgument source;
  MachineTarget out;
  std::optional<Form> form;
  bool determinise = false;
};

int convert(const ConvertOptions& options) {
  options.out.check();
  if (options.out.format && options.out.path != "-") throw InputError("--format has no effect unless OUT is -");
  if (!options.determinise) {
    options.out.write(resolve_as(options.source, options.form));
    return 0;
  }
  if (options.source.events || options.source.undefined) {
    throw InputError("--determinise cannot be combined with --events or --undefined; convert twice");
  }
  SourceArgument source = options.source;
  source.check_deterministic = false;
  const AnyMachine found = resolve(source);
  const auto* reward = std::get_if<RewardMachine>(&found);
  if (reward == nullptr) {
    throw InputError(fmt::format("--determinise is for reward machines, but {} holds another kind", source.text));
  }
  const AnyMachine machine = determinise(*reward);
  options.out.write(options.form ? in_form(machine, *options.form) : machine);
  return 0;
}

}  // namespace

void add_convert(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App& command = *program.add_subcommand("convert", "Convert a machine between file formats");
  options->source.add(command, "IN", "The machine");
  options->source.add_letters(command);
  options->source.add_events(command);
  options->source.add_undefined(command);
  command
      .add_option("OUT", options->out.path,
                  "Format by extension: .txt, .dot, .gv, .json, .svg, .pdf, .png; or -, standard output")
      ->type_name("")
      ->required();
  add_choice(command, "--as", options->form, "Also convert the machine to this kind");
  add_format(command, options->out.format);
  command.add_flag(
      "--determinise", options->determinise,
      "First make a reward machine deterministic: if two formulas of a state overlap and both orders lead to "
      "the same state, a new state waits for either");
  command.footer(source_help() +
                 "\nExamples:\n"
                 "  remap convert machine.txt machine.dot\n"
                 "  remap convert craft/t5/original t5.txt --determinise\n"
                 "  remap convert office/t1 office.json --as moore\n"
                 "  remap convert craft/t1 - --format dot");
  when_called(command, chosen, options, convert);
}

}  // namespace remap::cli
