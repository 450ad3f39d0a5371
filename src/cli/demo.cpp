// remap demo: what the tool does, in a few lines and a picture.
#include <fmt/format.h>

#include <filesystem>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/machine_table.hpp"
#include "cli/output_files.hpp"
#include "cli/report.hpp"
#include "cli/source.hpp"
#include "learning/session/session_engine.hpp"
#include "remap/formats/machine_file.hpp"

namespace remap::cli {

namespace {

struct DemoOptions {
  std::string folder = "out";
};

/// Reports each equivalence question as it is asked.
class Story final : public RunWatcher {
 public:
  void on_hypothesis(const Hypothesis& machine) override {
    print(fmt::format("  after {:>18}: a machine of {}",
                      counted(session().counts().comparisons, "comparison", "comparisons"),
                      counted(machine.size(), "state", "states")));
  }
  void on_counterexample(const Word& word, const Feedback&) override {
    print(fmt::format(", wrong after {}\n", format_word(session().alphabet(), word)));
    flush();
  }
  void on_accepted() override { print(", accepted\n\n"); }
};

int demo(const DemoOptions& options) {
  check_folder(options.folder);
  SourceArgument source;
  source.text = "craft/t10";
  const auto hidden = resolve_moore(source);
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  if (error) throw InputError(fmt::format("the folder {} cannot be created: {}", options.folder, error.message()));

  print(fmt::format("Learning {} from comparisons of words ({} letters) and equivalence questions:\n", source.text,
                    hidden.letters()));
  Story story;
  const KnownRun run = run_known(hidden, preset_method(Preset::best, hidden.alphabet()), &story);
  ReportOptions report;
  report.beside.push_back({"paper's method", run_known(hidden, preset_method(Preset::paper, hidden.alphabet()))});
  print(text_report(source.text, hidden, run, report));
  flush();
  const std::filesystem::path picture = std::filesystem::path(options.folder) / "craft-t10.svg";
  write_machine_file(picture, readable(as_learned(run.machine)));
  print(fmt::format("Picture: {}\n", picture.string()));
  return 0;
}

}  // namespace

void add_demo(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<DemoOptions>();
  CLI::App& command = *program.add_subcommand("demo", "Learn craft/t10 and show the result");
  command.add_option("-o,--output", options->folder, "Folder for the picture (out); created if missing")
      ->type_name("DIR");
  command.add_option("--folder", options->folder, "An old name of --output")->group("");
  command.footer("Examples:\n  remap demo");
  when_called(command, chosen, options, demo);
}

}  // namespace remap::cli
