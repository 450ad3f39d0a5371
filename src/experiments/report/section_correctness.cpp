// How often a machine that a sampling teacher accepted is right, by the paper's test set and by exact comparison.
#include <algorithm>
#include <cmath>

#include "experiments/report/sections.hpp"

namespace remap::experiments {

namespace {

struct Point {
  std::vector<double> accuracy;
  std::size_t right = 0;  // every word of the test set
  std::size_t exact = 0;  // equivalent
  [[nodiscard]] double share(std::size_t count) const {
    return accuracy.empty() ? 0 : double(count) / double(accuracy.size());
  }
};
using Curve = std::map<std::uint64_t, Point>;  // by samples
using Curves = std::map<std::string, Curve>;   // by subject

struct Sampler {
  Asked asked;
  Curves curves;
  std::size_t passed_but_wrong = 0;  // every test word right, and yet not equivalent
  std::size_t guaranteed = 0;        // runs for which the guarantee says something
  std::size_t beyond = 0;            // of them: more disagreement than it allows
  std::size_t trials = 0;
};

constexpr double delta = 0.1;

/// The theorem asks for (ln(1/d) + k ln 2) / epsilon samples of the k-th question; solved for epsilon, for the last
/// one.
double guaranteed_epsilon(const LearningRow& row) {
  return (std::log(1 / delta) + double(row.result.equivalence_questions) * std::log(2)) / double(row.samples);
}

std::string share_text(std::size_t count, const Point& point) {
  const Interval interval = share_interval(count, point.accuracy.size());
  return fmt::format("{:.2f} ({:.2f}–{:.2f})", point.share(count), interval.low, interval.high);
}

/// Only the geometric sampler draws from the distribution that disagreement is measured with.
Claim guarantee(const Sampler& sampler) {
  const Interval interval = share_interval(sampler.beyond, sampler.guaranteed);
  const double share = sampler.guaranteed == 0 ? 0 : double(sampler.beyond) / double(sampler.guaranteed);
  return {
      .claim =
          "With m ≥ (ln(1/d) + k ln 2) / ε samples for the k-th question, the probability that a learned machine "
          "misclassifies more than ε of all words is at most d (Theorem 4).",
      .measured = fmt::format(
          "with d = {} and the ε that each run's samples and questions give, {} of {} runs with ε < 1 misclassify more "
          "than ε of all geometric words, computed exactly: {:.2f} % (95 % interval {:.2f} to {:.2f} %)",
          delta, grouped_number(sampler.beyond), grouped_number(sampler.guaranteed), 100 * share, 100 * interval.low,
          100 * interval.high),
      .verdict = verdict_if(sampler.guaranteed >= 100, share <= delta),
      .rule = fmt::format("the share is at most d = {}; cannot tell with fewer than 100 such runs", delta)};
}

Sampler read(const Experiment& experiment, Asked asked) {
  Sampler sampler{.asked = asked, .curves = {}};
  const Block block = experiment.sampled(asked);
  if (block.subjects.empty()) return sampler;
  for (const LearningRow& row : experiment.rows(block)) {
    Point& point = sampler.curves[row.print][row.samples];
    const bool right = row.result.score.right == row.result.score.tested;
    point.accuracy.push_back(row.result.score.accuracy());
    point.right += right ? 1 : 0;
    point.exact += row.result.exact ? 1 : 0;
    sampler.passed_but_wrong += right && !row.result.exact ? 1 : 0;
    ++sampler.trials;
    if (const double epsilon = guaranteed_epsilon(row); epsilon < 1) {
      ++sampler.guaranteed;
      sampler.beyond += row.result.disagreement > epsilon ? 1 : 0;
    }
  }
  return sampler;
}

Figure curves_figure(const Sampler& sampler, const SubjectGroup& group, const std::vector<std::uint64_t>& sizes,
                     bool accuracy) {
  Plot plot;
  plot.axes("samples per equivalence question (log scale)", accuracy ? "mean accuracy" : "probability of isomorphism");
  plot.samples_axis(sizes).set("yrange [0:1.05]").key_below(group.subjects.size(), 2, 3);
  for (std::size_t i = 0; i < group.subjects.size(); ++i) {
    std::vector<Plot::Row> rows;
    const auto curve = sampler.curves.find(group.subjects[i]->print);
    if (curve == sampler.curves.end()) continue;
    for (const auto& [samples, point] : curve->second) {
      const Interval interval = share_interval(point.right, point.accuracy.size());
      rows.push_back({double(samples), accuracy ? summarise(point.accuracy).mean : point.share(point.right),
                      interval.low, interval.high});
    }
    const std::string block = plot.data(rows);
    if (!accuracy) {
      plot.add(block + fmt::format(" using 1:2:3:4 with yerrorbars lc rgb '{}' lw 0.6 pt -1", series_style(i).colour));
    }
    plot.add(block + " using 1:2 with linespoints " + style_text(i), group.subjects[i]->name);
  }
  return {.name = fmt::format("{}-{}-{}", accuracy ? "accuracy" : "isomorphism", name_of(sampler.asked), group.id),
          .caption = fmt::format("{}, {}: {}.", group.title, sampler_title(sampler.asked),
                                 accuracy ? "mean share of test words with the right output"
                                          : "share of learned machines that are right on every word of the test set, "
                                            "with 95 % confidence intervals"),
          .script = plot.script(),
          .height = 2.9,
          .paper = !accuracy && !group.id.starts_with("machines") ? "4, left" : ""};
}

std::string percent(double share) { return fmt::format("{:.1f} %", share * 100); }

/// Isomorphism at the largest sample size, and whether it rose to it.
Claim rises_to_one(const Experiment& experiment, const Sampler& sampler) {
  Claim claim{.claim = fmt::format("As samples per question increase, the probability of isomorphism goes to 1 for all "
                                   "tasks ({}).",
                                   sampler_title(sampler.asked)),
              .measured = ""};
  std::string short_of;
  bool rises = true;
  double least = 1;
  for (const Subject& subject : experiment.options().subjects) {
    const auto curve = sampler.curves.find(subject.print);
    if (curve == sampler.curves.end() || curve->second.empty()) continue;
    const auto& [samples, last] = *curve->second.rbegin();
    const Point& first = curve->second.begin()->second;
    const double share = last.share(last.right);
    least = std::min(least, share);
    rises = rises && share >= first.share(first.right);
    if (share < 0.99)
      short_of += fmt::format("{}{} {} at {}", short_of.empty() ? "" : ", ", subject.name, percent(share), samples);
  }
  if (sampler.curves.empty()) {
    claim.measured = "no trials";
    return claim;
  }
  claim.measured = short_of.empty()
                       ? fmt::format("at the largest sample size of each machine at least {}", percent(least))
                       : fmt::format("below 99 % at the largest sample size: {}", short_of);
  if (!rises) claim.measured += "; for some machine it is lower at the largest size than at the smallest";
  claim.verdict = verdict_if(as_large_as_the_paper(experiment.options()), short_of.empty() && rises);
  claim.rule = "it is at least 99 % at the largest size for every task, and nowhere lower than at the smallest size";
  return claim;
}

Claim test_set_size(const Experiment& experiment, bool harder) {
  std::uint64_t least = UINT64_MAX, most = 0;
  for (const Subject& subject : experiment.options().subjects) {
    if (subject.world == nullptr) continue;
    if (subject.task->repaired != harder) continue;
    least = std::min(least, subject.examination->words());
    most = std::max(most, subject.examination->words());
  }
  Claim claim{.claim = harder ? "The test sets of CraftWorld t5–t10 have 1.4m to 24.6m words."
                              : "The test sets of OfficeWorld t1–t4 and CraftWorld t1–t4 have 35.4k to 36.2k words.",
              .measured = ""};
  if (most == 0) {
    claim.measured = "no such task";
    return claim;
  }
  const std::uint64_t low = harder ? 1'350'000 : 35'350, high = harder ? 24'650'000 : 36'250;
  claim.measured = fmt::format("{} to {} words", grouped_number(least), grouped_number(most));
  const bool inside = least >= low && most <= high;
  if (!inside) {
    claim.measured += fmt::format(
        ". Ours are made by the appendix's rule with s = {} (the paper's sample sizes added up: {}), for every path "
        "that visits no state twice: length × letters × s words, and s geometric ones. The rule makes sizes "
        "proportional to the number of letters, 4 to 32 here, which the narrow range of the paper's small tasks does "
        "not follow; which s or which paths it is based on is not stated",
        experiment.options().test_samples, 9575);
  }
  claim.verdict = verdict_if(as_large_as_the_paper(experiment.options()), inside);
  claim.rule = fmt::format("all are between {} and {}, the paper's range as it is rounded", grouped_number(low),
                           grouped_number(high));
  return claim;
}

}  // namespace

Section correctness_section(const Experiment& experiment) {
  const ExperimentOptions& options = experiment.options();
  Section section{
      .title = "Correctness",
      .text =
          "Machines learned by the paper's method with a teacher that only samples words. The geometric sampler draws "
          "words of geometric length (stop 0.2) with uniform letters, as the paper's text says. The guided sampler, "
          "which the authors' scripts used, first draws words along every simple path through the true reward "
          "machine; there, samples per question is a multiplier. A machine counts as isomorphic when it is right on "
          "every word of the test set; the result of exact comparison is also given."};
  std::vector<Sampler> samplers;
  for (const Asked asked : {Asked::geometric, Asked::guided}) {
    Sampler sampler = read(experiment, asked);
    if (!sampler.curves.empty()) samplers.push_back(std::move(sampler));
  }
  const std::vector<SubjectGroup> groups = subject_groups(options);
  for (const Sampler& sampler : samplers) {
    section.claims.push_back(rises_to_one(experiment, sampler));
    for (const SubjectGroup& group : groups) {
      const bool tried = std::any_of(group.subjects.begin(), group.subjects.end(),
                                     [&](const Subject* subject) { return sampler.curves.contains(subject->print); });
      if (!tried) continue;  // none of the sizes asked for is one of this sampler
      section.figures.push_back(curves_figure(sampler, group, options.samples, false));
      section.more_figures.push_back(curves_figure(sampler, group, options.samples, true));
    }
    section.claims.push_back(
        {fmt::format("100 % accuracy on the test set stands for isomorphism ({}).", sampler_title(sampler.asked)),
         fmt::format("{} of {} learned machines passed the test set and are not equivalent to the true one",
                     grouped_number(sampler.passed_but_wrong), grouped_number(sampler.trials)),
         verdict(sampler.passed_but_wrong == 0), "there is none"});
  }
  for (const Sampler& sampler : samplers) {
    if (sampler.asked == Asked::geometric) section.claims.push_back(guarantee(sampler));
  }
  if (!options.has(ExperimentKind::custom)) {
    section.claims.push_back(test_set_size(experiment, false));
    section.claims.push_back(test_set_size(experiment, true));
  }
  for (const Sampler& sampler : samplers) {
    ReportTable table{
        .caption = "Probability of isomorphism by the test set, " + sampler_title(sampler.asked) +
                   "; in the last column by exact comparison. In brackets: 95 % confidence intervals (Wilson)",
        .header = {"machine"}};
    for (const std::uint64_t samples : options.samples) table.header.push_back(std::to_string(samples));
    table.header.insert(table.header.end(), {"test words", "exact at the largest"});
    for (const Subject& subject : options.subjects) {
      const auto curve = sampler.curves.find(subject.print);
      if (curve == sampler.curves.end()) continue;
      std::vector<std::string> row = {subject.name};
      for (const std::uint64_t samples : options.samples) {
        const auto point = curve->second.find(samples);
        row.push_back(point == curve->second.end() ? "" : share_text(point->second.right, point->second));
      }
      const Point& last = curve->second.rbegin()->second;
      row.push_back(grouped_number(subject.examination->words()));
      row.push_back(share_text(last.exact, last));
      table.rows.push_back(std::move(row));
    }
    section.tables.push_back(std::move(table));
  }
  return section;
}

}  // namespace remap::experiments
