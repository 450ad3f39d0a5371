// One function per experiment: from its trials to its part of the report.
#pragma once

#include <fmt/format.h>

#include <map>

#include "experiments/report/report.hpp"
#include "experiments/report/statistics.hpp"

namespace remap::experiments {

Section correctness_section(const Experiment& experiment);
Section regret_section(const Experiment& experiment);
Section queries_section(const Experiment& experiment);
Section phase_section(const Experiment& experiment);
Section scaling_section(const Experiment& experiment);
Section regex_section(const Experiment& experiment);
/// The example of the paper's appendix, run here.
Section example_section();
/// Maps of the worlds in which policies are learned.
Section worlds_section();

/// Subjects that share a figure: OfficeWorld, CraftWorld t1–t4 and t5–t10, or up to six of the user's machines.
struct SubjectGroup {
  std::string id;     // for file names
  std::string title;  // for captions
  std::vector<const Subject*> subjects;
};
std::vector<SubjectGroup> subject_groups(const ExperimentOptions& options);

/// All 14 tasks, with at least the paper's trials, sample sizes and steps: only then can a claim about its experiments
/// be judged.
bool as_large_as_the_paper(const ExperimentOptions& options);

/// "geometric", "guided": the name of a sampler in the report.
std::string sampler_title(Asked asked);

/// Aggregated paths of phase diagrams as panels of one figure; each panel has a title and rows of one subject.
struct PhasePanel {
  std::string title;
  const Subject* subject = nullptr;
  std::vector<const LearningRow*> rows = {};
};
Figure phase_figure(std::string name, std::string caption, const std::vector<PhasePanel>& panels, std::size_t columns);

/// The result, if the settings allow a verdict.
inline Verdict verdict_if(bool judged, bool agrees) {
  return !judged ? Verdict::open : agrees ? Verdict::agrees : Verdict::differs;
}
inline Verdict verdict(bool agrees) { return agrees ? Verdict::agrees : Verdict::differs; }

/// 12345 as 12,345.
std::string grouped_number(std::uint64_t number);

}  // namespace remap::experiments
