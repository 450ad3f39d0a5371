// remap tasks
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/text_table.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap::cli {

namespace {

struct TasksOptions {
  bool json = false;
};

int list_tasks(const TasksOptions& options) {
  auto list = nlohmann::ordered_json::array();
  using Align = TextTable::Align;
  TextTable table({Align::left, Align::right, Align::right, Align::left});
  table.add({"name", "states", "letters", "title"});
  for (const Task& task : tasks()) {
    const MooreMachine machine = task_machine(task);
    table.add({task.name, std::to_string(machine.size()), std::to_string(machine.letters()), task.title});
    list.push_back(
        {{"name", task.name}, {"states", machine.size()}, {"letters", machine.letters()}, {"title", task.title}});
  }
  print(options.json ? list.dump() + '\n' : table.text());
  return 0;
}

}  // namespace

void add_tasks(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<TasksOptions>();
  CLI::App& command = *program.add_subcommand("tasks", "List the built-in tasks");
  command.add_flag("--json", options->json, "Print a JSON array of objects: name, states, letters, title");
  command.footer(
      "States are those of the machine to learn: minimal, with HALT. craft/t5 to craft/t10 are deterministic;\n"
      "craft/t5/original and so on are the originals.\n"
      "\nExamples:\n"
      "  remap tasks\n"
      "  remap show craft/t5/original\n"
      "  remap learn craft/t5");
  when_called(command, chosen, options, list_tasks);
}

}  // namespace remap::cli
