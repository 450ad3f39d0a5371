// What policies lose because their machine was learned. The mean over learned machines has three sources of error, all
// in its standard error: the runs of the true machine, the runs of each learned machine (shared by all trials that
// learned it, so weighted by their number), and which machines happened to be learned.
#include <algorithm>
#include <cmath>

#include "experiments/report/sections.hpp"
#include "experiments/trials/identity.hpp"
#include "worlds/planning.hpp"

namespace remap::experiments {

namespace {

constexpr double rounding = 1e-12;  // of sums of rewards

struct Runs {
  std::vector<double> own, truth;
};

struct Measured {
  double mean = 0;
  double error = 0;  // standard error
};

struct TaskRegret {
  const Subject* subject = nullptr;
  Runs reference;
  std::map<std::string, Runs> learned;                                                  // by machine
  std::map<Asked, std::map<std::uint64_t, std::map<std::string, std::size_t>>> trials;  // how often each was learned
  std::string true_key;
};

enum class Sense : std::uint8_t { papers, truth };

Measured regret(const TaskRegret& task, const std::map<std::string, std::size_t>& counts, Sense sense) {
  const auto values = [&](const Runs& runs) -> const std::vector<double>& {
    return sense == Sense::papers ? runs.own : runs.truth;
  };
  const Summary reference = summarise(values(task.reference));
  double trials = 0, mean = 0, variance = reference.error * reference.error;
  for (const auto& [key, count] : counts) trials += double(count);
  std::vector<std::pair<double, double>> parts;  // weight, mean
  for (const auto& [key, count] : counts) {
    const auto found = task.learned.find(key);
    if (found == task.learned.end()) continue;
    const Summary learned = summarise(values(found->second));
    const double weight = double(count) / trials;
    mean += weight * learned.mean;
    variance += weight * weight * learned.error * learned.error;
    parts.emplace_back(weight, learned.mean);
  }
  double between = 0;
  for (const auto& [weight, value] : parts) between += weight * (value - mean) * (value - mean);
  if (trials > 1) variance += between / (trials - 1);
  return {reference.mean - mean, std::sqrt(variance)};
}

std::vector<TaskRegret> read(const Experiment& experiment) {
  std::vector<TaskRegret> result;
  std::map<std::string, std::size_t> position;
  for (const Subject& subject : experiment.options().subjects) {
    if (subject.world == nullptr) continue;
    position[subject.print] = result.size();
    result.push_back({.subject = &subject,
                      .reference = {},
                      .learned = {},
                      .trials = {},
                      .true_key = fingerprint(play_machine(*subject.machine).text)});
  }
  for (const PolicyRow& row : experiment.policies()) {
    if (!position.contains(row.print)) continue;
    TaskRegret& task = result[position[row.print]];
    Runs& runs = row.reference ? task.reference : task.learned[row.play_key];
    runs.own.push_back(row.result.mean_reward);
    runs.truth.push_back(row.result.truth_reward);
  }
  for (const Asked asked : {Asked::geometric, Asked::guided}) {
    for (const LearningRow& row : experiment.rows(experiment.sampled(asked))) {
      if (position.contains(row.print)) ++result[position[row.print]].trials[asked][row.samples][row.result.play_key];
    }
  }
  return result;
}

Figure regret_figure(const std::vector<TaskRegret>& tasks, const SubjectGroup& group, Asked asked, Sense sense,
                     const std::vector<std::uint64_t>& sizes) {
  Plot plot;
  plot.axes("samples per equivalence question (log scale)", "regret (reward per step × 1000)");
  plot.samples_axis(sizes).key_below(group.subjects.size(), 2, 3).set("bars 0.5");
  plot.set("offsets graph 0, graph 0, graph 0.08, graph 0.05");
  plot.add("0 with lines lc rgb '#555555' lw 0.75 dt 1");
  for (std::size_t i = 0; i < group.subjects.size(); ++i) {
    const auto task = std::find_if(tasks.begin(), tasks.end(),
                                   [&](const TaskRegret& each) { return each.subject == group.subjects[i]; });
    if (task == tasks.end() || !task->trials.contains(asked)) continue;
    std::vector<Plot::Row> rows;
    for (const auto& [samples, counts] : task->trials.at(asked)) {
      const Measured measured = regret(*task, counts, sense);
      rows.push_back({double(samples), measured.mean * 1000, measured.error * 1000});
    }
    const std::string block = plot.data(rows);
    plot.add(block + fmt::format(" using 1:2:3 with yerrorbars lc rgb '{}' lw 0.75 pt -1", series_style(i).colour));
    plot.add(block + " using 1:2 with linespoints " + style_text(i), group.subjects[i]->name);
  }
  return {
      .name = fmt::format("regret-{}-{}-{}", sense == Sense::papers ? "papers" : "true", name_of(asked), group.id),
      .caption = fmt::format(
          "{}, {}: {}; bars are one standard error. Machines that behave alike in the world share their policy runs.",
          group.title, sampler_title(asked),
          sense == Sense::papers
              ? "regret in the paper's sense (each policy's return under its own machine, while learning)"
              : "true regret (final policies evaluated under the true machine, exactly)"),
      .script = plot.script(),
      .height = 2.9,
      .paper = sense == Sense::papers && group.id != "machines-1" ? "4, right" : ""};
}

Claim goes_to_zero(const std::vector<TaskRegret>& tasks, Asked asked, Sense sense, bool judged) {
  Claim claim{.claim = fmt::format("Regret goes to 0 as samples per question increase, for all tasks ({}, {}).",
                                   sampler_title(asked), sense == Sense::papers ? "the paper's sense" : "true regret"),
              .measured = ""};
  std::string off;
  std::size_t count = 0;
  double squares = 0;
  for (const TaskRegret& task : tasks) {
    const auto found = task.trials.find(asked);
    if (found == task.trials.end() || found->second.empty()) continue;
    ++count;
    const Measured measured = regret(task, found->second.rbegin()->second, sense);
    if (measured.error > 0) squares += std::pow(measured.mean / measured.error, 2);
    if (std::abs(measured.mean) <= 2 * measured.error + rounding) continue;
    off += fmt::format("{}{} {:+.6f} ± {:.6f}", off.empty() ? "" : ", ", task.subject->name, measured.mean,
                       measured.error);
  }
  if (count == 0) {
    claim.measured = "no trials";
    return claim;
  }
  // Of many tasks some are outside by chance. Their squares together have mean n and variance 2 n when all is noise.
  const bool noise = squares <= double(count) + 2 * std::sqrt(2.0 * double(count));
  claim.measured =
      off.empty() ? fmt::format("at the largest sample size 0 within two standard errors for all {} tasks", count)
                  : fmt::format(
                        "at the largest sample size more than two standard errors from 0: {}. By chance alone {:.1f} "
                        "of {} tasks would be; the sum of the squares of all {}, in standard errors, is {:.1f}, "
                        "which chance {}",
                        off, 0.0455 * double(count), count, count, squares, noise ? "explains" : "does not explain");
  claim.verdict = verdict_if(judged && (off.empty() || !noise), off.empty());
  claim.rule =
      "every task is within two standard errors of 0; differs when one is not and the sum of the squares exceeds n + 2 "
      "sqrt(2n) for n tasks, two standard deviations above its mean";
  return claim;
}

struct Convergence {
  ReportTable table;
  Claim claim;
};

/// CRM on the true machine beside the planner's exact return under the same exploration.
Convergence convergence(const std::vector<TaskRegret>& tasks, bool judged) {
  Convergence result{
      .table =
          {.caption =
               "CRM on the true machine compared with the exact return of the planner's policy, both with one random "
               "move in ten and episodes of at most 1000 steps (reward per step × 1000). Agrees: within two standard "
               "errors; not converged: its final policy, evaluated exactly, earns less than the planner's, too",
           .header = {"task", "planner, exact", "CRM mean ± s.e.", "difference", "in standard errors",
                      "final CRM policy, exact", "verdict"}},
      .claim = {.claim = "After half of the steps CRM's policy is optimal.", .measured = ""}};
  std::string off, unexplained;
  std::size_t agreeing = 0, count = 0;
  for (const TaskRegret& task : tasks) {
    if (task.reference.own.empty()) continue;
    ++count;
    const Product product(*task.subject->world, play_machine(*task.subject->machine).machine);
    const double planned = evaluate(product, plan(product).policy).reward_per_step;
    const Summary learned = summarise(task.reference.own), frozen = summarise(task.reference.truth);
    const double distance = learned.error > 0 ? (learned.mean - planned) / learned.error : 0;
    const bool agrees = std::abs(learned.mean - planned) <= 2 * learned.error + rounding;
    const bool short_of = frozen.mean < planned - 2 * frozen.error;
    agreeing += agrees ? 1 : 0;
    if (!agrees) {
      std::string& list = short_of ? off : unexplained;
      list += fmt::format("{}{} {:+.2f} %", list.empty() ? "" : ", ", task.subject->name,
                          100 * (learned.mean - planned) / planned);
    }
    const char* const word = agrees ? "agrees" : short_of ? "not converged" : "differs";
    result.table.rows.push_back({task.subject->name, fmt::format("{:.4f}", planned * 1000),
                                 fmt::format("{:.4f} ± {:.4f}", learned.mean * 1000, learned.error * 1000),
                                 fmt::format("{:+.4f}", (learned.mean - planned) * 1000),
                                 fmt::format("{:+.1f}", distance),
                                 fmt::format("{:.4f} ± {:.4f}", frozen.mean * 1000, frozen.error * 1000), word});
  }
  result.claim.measured = fmt::format(
      "CRM's mean return agrees with the planner's exact one within two standard errors on {} of {} tasks{}{}{}{}",
      agreeing, count, off.empty() ? "" : "; it has not converged within these steps on ", off,
      unexplained.empty() ? "" : "; it differs on ", unexplained);
  result.claim.verdict = verdict_if(judged && count > 0, agreeing == count);
  result.claim.rule = "every task is within two standard errors of the planner's return";
  return result;
}

}  // namespace

Section regret_section(const Experiment& experiment) {
  Section section{
      .title = "Regret",
      .text =
          "How much less a policy earns per step because its reward machine was learned. In the paper's sense each "
          "policy is rewarded by its own machine, so a wrong machine that pays too much has negative regret. For true "
          "regret both are rewarded by the true machine. Policies are learned by CRM; machines are distinguished only "
          "by their behaviour on labels that occur in the world, and those that behave alike share their policy runs, "
          "which are separate from the runs of the true machine that they are compared with."};
  const ExperimentOptions& options = experiment.options();
  const bool judged = as_large_as_the_paper(options);
  const std::vector<TaskRegret> tasks = read(experiment);
  for (const Asked asked : {Asked::geometric, Asked::guided}) {
    section.claims.push_back(goes_to_zero(tasks, asked, Sense::papers, judged));
    section.claims.push_back(goes_to_zero(tasks, asked, Sense::truth, judged));
    for (const SubjectGroup& group : subject_groups(options)) {
      const bool tried = std::any_of(tasks.begin(), tasks.end(), [&](const TaskRegret& task) {
        return task.trials.contains(asked) &&
               std::find(group.subjects.begin(), group.subjects.end(), task.subject) != group.subjects.end();
      });
      if (!tried) continue;
      section.figures.push_back(regret_figure(tasks, group, asked, Sense::papers, options.samples));
      section.more_figures.push_back(regret_figure(tasks, group, asked, Sense::truth, options.samples));
    }
  }
  Convergence converged = convergence(tasks, judged);
  section.claims.push_back(std::move(converged.claim));
  section.tables.push_back(std::move(converged.table));

  ReportTable table{
      .caption = "Regret at the largest sample size (reward per step × 1000), mean ± standard error",
      .header = {"task", "sampler", "samples", "machines that behave differently", "the paper's sense", "true"}};
  for (const TaskRegret& task : tasks) {
    for (const auto& [asked, by_samples] : task.trials) {
      if (by_samples.empty()) continue;
      const auto& [samples, counts] = *by_samples.rbegin();
      const Measured papers = regret(task, counts, Sense::papers), truth = regret(task, counts, Sense::truth);
      table.rows.push_back({task.subject->name, std::string(name_of(asked)), std::to_string(samples),
                            std::to_string(counts.size()),
                            fmt::format("{:+.4f} ± {:.4f}", papers.mean * 1000, papers.error * 1000),
                            fmt::format("{:+.4f} ± {:.4f}", truth.mean * 1000, truth.error * 1000)});
    }
  }
  section.tables.push_back(std::move(table));
  return section;
}

}  // namespace remap::experiments
