// remap experiment … --slurm and --submit. Slurm does the scheduling: an array job runs the shards, a job that depends
// on it merges them, and with policies both come twice, because which machines need policies is known after the first
// merge. Everything that must survive is in files: which jobs were submitted, how far each shard is. So a watch can be
// stopped and taken up again, and what a cluster lost is submitted again.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <thread>

#include "cli/console.hpp"
#include "cli/experiment_arguments.hpp"
#include "cli/sweep_progress.hpp"
#include "formats/text/text_file.hpp"
#include "remap/automata/error.hpp"

namespace remap::cli {

namespace {

namespace fs = std::filesystem;

struct SlurmFiles {
  explicit SlurmFiles(const std::string& out)
      : folder(fs::absolute(out).lexically_normal() / "slurm"),
        trials(folder / "trials.sbatch"),
        merge(folder / "merge.sbatch"),
        submit(folder / "submit.sh"),
        jobs(folder / "jobs.txt") {}
  fs::path folder, trials, merge, submit, jobs;
};

std::string program() {
  std::error_code error;
  const fs::path path = fs::read_symlink("/proc/self/exe", error);
  return shell_word(error ? "remap" : path.string());
}

/// Minutes as Slurm writes times.
std::string slurm_time(std::uint64_t minutes) { return fmt::format("{}:{:02}:00", minutes / 60, minutes % 60); }

std::uint64_t shards_of(const ExperimentArguments& arguments, const Experiment& experiment) {
  if (arguments.shards) return *arguments.shards;
  constexpr std::uint64_t five_minutes = 300'000'000;
  return std::clamp<std::uint64_t>(experiment.estimate(1).total / five_minutes, 4, 256);
}

std::string head_of(const ExperimentArguments& arguments, const SlurmFiles& files, const std::string& name) {
  std::string text = fmt::format("#!/bin/sh\n#SBATCH --job-name=remap-{}-{}\n#SBATCH --chdir={}\n", arguments.name,
                                 name, fs::current_path().string());
  const char* const pattern = name == "trials" ? "%A-%a" : "%j";
  text += fmt::format("#SBATCH --output={}/{}-{}.txt\n", files.folder.string(), name, pattern);
  return text;
}

std::string tail_of(const ExperimentArguments& arguments) {
  std::string text;
  for (const std::string& option : arguments.slurm_options) text += fmt::format("#SBATCH {}\n", option);
  return text;
}

struct Scripts {
  SlurmFiles files;
  std::uint64_t shards = 0;
  std::uint64_t rounds = 0;
  Estimate estimate;
};

Scripts write_scripts(const ExperimentArguments& arguments, const ExperimentOptions& options) {
  Store store{fs::path(arguments.folder)};
  const Experiment experiment(options, store);
  Scripts scripts{.files = SlurmFiles(arguments.folder),
                  .shards = shards_of(arguments, experiment),
                  .rounds = experiment.rounds(),
                  .estimate = {}};
  scripts.estimate = experiment.estimate(scripts.shards);
  const SlurmFiles& files = scripts.files;
  std::error_code error;
  fs::create_directories(files.folder, error);
  if (error)
    throw InputError(fmt::format("{}: this folder cannot be created ({})", files.folder.string(), error.message()));
  // Four times what is expected on one core, and at least five minutes: a limit, not a reservation.
  const std::uint64_t jobs = arguments.jobs.value_or(1);
  const std::uint64_t minutes = 5 + 4 * scripts.estimate.largest_part / 60'000'000;
  // The words of a test set take up to 80 bytes each; one machine at a time has its own.
  std::uint64_t words = 0;
  for (const Subject& subject : options.subjects) words += subject.examination->words();
  const std::uint64_t megabytes = 512 + words * 80 / 1'000'000;
  std::string run = command_of(arguments);
  run.replace(0, 5, program());  // "remap"
  write_text_file(files.trials, head_of(arguments, files, "trials") +
                                    fmt::format("#SBATCH --array=1-{}\n#SBATCH --time={}\n#SBATCH --mem={}M\n"
                                                "#SBATCH --cpus-per-task={}\n#SBATCH --requeue\n",
                                                scripts.shards, slurm_time(minutes), megabytes, jobs) +
                                    tail_of(arguments) +
                                    fmt::format("exec {} --jobs {} --quiet --shard \"$SLURM_ARRAY_TASK_ID/{}\"\n", run,
                                                jobs, scripts.shards));
  write_text_file(files.merge,
                  head_of(arguments, files, "merge") +
                      "#SBATCH --time=0:30:00\n#SBATCH --mem=1024M\n#SBATCH --requeue\n" + tail_of(arguments) +
                      fmt::format("exec {} experiment merge {}\n", program(), shell_word(arguments.folder)));
  const std::string trials = shell_word(files.trials.string()), merge = shell_word(files.merge.string());
  std::string text = fmt::format(
      "#!/bin/sh\n# Submits the shards, and the merge as a job that waits for them; keeps the numbers of the jobs.\n"
      "set -e\n"
      "submit() {{ sbatch --parsable \"$@\" | cut -d ';' -f 1; }}\n"
      "trials=$(submit {})\n"
      "merge=$(submit --dependency=afterany:\"$trials\" {})\n"
      "jobs=\"$trials $merge\"\n",
      trials, merge);
  if (scripts.rounds == 2) {
    text += fmt::format(
        "# The same array once more: the machines are learned then, and the policies are left.\n"
        "policies=$(submit --dependency=afterok:\"$merge\" --kill-on-invalid-dep=yes {})\n"
        "again=$(submit --dependency=afterany:\"$policies\" --kill-on-invalid-dep=yes {})\n"
        "jobs=\"$jobs $policies $again\"\n",
        trials, merge);
  }
  text += fmt::format("echo \"$jobs\" >{0}\necho \"submitted as jobs $jobs\"\n", shell_word(files.jobs.string()));
  write_text_file(files.submit, text);
  fs::permissions(files.submit, fs::perms::owner_exec, fs::perm_options::add, error);
  return scripts;
}

struct Printed {
  int code = 0;
  std::string text;
};

/// Runs a command of the shell and takes what it prints.
Printed printed_by(const std::string& command) {
  Printed printed;
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw InputError("cannot start a program");
  std::array<char, 4096> bytes{};
  for (std::size_t read = 0; (read = std::fread(bytes.data(), 1, bytes.size(), pipe)) > 0;) {
    printed.text.append(bytes.data(), read);
  }
  const int status = pclose(pipe);
  printed.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return printed;
}

/// The numbers of submitted jobs, separated by commas; empty when there are none.
std::string submitted_jobs(const SlurmFiles& files) {
  if (!fs::exists(files.jobs)) return "";
  std::string text = read_text_file(files.jobs);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), ' ', ',');
  return text.find_first_not_of("0123456789,") == std::string::npos ? text : "";
}

