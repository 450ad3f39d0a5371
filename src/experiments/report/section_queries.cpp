// Comparisons against unique words: the paper's law C = a N ln N and the straight line C = b N, fitted to single
// trials.
#include <algorithm>
#include <cmath>

#include "experiments/report/sections.hpp"

namespace remap::experiments {

namespace {

struct Cloud {
  std::vector<double> n, c;
  std::vector<std::vector<double>> means;  // per subject and sample size: N, C, deviation of N, of C
  OriginFit fit;                           // C = a N ln N
  OriginFit line;                          // C = b N
};

Cloud cloud_of(const std::vector<LearningRow>& rows, bool values) {
  Cloud cloud;
  std::map<std::pair<std::string, std::uint64_t>, std::pair<std::vector<double>, std::vector<double>>> groups;
  for (const LearningRow& row : rows) {
    const auto n = static_cast<double>(row.result.unique_words);
    const auto c = static_cast<double>(values ? row.result.values : row.result.comparisons);
    cloud.n.push_back(n);
    cloud.c.push_back(c);
    auto& group = groups[{row.print, row.samples}];
    group.first.push_back(n);
    group.second.push_back(c);
  }
  for (const auto& [key, group] : groups) {
    const Summary n = summarise(group.first), c = summarise(group.second);
    cloud.means.push_back({n.mean, c.mean, n.deviation, c.deviation});
  }
  cloud.fit = fit_n_log_n(cloud.n, cloud.c);
  cloud.line = fit_through_origin(cloud.n, cloud.c);
  return cloud;
}

std::string fit_text(const Cloud& cloud) {
  return fmt::format("a = {:.4f} ± {:.4f} (standard error), R² = {:.5f}, {} trials", cloud.fit.slope, cloud.fit.error,
                     cloud.fit.r_squared, cloud.n.size());
}

/// Which of the two laws fits better.
Claim straight_line(const Cloud& cloud, const std::string& title, bool judged) {
  return {.claim = fmt::format("C = a·N·ln N describes the number of comparisons, better than a straight line C = b·N "
                               "would ({}; implied by the choice of the law).",
                               title),
          .measured = fmt::format(
              "R² = {:.4f} for {:.4f}·N·ln N, R² = {:.4f} for {:.3f}·N (± {:.3f}): the {} fits better",
              cloud.fit.r_squared, cloud.fit.slope, cloud.line.r_squared, cloud.line.slope, cloud.line.error,
              cloud.line.r_squared > cloud.fit.r_squared ? "straight line" : "paper's law"),
          .verdict = verdict_if(judged && !cloud.n.empty(), cloud.fit.r_squared >= cloud.line.r_squared),
          .rule = "the R² of a·N·ln N is at least that of b·N, both fitted through the origin"};
}

Figure scatter(const std::string& name, const std::string& caption, const Cloud& cloud, const Cloud& lstar) {
  Plot plot;
  plot.axes("unique words N", "comparisons C");
  double most = 1, highest = 1;
  for (const auto& mean : cloud.means) {
    most = std::max(most, mean[0] + mean[2]);
    highest = std::max({highest, mean[1] + mean[3], most});
  }
  // Room above the data for the key, and few enough tics to be read.
  const double magnitude = std::pow(10, std::floor(std::log10(most / 2)));
  const double step = magnitude * (most / magnitude > 10 ? 5 : most / magnitude > 5 ? 2 : 1);
  plot.set("key top left Left reverse").set(fmt::format("xrange [0:{}]", most * 1.05)).set("samples 200");
  plot.set(fmt::format("yrange [0:{}]", highest * 1.6)).set("format x '%.0f'").set("format y '%.0f'");
  plot.set(fmt::format("xtics {}", step)).set("rmargin 3");
  plot.set(fmt::format("trange [1:{}]", most * 1.02)).set("parametric");
  plot.add(fmt::format("t, {}*t*log(t) with lines lc rgb '#D55E00' lw 1.5 dt (8,4)", cloud.fit.slope),
           fmt::format("C = {:.4f} N ln N,  R² = {:.4f}", cloud.fit.slope, cloud.fit.r_squared));
  plot.add(fmt::format("t, {}*t with lines lc rgb '#009E73' lw 1.5 dt 1", cloud.line.slope),
           fmt::format("C = {:.3f} N,  R² = {:.4f}", cloud.line.slope, cloud.line.r_squared));
  plot.add("t, t with lines lc rgb '#555555' lw 1.2 dt (2,3)", "L*: C = N values");
  const std::string means = plot.data(cloud.means);
  plot.add(means + " using 1:2:3:4 with xyerrorbars lc rgb '#b0b0b0' lw 0.5 pt -1");
  plot.add(means + " using 1:2 with points lc rgb '#0072B2' pt 7 ps 0.5", "mean ± 1 s.d.");
  if (!lstar.means.empty()) {
    plot.add(plot.data(lstar.means) + " using 1:2 with points lc rgb '#555555' pt 2 ps 0.5", "L* measured");
  }
  return {.name = name, .caption = caption, .script = plot.script(), .height = 3.2};
}

}  // namespace

Section queries_section(const Experiment& experiment) {
  const ExperimentOptions& options = experiment.options();
  const bool all_tasks = !options.has(ExperimentKind::custom) && options.subjects.size() >= tasks().size();
  Section section{
      .title = "Query complexity",
      .text =
          "How many comparisons a run asks, against the number of unique words N whose class it had to "
          "find. The law C = a·N·ln N is fitted by least squares through the origin to single trials; "
          "R² is one minus the residual sum of squares over the sum of squares about the mean. The straight "
          "line C = b·N, fitted in the same way, is given for comparison."};
  const Cloud exact = cloud_of(experiment.rows(experiment.exact(Way::paper)), false);
  const std::vector<LearningRow> lstar_rows = experiment.rows(experiment.exact(Way::lstar));
  const Cloud lstar = cloud_of(lstar_rows, true);
  const std::vector<LearningRow> own_rows = experiment.rows(experiment.exact(Way::standard));
  const Cloud own = cloud_of(own_rows, false);

  section.claims.push_back(
      {"Exact REMAP: C = 0.2114 N ln N with R² = 0.99268 over 14 tasks × 100 trials.", fit_text(exact),
       verdict_if(all_tasks && options.trials >= 100,
                  exact.fit.slope >= 0.19 && exact.fit.slope <= 0.23 && exact.fit.r_squared >= 0.99),
       "0.19 ≤ a ≤ 0.23 (10 % about the paper's) and R² ≥ 0.99"});
  section.claims.push_back(straight_line(exact, "exact teacher", all_tasks && options.trials >= 100));
  std::size_t linear = 0;
  for (const LearningRow& row : lstar_rows) linear += row.result.values == row.result.unique_words ? 1 : 0;
  section.claims.push_back(
      {"An L*-based approach uses exactly N membership queries.",
       fmt::format("in {} of {} runs of L* the number of values asked is N", linear, lstar_rows.size()),
       lstar_rows.empty() ? Verdict::open : verdict(linear == lstar_rows.size()), "all runs do"});
  std::vector<LearningRow> wrong = experiment.rows(experiment.exact(Way::paper));
  const std::size_t runs = wrong.size();
  std::erase_if(wrong, [](const LearningRow& row) { return row.result.exact; });
  section.claims.push_back({"Exact REMAP learns the correct automaton 100 % of the time.",
                            fmt::format("{} of {} runs ended with an equivalent machine", runs - wrong.size(), runs),
                            runs == 0 ? Verdict::open : verdict(wrong.empty()), "all runs do"});

  section.figures.push_back(scatter("queries-exact",
                                    "The paper's method with an exact teacher: one point per task, mean of its trials.",
                                    exact, lstar));
  for (const Asked asked : {Asked::geometric, Asked::guided}) {
    const Block block = experiment.sampled(asked);
    const std::vector<LearningRow> rows = block.subjects.empty() ? std::vector<LearningRow>{} : experiment.rows(block);
    if (rows.empty()) continue;
    const Cloud cloud = cloud_of(rows, false);
    section.figures.push_back(scatter(
        fmt::format("queries-{}", name_of(asked)),
        fmt::format("The paper's method with the {}: one point per task and sample size.", sampler_title(asked)), cloud,
        {}));
    double more = 0, all = 0;
    std::map<std::string, std::vector<double>> sampled_n, exact_n;
    for (const LearningRow& row : rows) sampled_n[row.print].push_back(double(row.result.unique_words));
    for (const LearningRow& row : experiment.rows(experiment.exact(Way::paper))) {
      exact_n[row.print].push_back(double(row.result.unique_words));
    }
    for (const auto& [print, values] : sampled_n) {
      all += 1;
      more += summarise(values).mean > summarise(exact_n[print]).mean ? 1 : 0;
    }
    section.claims.push_back(
        {fmt::format("With a sampling teacher C is still O(N ln N), and runs tend to hold more unique sequences than "
                     "exact ones ({}).",
                     sampler_title(asked)),
         fmt::format("{}; more unique words than exact runs, on average, for {} of {} machines", fit_text(cloud), more,
                     all),
         verdict(cloud.fit.r_squared >= 0.9 && more * 2 > all),
         "R² ≥ 0.9, and more unique words for more than half of the machines"});
    section.claims.push_back(straight_line(cloud, sampler_title(asked), all_tasks && options.trials >= 100));
  }
  if (!options.has(ExperimentKind::custom)) {
    for (std::size_t i = 0; i < section.figures.size(); ++i)
      section.figures[i].paper = i == 0 ? "5, top left" : "5, top right";
  }
  section.figures.push_back(scatter("queries-standard",
                                    "The default method of remap with an exact teacher. It asks about other words, so "
                                    "N is not the paper's N; the fitted law is drawn for comparison.",
                                    own, {}));

  ReportTable table{.caption = "Comparisons with an exact teacher, mean of all trials",
                    .header = {"machine", "N", "comparisons", "equivalence questions", "L* values",
                               "default: comparisons", "default: equivalence questions"}};
  struct Sums {
    std::vector<double> n, c, e, values, own_c, own_e;
  };
  std::map<std::string, Sums> sums;
  for (const LearningRow& row : experiment.rows(experiment.exact(Way::paper))) {
    sums[row.print].n.push_back(double(row.result.unique_words));
    sums[row.print].c.push_back(double(row.result.comparisons));
    sums[row.print].e.push_back(double(row.result.equivalence_questions));
  }
  for (const LearningRow& row : lstar_rows) sums[row.print].values.push_back(double(row.result.values));
  for (const LearningRow& row : own_rows) {
    sums[row.print].own_c.push_back(double(row.result.comparisons));
    sums[row.print].own_e.push_back(double(row.result.equivalence_questions));
  }
  for (const Subject& subject : options.subjects) {
    const Sums& s = sums[subject.print];
    const auto mean = [](const std::vector<double>& values) { return fmt::format("{:.1f}", summarise(values).mean); };
    table.rows.push_back({subject.name, mean(s.n), mean(s.c), mean(s.e), mean(s.values), mean(s.own_c), mean(s.own_e)});
  }
  section.tables.push_back(std::move(table));
  return section;
}

}  // namespace remap::experiments
