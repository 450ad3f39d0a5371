// remap study export FOLDER, remap study forget FOLDER PARTICIPANT
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "formats/text/text_file.hpp"
#include "logic/letters/shown.hpp"
#include "remap/automata/error.hpp"
#include "study/export.hpp"
#include "study/forget.hpp"

namespace remap::cli {

namespace {

struct StudyOptions {
  std::string folder;
  std::string participant;
  std::string format = "csv";
  std::string output;
};

int export_answers(const StudyOptions& options) {
  if (options.format != "csv" && options.format != "jsonl") {
    throw InputError(fmt::format("--format cannot be '{}', expected csv or jsonl", options.format));
  }
  const StudyExport exported =
      export_study(read_study(options.folder), options.format == "csv" ? ExportFormat::csv : ExportFormat::json_lines);
  if (options.output.empty()) {
    print(exported.text);
  } else {
    write_text_file(options.output, exported.text);
  }
  for (const std::string& why : exported.unreadable) fmt::print(stderr, "remap: left out: {}\n", safe(why));
  return exported.unreadable.empty() ? 0 : 1;
}

int forget(const StudyOptions& options) {
  const Forgotten forgotten = forget_participant(read_study(options.folder), options.participant);
  print(fmt::format("Removed {} and {}. What rested on them is asked again by 'remap serve --study {}'.\n",
                    safe(options.participant), counted(forgotten.answers, "answer", "answers"), safe(options.folder)));
  return 0;
}

}  // namespace

void add_study(CLI::App& program, Action& chosen) {
  CLI::App& command = *program.add_subcommand("study", "Export a study's answers, or remove a participant");
  command.require_subcommand(1);
  command.footer(
      "'remap serve --study FOLDER' runs a study (docs/study.md).\n"
      "\nExamples:\n"
      "  remap study export coffee --output coffee.csv\n"
      "  remap study export coffee --format jsonl\n"
      "  remap study forget coffee p-7kqmx");
  auto options = std::make_shared<StudyOptions>();
  CLI::App& exporting = *command.add_subcommand("export", "Print every answer: task, worker, label, times");
  exporting.add_option("FOLDER", options->folder, "The folder of the study")->type_name("")->required();
  exporting.add_option("--format", options->format, "csv: comparisons; jsonl: also checks of machines (csv)")
      ->type_name("csv|jsonl");
  exporting.add_option("--output", options->output, "Write to this file instead")->type_name("FILE");
  when_called(exporting, chosen, options, export_answers);
  CLI::App& forgetting = *command.add_subcommand("forget", "Remove everything that a participant said");
  forgetting.add_option("FOLDER", options->folder, "The folder of the study")->type_name("")->required();
  forgetting.add_option("PARTICIPANT", options->participant, "Their pseudonym, as on the researcher's page")
      ->type_name("")
      ->required();
  when_called(forgetting, chosen, options, forget);
}

}  // namespace remap::cli
