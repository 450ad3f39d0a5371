// remap world NAME
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/choices.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/method_options.hpp"
#include "cli/output_files.hpp"
#include "cli/source.hpp"
#include "formats/text/text_file.hpp"
#include "remap/worlds/tasks.hpp"
#include "worlds/crm.hpp"
#include "worlds/draw.hpp"
#include "worlds/planning.hpp"

namespace remap::cli {

namespace {

struct WorldOptions {
  std::string name;
  std::optional<PolicyChoice> policy;
  SourceArgument machine;
  std::optional<std::uint64_t> seed;
  std::string output;
  bool json = false;
};

/// The given machine, or the task's own.
RewardMachine machine_to_play(const WorldOptions& options) {
  if (!options.machine.text.empty()) {
    SourceArgument source = options.machine;
    source.check_deterministic = false;  // only letters of the world matter, and these are checked
    return as_reward_machine(resolve(source));
  }
  if (const Task* task = find_task(options.name); task != nullptr) return task->machine;
  throw InputError(fmt::format("{} is not a task, so --policy needs --machine or a task's name such as {}/t1",
                               options.name, options.name));
}

int show_world(const WorldOptions& options) {
  const World& world = world_of(options.name);
  if (options.name.find('/') != std::string::npos && find_task(options.name) == nullptr) {
    throw InputError(fmt::format("there is no task '{}', 'remap tasks' lists all", options.name));
  }
  if (!options.policy && (!options.machine.text.empty() || options.seed)) {
    throw InputError(fmt::format("{} has no effect without --policy", options.seed ? "--seed" : "--machine"));
  }
  if (!options.output.empty()) {
    if (std::filesystem::path(options.output).extension() != ".svg") {
      throw InputError(fmt::format("{}: maps are written as .svg", options.output));
    }
    check_writable(options.output);
  }
  std::vector<Cell> way;
  std::string told;
  nlohmann::ordered_json report{{"world", world.name()}};
  if (options.policy) {
    const Product product(world, machine_to_play(options));
    const std::uint64_t seed = options.seed.value_or(1);
    Policy policy;
    if (*options.policy == PolicyChoice::planner) {
      policy = plan(product).policy;
    } else {
      CrmOptions crm_options;
      crm_options.steps = paper_steps(world_named(options.name));
      crm_options.seed = seed;
      if (*options.policy == PolicyChoice::q_learning) crm_options.counterfactuals = Counterfactuals::none;
      policy = crm(product, crm_options).policy;
    }
    way = trajectory(product, policy, seed);
    const Evaluation worth = evaluate(product, policy);
    report["policy"] = choice_name(*options.policy);
    report["seed"] = seed;
    report["steps"] = way.size() - 1;
    report["reward_per_step"] = worth.reward_per_step;
    report["reward_per_episode"] = worth.reward_per_episode;
    report["steps_per_episode"] = worth.steps_per_episode;
    report["path"] = nlohmann::ordered_json::array();
    for (const Cell cell : way) {
      const Place place = world.place(cell);
      report["path"].push_back({place.row, place.column});
    }
    told = fmt::format(
        "\nThe path takes {}. With one random move in ten the policy earns {:.6f} per step,\n{:.4f} per episode of "
        "{:.1f} steps.\n",
        counted(way.size() - 1, "step", "steps"), worth.reward_per_step, worth.reward_per_episode,
        worth.steps_per_episode);
  }
  if (!options.output.empty()) write_text_file(options.output, draw_svg(world, way));
  if (options.json) {
    report["map"] = draw_text(world, {});
    print(report.dump() + '\n');
  } else if (options.output.empty()) {
    print(draw_text(world, way) + told);
  } else {
    print(fmt::format("Wrote {}\n", options.output));
  }
  return 0;
}

}  // namespace

void add_world(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<WorldOptions>();
  CLI::App& command = *program.add_subcommand("world", "Show the map of a world, and the path of a policy");
  command.add_option("NAME", options->name, "office, craft, or a task such as craft/t10")->required()->type_name("");
  add_choice(command, "--policy", options->policy, "Also show one episode of a policy");
  command.add_option("--machine", options->machine.text, "The reward machine to play, instead of the task's own")
      ->type_name("MACHINE");
  add_seed(command, options->seed, "Seed for learning and for choosing between moves of equal value (1)");
  command.add_option("-o,--output", options->output, "Write a picture (.svg) instead of text")->type_name("FILE");
  command.add_flag("--json", options->json, "Print one JSON object and nothing else (docs/json-output.md)");
  command.footer(
      "Examples:\n"
      "  remap world office\n"
      "  remap world craft/t10 --policy planner --output map.svg\n"
      "  remap world office/t3 --policy crm --seed 7");
  when_called(command, chosen, options, show_world);
}

}  // namespace remap::cli
