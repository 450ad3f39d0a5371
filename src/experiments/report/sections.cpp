#include "experiments/report/sections.hpp"

#include <algorithm>

namespace remap::experiments {

std::vector<SubjectGroup> subject_groups(const ExperimentOptions& options) {
  std::vector<SubjectGroup> groups = {
      {"office", "OfficeWorld", {}}, {"craft-1-4", "CraftWorld t1–t4", {}}, {"craft-5-10", "CraftWorld t5–t10", {}}};
  std::vector<const Subject*> others;
  for (const Subject& subject : options.subjects) {
    if (subject.in(WorldName::office)) {
      groups[0].subjects.push_back(&subject);
    } else if (subject.in(WorldName::craft)) {
      groups[subject.task->repaired ? 2 : 1].subjects.push_back(&subject);
    } else {
      others.push_back(&subject);
    }
  }
  constexpr std::size_t most = 6;
  for (std::size_t i = 0; i < others.size(); i += most) {
    const std::size_t end = std::min(others.size(), i + most);
    groups.push_back(
        {fmt::format("machines-{}", i / most + 1),
         others.size() <= most ? "your machines" : fmt::format("your machines {} to {}", i + 1, end),
         {others.begin() + static_cast<std::ptrdiff_t>(i), others.begin() + static_cast<std::ptrdiff_t>(end)}});
  }
  std::erase_if(groups, [](const SubjectGroup& group) { return group.subjects.empty(); });
  return groups;
}

bool as_large_as_the_paper(const ExperimentOptions& options) {
  const ExperimentOptions paper;
  if (options.trials < paper.trials || options.test_samples < paper.test_samples ||
      options.policy.office_steps < paper.policy.office_steps ||
      options.policy.craft_steps < paper.policy.craft_steps || options.samples.empty() ||
      *std::max_element(options.samples.begin(), options.samples.end()) < paper_samples.back()) {
    return false;
  }
  return std::all_of(tasks().begin(), tasks().end(), [&](const Task& task) {
    return std::any_of(options.subjects.begin(), options.subjects.end(),
                       [&](const Subject& subject) { return subject.world != nullptr && subject.name == task.name; });
  });
}

std::string sampler_title(Asked asked) {
  return asked == Asked::geometric ? "geometric sampler" : asked == Asked::guided ? "guided sampler" : "exact teacher";
}

std::string grouped_number(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

namespace {

/// Beside every figure whose trials are fewer than the paper's.
void say_when_small(const ExperimentOptions& options, Section& section) {
  const ExperimentOptions paper;
  const bool regex = section.title.starts_with("Regular");
  const std::uint64_t trials = regex ? options.regex_trials : options.trials;
  const std::uint64_t wanted = regex ? paper.regex_trials : paper.trials;
  std::string note;
  if (trials < wanted) {
    // The widest that the interval of a share can be.
    const Interval half = share_interval(trials / 2, trials);
    note = fmt::format(
        " Only {} trials of each kind (the paper: {}): a share is known within ± {:.0f} percentage points "
        "at best, and single curves mean little.",
        trials, wanted, 50 * (half.high - half.low));
  }
  if (section.title == "Regret" && (options.policy.office_steps < paper.policy.office_steps ||
                                    options.policy.craft_steps < paper.policy.craft_steps)) {
    note += fmt::format(
        " Policies learned for {} steps in OfficeWorld and {} in CraftWorld (the paper: {} and {}) have "
        "not converged.",
        grouped_number(options.policy.office_steps), grouped_number(options.policy.craft_steps),
        grouped_number(paper.policy.office_steps), grouped_number(paper.policy.craft_steps));
  }
  for (std::vector<Figure>* list : {&section.figures, &section.more_figures}) {
    for (Figure& figure : *list) figure.caption += note;
  }
}

}  // namespace

std::vector<Section> sections(const Experiment& experiment) {
  using enum ExperimentKind;
  const ExperimentOptions& options = experiment.options();
  const bool own = options.has(custom);
  std::vector<Section> result;
  if (options.has(correctness) || own) result.push_back(correctness_section(experiment));
  if (options.has(regret)) result.push_back(regret_section(experiment));
  if (options.has(queries) || own) result.push_back(queries_section(experiment));
  if (options.has(phase) || own) result.push_back(phase_section(experiment));
  if (options.has(scaling) || own) result.push_back(scaling_section(experiment));
  if (options.has(regex)) result.push_back(regex_section(experiment));
  for (Section& section : result) say_when_small(options, section);
  if (!own) result.push_back(example_section());
  const bool played = std::any_of(options.subjects.begin(), options.subjects.end(),
                                  [](const Subject& subject) { return subject.world != nullptr; });
  if (played && !own) result.push_back(worlds_section());
  return result;
}

}  // namespace remap::experiments