/// Whether one of the jobs is waiting or running. When Slurm does not answer, they may be.
bool in_queue(const std::string& jobs, bool if_unknown) {
  if (jobs.empty()) return false;
  const Printed printed = printed_by("squeue --noheader --jobs " + jobs + " 2>&1");
  if (printed.code != 0) return printed.text.find("Invalid job id") == std::string::npos && if_unknown;
  return !printed.text.empty();
}

bool all_merged(const ExperimentArguments& arguments, const Scripts& scripts) {
  Store store{fs::path(arguments.folder)};
  std::size_t finished = 0;
  for (const ShardRow& shard : store.shards()) {
    finished +=
        shard.command == sweep_of(arguments) && shard.shards == scripts.shards && shard.finished == scripts.rounds ? 1
                                                                                                                   : 0;
  }
  return finished == scripts.shards;
}

/// Trials in the files of all shards; a file that cannot be read just now counts as empty.
std::uint64_t trials_of_shards(const ExperimentArguments& arguments, std::uint64_t shards) {
  std::uint64_t trials = 0;
  for (std::uint64_t number = 1; number <= shards; ++number) {
    trials += Store::count_trials(shard_file(arguments.folder, {number, shards}));
  }
  return trials;
}

}  // namespace

int write_slurm_scripts(const ExperimentArguments& arguments, const ExperimentOptions& options) {
  const Scripts scripts = write_scripts(arguments, options);
  if (arguments.quiet) return 0;
  const std::string path = (fs::path(arguments.folder) / "slurm").string();
  print(
      fmt::format("Wrote {0}/trials.sbatch, {0}/merge.sbatch and {0}/submit.sh\n"
                  "{1} in {2}, the longest about {3:.0f} s on one core.\n"
                  "Submit them:                    sh {0}/submit.sh\n"
                  "When they have finished, report: {4}\n",
                  path, counted(scripts.estimate.trials, "trial", "trials"), counted(scripts.shards, "shard", "shards"),
                  double(scripts.estimate.largest_part) / 1e6, command_of(arguments)));
  return 0;
}

int submit_to_slurm(const ExperimentArguments& arguments, const ExperimentOptions& options) {
  if (printed_by("command -v sbatch").code != 0) {
    throw InputError("--submit needs Slurm but its program 'sbatch' was not found; --slurm only writes the scripts");
  }
  const Scripts scripts = write_scripts(arguments, options);
  if (all_merged(arguments, scripts)) return 0;
  std::string jobs = submitted_jobs(scripts.files);
  if (!in_queue(jobs, true)) {
    const Printed printed = printed_by("sh " + shell_word(scripts.files.submit.string()) + " 2>&1");
    if (printed.code != 0) {
      throw InputError(
          fmt::format("Slurm did not accept the jobs ({})", printed.text.substr(0, printed.text.find('\n'))));
    }
    if (!arguments.quiet) print(printed.text);
    jobs = submitted_jobs(scripts.files);
  } else if (!arguments.quiet) {
    print(fmt::format("waiting for jobs {}, submitted before\n", jobs));
  }
  flush();
  {
    SweepProgress progress(!arguments.quiet && error_is_terminal());
    const StopOnInterrupt stopper;
    std::uint64_t seen = trials_of_shards(arguments, scripts.shards);
    const std::size_t all = scripts.estimate.trials;
    progress.on_start(scripts.rounds == 2 ? "machines (policies follow)" : "machines", all - std::min(all, seen), all);
    while (in_queue(jobs, true)) {
      for (int i = 0; i < 10 && !stopper.asked(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(100));
      if (stopper.asked()) {
        fmt::print(stderr,
                   "{}remap: stopped watching; the jobs continue, the same command watches them again "
                   "(scancel {} ends them)\n",
                   error_is_terminal() ? "\r\x1b[2K" : "", jobs);
        return interrupted;
      }
      for (const std::uint64_t now = trials_of_shards(arguments, scripts.shards); seen < now; ++seen) {
        if (seen < all) progress.on_trial();
      }
    }
  }
  if (all_merged(arguments, scripts)) return 0;
  throw InputError(fmt::format(
      "the jobs have finished, but not everything is merged; see {}/*.txt for their output; the same command submits "
      "what is missing",
      scripts.files.folder.string()));
}

}  // namespace remap::cli
