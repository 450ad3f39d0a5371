// remap random STATES LETTERS OUTPUTS
#include <fmt/format.h>

#include "remap/automata/random.hpp"

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/machine_table.hpp"
#include "cli/method_options.hpp"
#include "cli/output_files.hpp"
#include "cli/source.hpp"
#include "formats/machines/json.hpp"

namespace remap::cli {

namespace {

struct RandomOptions {
  std::string states, letters, outputs;
  std::optional<std::uint64_t> seed;
  OutputFiles output;
  bool json = false;
};

int make(const RandomOptions& options) {
  options.output.check();
  const SourceArgument source{
      fmt::format("random:{},{},{},{}", options.states, options.letters, options.outputs, options.seed.value_or(1)),
      {}};
  const AnyMachine machine = resolve(source);
  if (options.json) {
    print(write_json(machine));
  } else if (options.output.empty()) {
    print(machine_table(machine));
  }
  options.output.write(machine, options.json);
  return 0;
}

}  // namespace

void add_random(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<RandomOptions>();
  CLI::App& command = *program.add_subcommand("random", "Make a random minimal machine");
  command.add_option("STATES", options->states, "How many states, all reachable")->type_name("")->required();
  command.add_option("LETTERS", options->letters, "How many letters")->type_name("")->required();
  command.add_option("OUTPUTS", options->outputs, "How many outputs, all used")->type_name("")->required();
  add_seed(command, options->seed, "Seed of the machine (1)");
  options->output.add(command, "Write the machine instead of showing it;");
  command.add_flag("--json", options->json, "Print the machine as JSON");
  command.footer(
      "This is the machine of the source random:STATES,LETTERS,OUTPUTS,SEED.\n"
      "\nExamples:\n"
      "  remap random 5 2 3\n"
      "  remap random 50 5 4 --seed 7 --output machine.json");
  when_called(command, chosen, options, make);
}

}  // namespace remap::cli
