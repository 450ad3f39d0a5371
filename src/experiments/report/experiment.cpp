// An experiment is a set of trials and a way to look at them. Most experiments of the paper look at the same runs:
// correctness, regret, queries, phase and scaling all draw on the machines learned with a sampling teacher, so each run
// is made once and serves them all. Policies come second, because which machines need one is known only then.
#include "experiments/report/experiment.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "experiments/store/revision.hpp"
#include "experiments/trials/identity.hpp"
#include "experiments/trials/sweep.hpp"

namespace remap::experiments {

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

bool harder_task(const Subject& subject) { return subject.task == nullptr || subject.task->repaired; }

/// Guided questions in CraftWorld end at a smaller number of samples.
bool asked_for(const ExperimentOptions& options, Asked asked, const Subject& subject, std::uint64_t samples) {
  return asked != Asked::guided || !subject.in(WorldName::craft) || samples <= options.guided_craft_samples;
}

/// Most trials learn the true machine, so its mean must be known as well as that of the runs it is compared with.
std::uint64_t learned_runs(const ExperimentOptions& options, bool is_truth) {
  return is_truth ? std::max(options.learned_runs, options.reference_runs) : options.learned_runs;
}

}  // namespace

bool ExperimentOptions::has(ExperimentKind kind) const {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

void make_quick(ExperimentOptions& options) {
  options.trials = 10;
  options.samples = {25, 100, 500};
  options.regex_trials = 40;
  options.regex_samples = {2, 10, 50, 200};
  options.regex_letters = {2, 4, 8};
  options.policy = {.office_steps = 40'000, .craft_steps = 200'000};
  options.reference_runs = 8;
  options.learned_runs = 2;
  options.test_samples = 25;
}

Experiment::Experiment(ExperimentOptions options, Store& store, Store* merged)
    : options_(std::move(options)), store_(store), merged_(merged), started_(now()) {
  if (options_.has(ExperimentKind::regex)) {
    regex_subjects_[2] = regex_subjects(2);
    for (const std::size_t letters : options_.regex_letters) regex_subjects_[letters] = regex_subjects(letters);
  }
}

Block Experiment::sampled(Asked asked) const {
  Block block{{Way::paper, asked}, {}, options_.samples, options_.trials};
  for (const Subject& subject : options_.subjects) {
    if (asked != Asked::guided || subject.paths) block.subjects.push_back(&subject);
  }
  return block;
}

Block Experiment::exact(Way way) const {
  Block block{{way, Asked::exact}, {}, {0}, options_.trials};
  for (const Subject& subject : options_.subjects) block.subjects.push_back(&subject);
  return block;
}

Block Experiment::harder(Asked asked) const {
  Block block = sampled(asked);
  std::erase_if(block.subjects, [](const Subject* subject) { return !harder_task(*subject); });
  block.trials = std::min(block.trials, trials_with_path);
  return block;
}

Block Experiment::regexes() const {
  Block block{{Way::paper, Asked::geometric}, {}, options_.regex_samples, options_.regex_trials};
  for (const Subject& subject : regex_subjects_.at(2)) block.subjects.push_back(&subject);
  return block;
}

Block Experiment::regex_alphabets() const {
  Block block{{Way::paper, Asked::geometric}, {}, {options_.regex_letters_samples}, options_.regex_trials};
  for (const std::size_t letters : options_.regex_letters) {
    for (const Subject& subject : regex_subjects_.at(letters)) block.subjects.push_back(&subject);
  }
  return block;
}

std::vector<Block> Experiment::blocks() const {
  using enum ExperimentKind;
  std::vector<Block> result;
  const bool custom_ones = options_.has(custom);
  if (options_.has(queries) || custom_ones) {
    for (const Way way : {Way::paper, Way::standard, Way::lstar}) result.push_back(exact(way));
  }
  if (options_.has(correctness) || options_.has(regret) || options_.has(queries) || custom_ones) {
    result.push_back(sampled(Asked::geometric));
    result.push_back(sampled(Asked::guided));
  }
  if (options_.has(phase) || options_.has(scaling)) {
    result.push_back(harder(Asked::geometric));
    result.push_back(harder(Asked::guided));
  }
  if (options_.has(regex)) {
    result.push_back(regexes());
    result.push_back(regex_alphabets());
  }
  return result;
}

std::string Experiment::series_options(const LearningSetting& setting) const {
  nlohmann::ordered_json json = {{"method", method_revision},
                                 {"seed", options_.seed},
                                 {"way", std::string(name_of(setting.way))},
                                 {"equivalence", std::string(name_of(setting.asked))},
                                 {"stop", 0.2},
                                 {"test_samples", options_.test_samples}};
  return json.dump();
}

std::string Experiment::policy_options() const {
  const CrmOptions crm;
  nlohmann::ordered_json json = {{"method", method_revision},
                                 {"seed", options_.seed},
                                 {"office_steps", options_.policy.office_steps},
                                 {"craft_steps", options_.policy.craft_steps},
                                 {"counterfactuals", "reachable"},
                                 {"learning_rate", format_number(crm.learning_rate)},
                                 {"discount", "0.9"},
                                 {"initial_value", format_number(crm.initial_value)},
                                 {"epsilon", format_number(crm.epsilon)},
                                 {"episode_limit", crm.episode_limit}};
  return json.dump();
}

std::int64_t Experiment::series(const LearningSetting& setting) const {
  return store_.series("learning", series_options(setting));
}

bool Experiment::run(const std::atomic<bool>& stop, SweepWatcher& watcher) {
  finished_ = 0;
  if (!learn(stop, watcher)) return false;
  finished_ = 1;
  if (!options_.has(ExperimentKind::regret)) return true;
  if (options_.shard) {
    // Another shard may still learn a machine that needs policies.
    if (merged_ == nullptr) return true;
    std::map<std::int64_t, std::set<Store::LearningKey>> known;
    for (const LearningJob& job : learning_jobs()) {
      if (!known.contains(job.series)) known[job.series] = merged_->finished_learning(job.series);
      if (!known[job.series].contains({job.trial.subject->print, job.trial.samples, job.trial.number})) return true;
    }
  }
  if (!play(stop, watcher)) return false;
  finished_ = 2;
  return true;
}

std::vector<Experiment::LearningJob> Experiment::learning_jobs() const {
  std::vector<LearningJob> jobs;
  std::map<std::int64_t, std::set<Store::LearningKey>> wanted;
  for (const Block& block : blocks()) {
    if (block.subjects.empty()) continue;
    const std::int64_t id = series(block.setting);
    for (const Subject* subject : block.subjects) {
      for (const std::uint64_t samples : block.samples) {
        if (!asked_for(options_, block.setting.asked, *subject, samples)) continue;
        for (std::uint64_t number = 0; number < block.trials; ++number) {
          if (!wanted[id].insert({subject->print, samples, number}).second) continue;
          jobs.push_back({block.setting, id, {subject, samples, number}});
        }
      }
    }
  }
  return jobs;
}

Split Experiment::split_jobs(const std::vector<LearningJob>& jobs, std::size_t parts) {
  std::map<std::string_view, std::size_t> groups;
  std::vector<SweepPiece> pieces;
  pieces.reserve(jobs.size());
  for (const LearningJob& job : jobs) {
    const std::size_t group = groups.try_emplace(job.trial.subject->print, groups.size()).first->second;
    pieces.push_back({group, expected_cost(job.setting, job.trial), expected_setup(job.setting, *job.trial.subject)});
  }
  return split(pieces, parts);
}

Estimate Experiment::estimate(std::size_t parts) const {
  const std::vector<LearningJob> jobs = learning_jobs();
  const Split all = split_jobs(jobs, 1);
  Estimate estimate{jobs.size(), all.largest, split_jobs(jobs, parts).largest};
  if (rounds() == 2) {
    // How many machines need policies is not known: the true ones, and as a guess ten wrong ones of each task.
    std::uint64_t policies = 0;
    for (const Subject& subject : options_.subjects) {
      if (subject.world == nullptr) continue;
      const std::uint64_t runs =
          options_.reference_runs + learned_runs(options_, true) + 10 * learned_runs(options_, false);
      policies += runs * expected_cost(options_.policy, PolicyTrial{&subject, {}, {}, false, 0});
    }
    estimate.total += policies;
    estimate.largest_part = std::max(estimate.largest_part, policies / parts);
  }
  return estimate;
}

bool Experiment::learn(const std::atomic<bool>& stop, SweepWatcher& watcher) {
  std::vector<LearningJob> jobs = learning_jobs();
  if (options_.shard) {
    const Split parts = split_jobs(jobs, options_.shard->count);
    std::size_t at = 0;
    std::erase_if(jobs, [&](const LearningJob&) { return parts.part_of[at++] + 1 != options_.shard->number; });
  }
  const std::size_t all = jobs.size();
  std::map<std::int64_t, std::set<Store::LearningKey>> known;
  std::set<const Subject*> subjects;
  for (const LearningJob& job : jobs) {
    if (subjects.insert(job.trial.subject).second) store_.add_subject(*job.trial.subject);
    if (known.contains(job.series)) continue;
    known[job.series] = store_.finished_learning(job.series);
    if (merged_ != nullptr) known[job.series].merge(merged_->finished_learning(job.series));
  }
  std::erase_if(jobs, [&](const LearningJob& job) {
    return known[job.series].contains({job.trial.subject->print, job.trial.samples, job.trial.number});
  });
  watcher.on_start("machines", jobs.size(), all);
  std::size_t done = 0;
  sweep<LearningResult>(
      jobs.size(), options_.jobs, stop,
      [&](std::size_t i) { return run_trial(jobs[i].setting, jobs[i].trial, options_.seed); },
      [&](std::size_t i, const LearningResult& result) {
        store_.add(jobs[i].series, jobs[i].trial, result, now() - started_);
        ++done;
        watcher.on_trial();
      });
  return done == jobs.size();
}

std::vector<PolicyTrial> Experiment::policy_jobs() {
  Store& learned_in = merged_ != nullptr ? *merged_ : store_;
  std::map<std::string, const Subject*> by_print;
  std::map<std::string, std::set<std::string>> learned;  // per subject: the machines that were learned
  for (const Subject& subject : options_.subjects) {
    if (subject.world != nullptr) by_print[subject.print] = &subject;
  }
  for (const Asked asked : {Asked::geometric, Asked::guided}) {
    for (const LearningRow& row : rows_in(learned_in, sampled(asked))) learned[row.print].insert(row.result.play_key);
  }
  std::vector<PolicyTrial> jobs;
  const auto want = [&](const Subject& subject, const std::string& key, const std::string& text, bool reference,
                        std::uint64_t runs) {
    for (std::uint64_t number = 0; number < runs; ++number) jobs.push_back({&subject, key, text, reference, number});
  };
  for (const auto& [print, subject] : by_print) {
    const std::string truth = play_machine(*subject->machine).text;
    want(*subject, fingerprint(truth), truth, true, options_.reference_runs);
    for (const std::string& key : learned[print]) {
      want(*subject, key, learned_in.play_text(key), false, learned_runs(options_, key == fingerprint(truth)));
    }
  }
  return jobs;
}

bool Experiment::play(const std::atomic<bool>& stop, SweepWatcher& watcher) {
  const std::int64_t id = store_.series("policy", policy_options());
  std::vector<PolicyTrial> jobs = policy_jobs();
  if (options_.shard) {
    std::vector<SweepPiece> pieces;
    for (const PolicyTrial& job : jobs) pieces.push_back({0, expected_cost(options_.policy, job), 0});
    const Split parts = split(pieces, options_.shard->count);
    std::size_t at = 0;
    std::erase_if(jobs, [&](const PolicyTrial&) { return parts.part_of[at++] + 1 != options_.shard->number; });
  }
  const std::size_t all = jobs.size();
  std::set<const Subject*> subjects;
  for (const PolicyTrial& job : jobs) {
    if (subjects.insert(job.subject).second) store_.add_subject(*job.subject);
  }
  std::set<Store::PolicyKey> known = store_.finished_policies(id);
  if (merged_ != nullptr) known.merge(merged_->finished_policies(id));
  std::erase_if(jobs, [&](const PolicyTrial& job) {
    return known.contains({job.subject->print, job.play_key, job.reference, job.number});
  });
  watcher.on_start("policies", jobs.size(), all);
  std::size_t done = 0;
  sweep<PolicyResult>(
      jobs.size(), options_.jobs, stop,
      [&](std::size_t i) { return run_trial(options_.policy, jobs[i], options_.seed); },
      [&](std::size_t i, const PolicyResult& result) {
        store_.add(id, jobs[i], result, now() - started_);
        ++done;
        watcher.on_trial();
      });
  return done == jobs.size();
}

std::vector<LearningRow> Experiment::rows(const Block& block) const { return rows_in(store_, block); }

std::vector<LearningRow> Experiment::rows_in(Store& store, const Block& block) const {
  std::set<std::string> prints;
  for (const Subject* subject : block.subjects) prints.insert(subject->print);
  const std::set<std::uint64_t> samples(block.samples.begin(), block.samples.end());
  std::vector<LearningRow> result = store.learning(series(block.setting));
  std::erase_if(result, [&](const LearningRow& row) {
    return row.number >= block.trials || !prints.contains(row.print) || !samples.contains(row.samples);
  });
  return result;
}

std::vector<PolicyRow> Experiment::policies() const {
  std::vector<PolicyRow> result = store_.policies(store_.series("policy", policy_options()));
  std::map<std::string, std::string> truth;
  for (const Subject& subject : options_.subjects) {
    if (subject.world != nullptr) truth[subject.print] = fingerprint(play_machine(*subject.machine).text);
  }
  std::erase_if(result, [&](const PolicyRow& row) {
    return row.number >=
           (row.reference ? options_.reference_runs : learned_runs(options_, row.play_key == truth[row.print]));
  });
  return result;
}

}  // namespace remap::experiments
