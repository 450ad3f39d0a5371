// remap experiment NAME --output DIR
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/experiment_arguments.hpp"
#include "cli/help.hpp"
#include "cli/method_options.hpp"
#include "cli/nearest.hpp"
#include "cli/output_files.hpp"
#include "cli/source.hpp"
#include "cli/sweep_progress.hpp"
#include "experiments/report/report.hpp"
#include "experiments/store/revision.hpp"
#include "formats/text/text_file.hpp"
#include "logic/letters/numbers.hpp"

namespace remap::cli {

namespace {

struct NamedExperiment {
  std::string_view name;
  std::vector<ExperimentKind> kinds;
  std::string_view help;
};

const std::vector<NamedExperiment>& named_experiments() {
  using enum ExperimentKind;
  static const std::vector<NamedExperiment> list = {
      {"paper", {correctness, regret, queries, phase, scaling, regex}, "all of the following except custom"},
      {"correctness", {correctness}, "how often sampling teachers accept only the right machine"},
      {"regret", {correctness, regret}, "what policies lose because their machine was learned"},
      {"queries", {queries}, "comparisons against unique words, and the law C = a N ln N"},
      {"phase", {phase}, "termination phase diagrams"},
      {"scaling", {scaling}, "unique words against letters, states and counterexamples"},
      {"regex", {regex}, "classifiers made of regular expressions"},
      {"custom", {custom}, "correctness, queries, phase and scaling for machines of your own"},
      {"merge", {}, "not an experiment: merge OUT [IN...] combines the databases of shards"},
  };
  return list;
}

const NamedExperiment& find_experiment(const std::string& name) {
  std::vector<std::string> names;
  for (const NamedExperiment& experiment : named_experiments()) {
    if (experiment.name == name) return experiment;
    names.emplace_back(experiment.name);
  }
  throw InputError(fmt::format("there is no experiment '{}', expected {}", name, joined(names, "or")));
}

Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos)
    throw InputError(fmt::format("--shard cannot be '{}', expected I/N such as 3/64", text));
  Shard shard;
  shard.count = parse_whole("--shard", std::string_view(text).substr(slash + 1), 1, 100'000);
  shard.number = parse_whole("--shard", std::string_view(text).substr(0, slash), 1, shard.count);
  return shard;
}

std::vector<Subject> chosen_subjects(const ExperimentArguments& arguments, const SubjectOptions& options) {
  std::vector<Subject> subjects;
  if (arguments.name == "custom") {
    if (arguments.machines.empty())
      throw InputError("custom needs a machine: remap experiment custom MACHINE… --output DIR");
    if (!arguments.tasks.empty()) throw InputError("--tasks has no effect with custom, name the machines instead");
    for (const std::string& source : arguments.machines) {
      SourceArgument argument;
      argument.text = source;
      const AnyMachine machine = resolve(argument);
      std::optional<RewardMachine> rewards;
      MooreMachine moore = as_moore(machine);
      if (const auto* given = std::get_if<RewardMachine>(&machine)) {
        rewards = *given;
      } else if (moore.alphabet().propositional()) {
        rewards = to_reward_machine(moore);
      }
      subjects.push_back(machine_subject(source, std::move(moore), rewards, options));
    }
    return subjects;
  }
  if (!arguments.machines.empty()) throw InputError("only custom takes machines, use --tasks to choose tasks");
  if (arguments.tasks.empty()) {
    for (const Task& task : tasks()) subjects.push_back(task_subject(task, options));
  }
  for (const std::string& name : arguments.tasks) {
    const Task* task = find_task(name);
    if (task == nullptr || task->original) {
      std::vector<std::string> names;
      for (const Task& known : tasks()) names.push_back(known.name);
      throw InputError(
          fmt::format("--tasks: there is no task '{}', the nearest are {}", name, joined(nearest(name, names), "and")));
    }
    subjects.push_back(task_subject(*task, options));
  }
  return subjects;
}

ExperimentOptions experiment_options(const ExperimentArguments& arguments) {
  ExperimentOptions options;
  options.kinds = find_experiment(arguments.name).kinds;
  if (arguments.quick) make_quick(options);
  if (arguments.trials) options.trials = options.regex_trials = *arguments.trials;
  if (!arguments.samples.empty()) options.samples = options.regex_samples = arguments.samples;
  options.seed = arguments.seed.value_or(1);
  options.jobs = arguments.jobs.value_or(std::max(1U, std::thread::hardware_concurrency()));
  options.subjects = chosen_subjects(arguments, {options.test_samples, options.seed});
  return options;
}

std::string list_text(const std::vector<std::uint64_t>& numbers) { return fmt::format("{}", fmt::join(numbers, ", ")); }

ReportHead report_head(const ExperimentArguments& arguments, const Experiment& experiment, const std::string& command) {
  const ExperimentOptions& options = experiment.options();
  std::vector<std::string> names;
  for (const Subject& subject : options.subjects) names.push_back(subject.name);
  ReportHead head{.title = fmt::format("remap experiment {}", arguments.name), .settings = {}};
  head.settings = {{"command", command},
                   {"version", fmt::format("{}, method revision {}", REMAP_VERSION, method_revision)},
                   {"seed", std::to_string(options.seed)}};
  if (arguments.name != "regex") {
    head.settings.insert(head.settings.end(), {{"machines", joined(names)},
                                               {"trials", fmt::format("{} of each kind", options.trials)},
                                               {"samples per question", list_text(options.samples)}});
  }
  if (options.has(ExperimentKind::regret)) {
    head.settings.emplace_back(
        "policies", fmt::format("CRM, {} steps in OfficeWorld, {} in CraftWorld; {} runs of the true machine, {} of "
                                "each wrong one",
                                grouped(options.policy.office_steps), grouped(options.policy.craft_steps),
                                options.reference_runs, options.learned_runs));
  }
  if (options.has(ExperimentKind::regex)) {
    head.settings.emplace_back("regex", fmt::format("{} trials of each kind, {} samples per question",
                                                    grouped(options.regex_trials), list_text(options.regex_samples)));
  }
  const double seconds = experiment.store().seconds();
  head.settings.emplace_back("time for trials",
                             fmt::format("{:.0f} min {:.0f} s, all runs in this folder together; the "
                                         "last one had {} workers",
                                         std::floor(seconds / 60), std::fmod(seconds, 60.0), options.jobs));
  head.settings.emplace_back("data", experiment.store().file().filename().string() + " (SQLite), next to this page");
  return head;
}

const char* verdict_name(Verdict verdict) {
  return verdict == Verdict::agrees ? "agrees" : verdict == Verdict::differs ? "differs" : "cannot tell";
}

std::string claims_text(const std::vector<Section>& sections) {
  std::string text;
  for (const Section& section : sections) {
    text += section.title + '\n';
    for (const Claim& claim : section.claims) {
      text += fmt::format("  {:<11}  {}\n{:15}{}\n", verdict_name(claim.verdict), claim.claim, "", claim.measured);
    }
  }
  return text;
}

nlohmann::ordered_json claims_json(const std::vector<Section>& sections) {
  auto list = nlohmann::ordered_json::array();
  for (const Section& section : sections) {
    for (const Claim& claim : section.claims) {
      list.push_back({{"section", section.title},
                      {"claim", claim.claim},
                      {"measured", claim.measured},
                      {"verdict", verdict_name(claim.verdict)}});
    }
  }
  return list;
}

void check_options(const ExperimentArguments& arguments) {
  if (!arguments.exported.empty() && arguments.exported != "csv") {
    throw InputError(fmt::format("--export cannot be '{}', expected csv", arguments.exported));
  }
  if (arguments.name != "merge" && arguments.folder.empty()) {
    throw InputError("--output is required: the folder for trials and report");
  }
  check_folder(arguments.folder);
  const bool on_cluster = arguments.slurm || arguments.submit;
  if (arguments.shard && (on_cluster || !arguments.exported.empty())) {
    throw InputError("--shard runs one part only: --slurm, --submit and --export are for the whole experiment");
  }
  if (!on_cluster && !arguments.slurm_options.empty()) {
    throw InputError(
        fmt::format("'{}' is an option of Slurm, which needs --slurm or --submit", arguments.slurm_options[0]));
  }
  if (!on_cluster && arguments.shards) throw InputError("--shards needs --slurm or --submit; --shard I/N runs a part");
}

std::string stopped_text(const SweepProgress& progress) {
  return fmt::format(
      "{}remap: stopped with {} of {} {} done; everything is stored, the same command continues from there\n",
      error_is_terminal() ? "\r\x1b[2K" : "", grouped(progress.done()), grouped(progress.all()), progress.what());
}

/// One part of the trials, into a file of its own.
int run_shard(const ExperimentArguments& arguments, const ExperimentOptions& options) {
  const std::filesystem::path folder(arguments.folder);
  const std::string command = command_of(arguments);
  Store store(shard_file(folder, *options.shard), StoreAccess::write);
  std::unique_ptr<Store> merged;
  if (std::filesystem::exists(folder / "trials.sqlite")) {
    merged = std::make_unique<Store>(folder / "trials.sqlite", StoreAccess::read);
  }
  store.start_run(fmt::format("{} --shard {}/{}", command, options.shard->number, options.shard->count));
  Experiment experiment(options, store, merged.get());
  ShardRow row{sweep_of(arguments), options.shard->count, options.shard->number, experiment.rounds(), 0};
  store.note_shard(row);
  SweepProgress progress(!arguments.quiet && error_is_terminal());
  const StopOnInterrupt stopper;
  if (!experiment.run(stopper.asked(), progress)) {
    flush();
    fmt::print(stderr, "{}", stopped_text(progress));
    return interrupted;
  }
  row.finished = experiment.finished_rounds();
  store.note_shard(row);
  if (!arguments.quiet) {
    print(fmt::format("Wrote {}: {}\n", store.file().string(), counted(store.size(), "trial", "trials")));
    if (row.finished < row.rounds) {
      print(fmt::format(
          "Policies follow when all shards are merged: remap experiment merge {}, then this command again\n",
          shell_word(arguments.folder)));
    }
  }
  return 0;
}

int run_experiment(const ExperimentArguments& given) {
  ExperimentArguments arguments = given;
  // Only what follows -- can begin with a dash here.
  const auto machines_end = std::stable_partition(arguments.machines.begin(), arguments.machines.end(),
                                                  [](const std::string& word) { return !word.starts_with("-"); });
  arguments.slurm_options.insert(arguments.slurm_options.end(), machines_end, arguments.machines.end());
  arguments.machines.erase(machines_end, arguments.machines.end());
  check_options(arguments);
  if (arguments.name == "merge") return merge_shards(arguments);
  ExperimentOptions options = experiment_options(arguments);
  options.shard = arguments.shard;
  if (arguments.shard) return run_shard(arguments, options);
  if (arguments.slurm && !arguments.submit) return write_slurm_scripts(arguments, options);
  if (!arguments.no_figures) check_gnuplot();
  if (arguments.submit) {
    if (const int code = submit_to_slurm(arguments, options); code != 0) return code;
  }
  const std::filesystem::path folder(arguments.folder);
  Store store(folder);
  const std::string command = command_of(arguments);
  store.start_run(command);
  Experiment experiment(options, store);
  {
    SweepProgress progress(!arguments.quiet && error_is_terminal());
    const StopOnInterrupt stopper;
    if (!experiment.run(stopper.asked(), progress)) {
      flush();
      fmt::print(stderr, "{}", stopped_text(progress));
      return interrupted;
    }
  }
  nlohmann::ordered_json report{{"experiment", arguments.name}, {"command", command}};
  report["database"] = store.file().string();
  if (arguments.exported == "csv") {
    auto exported = nlohmann::ordered_json::array();  // a null that becomes an array cannot be destroyed if that fails
    for (const char* table : {"trial", "policy"}) {
      const std::filesystem::path file = folder / (std::string(table) + ".csv");
      write_text_file(file, store.csv(table));
      exported.push_back(file.string());
      if (!arguments.quiet && !arguments.json) print(fmt::format("Wrote {}\n", file.string()));
    }
    report["exported"] = std::move(exported);
  }
  if (!arguments.no_figures) {
    const std::vector<Section> parts = sections(experiment);
    write_report(folder, report_head(arguments, experiment, command), parts);
    report["report"] = (folder / "report.html").string();
    report["claims"] = claims_json(parts);
    if (!arguments.quiet && !arguments.json) {
      print(claims_text(parts));
      print(fmt::format("Wrote {}\n", (folder / "report.html").string()));
    }
  }
  if (arguments.json) print(report.dump() + '\n');
  return 0;
}

}  // namespace

std::string command_of(const ExperimentArguments& arguments) {
  std::string command = "remap experiment " + arguments.name;
  for (const std::string& machine : arguments.machines) command += " " + shell_word(machine);
  if (!arguments.folder.empty()) command += " --output " + shell_word(arguments.folder);
  if (arguments.quick) command += " --quick";
  if (!arguments.tasks.empty()) command += fmt::format(" --tasks {}", fmt::join(arguments.tasks, ","));
  if (arguments.trials) command += fmt::format(" --trials {}", *arguments.trials);
  if (!arguments.samples.empty()) command += fmt::format(" --samples {}", fmt::join(arguments.samples, ","));
  if (arguments.seed) command += fmt::format(" --seed {}", *arguments.seed);
  return command;
}

std::string sweep_of(ExperimentArguments arguments) {
  arguments.folder.clear();
  return command_of(arguments);
}

namespace {

std::atomic<bool> stop_asked{false};

void ask_to_stop(int signal) {
  stop_asked = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

StopOnInterrupt::StopOnInterrupt() {
  stop_asked = false;
  std::signal(SIGXFSZ, SIG_IGN);  // a file that must not grow is an error like any other
  std::signal(SIGINT, ask_to_stop);
  std::signal(SIGTERM, ask_to_stop);
}

StopOnInterrupt::~StopOnInterrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

const std::atomic<bool>& StopOnInterrupt::asked() const noexcept { return stop_asked; }

void add_experiment(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<ExperimentArguments>();
  CLI::App& command = *program.add_subcommand("experiment", "Run the paper's experiments and report on them");
  options->command = &command;
  std::string names = "Which one";
  for (const NamedExperiment& experiment : named_experiments()) {
    names += help_line(experiment.name, experiment.help);
  }
  command.add_option("NAME", options->name, names)->required()->type_name("");
  command.add_option("MACHINE", options->machines, "Machines for custom: tasks, files or families")->type_name("");
  command.add_option("-o,--output", options->folder, "Folder for the trials, the figures and report.html (required)")
      ->type_name("DIR");
  command.add_option("--out", options->folder, "An old name of --output")->group("");
  const auto whole = [&](const std::string& name, std::optional<std::uint64_t>& into, std::uint64_t high,
                         const std::string& help) {
    command
        .add_option_function<std::string>(
            name, [name, high, &into](const std::string& text) { into = parse_whole(name, text, 1, high); }, help)
        ->type_name("NUMBER");
  };
  whole("--trials", options->trials, 1'000'000, "Trials of each kind (100; regex 2000)");
  command
      .add_option_function<std::vector<std::string>>(
          "--samples",
          [raw = options.get()](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) {
              raw->samples.push_back(parse_whole("--samples", text, 1, 1'000'000));
            }
          },
          "Samples per equivalence question, such as 25,50,100")
      ->delimiter(',')
      ->type_name("NUMBERS");
  command.add_option("--tasks", options->tasks, "Only these tasks, such as office/t1,craft/t10")
      ->delimiter(',')
      ->type_name("NAMES");
  whole("--jobs", options->jobs, 1024, "Trials run in parallel (one per core); does not change results");
  add_seed(command, options->seed, "Seed of all random choices (1)");
  command.add_flag("--quick", options->quick, "A small version of everything, in less than two minutes");
  command.add_option("--export", options->exported, "Also write all trials of the folder: csv")->type_name("csv");
  command.add_flag("--no-figures", options->no_figures, "Run the trials only: needs no gnuplot, writes no report");
  command.add_flag("--json", options->json, "Print one JSON object and nothing else (docs/json-output.md)");
  command.add_flag("--quiet", options->quiet, "No progress and no summary");
  command
      .add_option_function<std::string>(
          "--shard", [raw = options.get()](const std::string& text) { raw->shard = parse_shard(text); },
          "Run part I of N only, into DIR/shards; 'merge DIR' combines all parts")
      ->type_name("I/N");
  command.add_flag("--slurm", options->slurm, "Only write scripts for Slurm into DIR/slurm");
  command.add_flag("--submit", options->submit, "Submit them, show progress until all is merged, then report");
  whole("--shards", options->shards, 100'000, "For Slurm: how many parts (about five minutes each)");
  for (const char* name : {"--partition", "--account"}) {
    command
        .add_option_function<std::string>(
            name,
            [name, raw = options.get()](const std::string& text) {
              raw->slurm_options.push_back(fmt::format("{}={}", name, text));
            },
            "For Slurm, like everything after --")
        ->type_name("NAME");
  }
  command.footer(
      "Trials are kept in DIR/trials.sqlite. A run that was stopped or killed resumes\n"
      "when the same command is given again; finished trials are never repeated\n"
      "(docs/experiments.md).\n"
      "\nExamples:\n"
      "  remap experiment queries --output results\n"
      "  remap experiment custom 'random:5,2,2' craft/t5 --output mine --quick\n"
      "  remap experiment paper --output paper --quick\n"
      "  remap experiment paper --output paper --jobs 2\n"
      "  remap experiment queries --output results --shard 3/64\n"
      "  remap experiment merge results\n"
      "  remap experiment paper --output paper --submit --partition short -- --qos=normal");
  when_called(command, chosen, options, run_experiment);
}

}  // namespace remap::cli
