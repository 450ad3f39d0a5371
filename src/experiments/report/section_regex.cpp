// Classifiers made of regular expressions, as in the appendix.
#include <algorithm>
#include <cmath>
#include <set>

#include "experiments/report/sections.hpp"

namespace remap::experiments {

namespace {

struct Measure {
  const char* id;
  const char* title;
  double (*value)(const LearningRow&);
};

constexpr std::array<Measure, 4> measures = {
    {{"accuracy", "accuracy", [](const LearningRow& row) { return row.result.score.accuracy(); }},
     {"equivalence", "equivalence questions",
      [](const LearningRow& row) { return double(row.result.equivalence_questions); }},
     {"comparisons", "comparisons", [](const LearningRow& row) { return double(row.result.comparisons); }},
     {"words", "unique words", [](const LearningRow& row) { return double(row.result.unique_words); }}}};

using Values = std::map<std::string, std::map<std::uint64_t, std::vector<double>>>;  // by subject, then by x

Values collect(const std::vector<LearningRow>& rows, const Measure& measure) {
  Values values;
  for (const LearningRow& row : rows) values[row.print][row.samples].push_back(measure.value(row));
  for (auto& [print, by_x] : values) {
    for (auto& [x, list] : by_x) std::sort(list.begin(), list.end());
  }
  return values;
}

/// A row of violins per classifier, a column per measure.
Figure violins(const std::vector<Subject>& subjects, const std::vector<LearningRow>& rows,
               const std::vector<std::uint64_t>& sizes, std::uint64_t trials) {
  Plot plot;
  plot.set(fmt::format("multiplot layout {},{} spacing 0.085,0.065 margins 0.085,0.99,0.07,0.965", subjects.size(),
                       measures.size()));
  plot.command("unset key").set("style fill solid 0.55 noborder").set("tics font ',10'").set("title font ',11'");
  std::string tics;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    tics += fmt::format("{}'{}' {}", i == 0 ? "" : ", ", sizes[i], i + 1);
  }
  plot.set(fmt::format("xtics rotate by -45 ({})", tics))
      .set(fmt::format("xrange [0.3:{}]", double(sizes.size()) + 0.7));
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    for (std::size_t m = 0; m < measures.size(); ++m) {
      Values values = collect(rows, measures[m]);
      const auto& by_size = values[subjects[s].print];
      double low = INFINITY, high = -INFINITY;
      for (const auto& [size, list] : by_size) {
        low = std::min(low, quantile(list, 0.005));
        high = std::max(high, quantile(list, 0.995));
      }
      if (!(high > low)) {
        low -= 0.05 * std::max(1.0, std::abs(low));
        high = low + 0.1 * std::max(1.0, std::abs(low));
      }
      const double range = high - low;
      plot.set("title " + gnuplot_text(subjects[s].name) + " noenhanced offset 0,-0.7");
      plot.set("ylabel " + gnuplot_text(measures[m].title) + " noenhanced offset 1.2,0 font ',10'");
      plot.set(fmt::format("yrange [{}:{}]", low - 0.05 * range, high + 0.05 * range));
      plot.set(measures[m].id == std::string_view("equivalence") && range < 10 ? "ytics 1" : "ytics autofreq");
      plot.command(s + 1 == subjects.size() ? "set xlabel 'samples per question' font ',10' offset 0,0.6"
                                            : "unset xlabel");
      std::vector<Plot::Row> medians;
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto found = by_size.find(sizes[i]);
        if (found == by_size.end()) continue;
        const std::vector<double>& list = found->second;
        std::vector<double> at;
        constexpr std::size_t steps = 40;
        for (std::size_t k = 0; k <= steps; ++k) {
          at.push_back(list.front() + (list.back() - list.front()) * double(k) / steps);
        }
        const std::vector<double> shape = density(list, at, range * 0.012);
        const double widest = *std::max_element(shape.begin(), shape.end());
        std::vector<Plot::Row> outline;
        const double x = double(i) + 1;
        for (std::size_t k = 0; k < at.size(); ++k) outline.push_back({x - 0.42 * shape[k] / widest, at[k]});
        for (std::size_t k = at.size(); k-- > 0;) outline.push_back({x + 0.42 * shape[k] / widest, at[k]});
        plot.add(plot.data(outline) + " using 1:2 with filledcurves closed lc rgb '#0072B2'");
        medians.push_back({x, quantile(list, 0.5)});
      }
      plot.add(plot.data(medians) + " using 1:2 with points pt 7 ps 0.3 lc rgb '#D55E00'");
      plot.finish();
    }
  }
  plot.command("unset multiplot");
  return {
      .name = "regex-violins",
      .caption = fmt::format("Distribution over {} trials by samples per equivalence question, two letters; the dot is "
                             "the median. The vertical axis shows the middle 99 % of all values.",
                             trials),
      .script = plot.script(),
      .width = 8.5,
      .height = 10.5,
      .paper = "13"};
}

struct Band {
  std::string title;
  std::map<double, std::vector<double>> values;  // sorted, by x
};

Figure bands(const std::string& name, const std::string& caption, const std::string& x_title, const Measure& measure,
             const std::vector<Band>& list, bool log_x) {
  Plot plot;
  plot.axes(x_title, measure.title);
  plot.key_below(list.size(), 1, 2.5).set("key noenhanced").set("style fill transparent solid 0.15 noborder");
  plot.set("format y '%g'").set(measure.id == std::string_view("accuracy") ? "yrange [*:1.02]" : "yrange [0:*]");
  std::vector<std::uint64_t> positions;
  for (const auto& [x, values] : list.front().values) positions.push_back(std::uint64_t(x));
  if (log_x)
    plot.samples_axis(positions);
  else
    plot.set("offsets graph 0.03, graph 0.03, graph 0, graph 0");
  std::vector<std::string> blocks;
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::vector<Plot::Row> rows;
    for (const auto& [x, values] : list[i].values) {
      rows.push_back({x, quantile(values, 0.2), quantile(values, 0.8), summarise(values).mean, quantile(values, 0.5)});
    }
    blocks.push_back(plot.data(rows));
    plot.add(blocks.back() + fmt::format(" using 1:2:3 with filledcurves lc rgb '{}'", series_style(i).colour));
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    plot.add(blocks[i] + fmt::format(" using 1:5 with lines lc rgb '{}' lw 0.6", series_style(i).colour));
    plot.add(blocks[i] + " using 1:4 with linespoints " + style_text(i, 2.0, 0.5), list[i].title);
  }
  return {.name = name, .caption = caption, .script = plot.script(), .height = 3.3, .paper = log_x ? "14" : "15"};
}

void add_claims(const Experiment& experiment, const std::vector<LearningRow>& rows, std::uint64_t largest,
                Section& section) {
  const std::vector<Subject>& subjects = experiment.regex_subjects_of(2);
  std::vector<std::string> sizes;
  for (const Subject& subject : subjects) sizes.push_back(std::to_string(subject.machine->size()));
  const std::string measured = fmt::format("{}", fmt::join(sizes, ", "));
  section.claims.push_back({"The number of states in the automata is 3, 5, 8, 11, 14.",
                            fmt::format("minimal machines of the five classifiers over a and b, in the order of the "
                                        "figure: {}",
                                        measured),
                            verdict(measured == "3, 5, 8, 11, 14"), "they are the same numbers"});
  std::size_t wrong_size = 0, ended = 0, fewer_known = 0, shrank = 0, paths = 0;
  std::map<std::string, const Subject*> by_print;
  for (const Subject& subject : subjects) by_print[subject.print] = &subject;
  for (const LearningRow& row : rows) {
    const Subject& subject = *by_print.at(row.print);
    if (row.samples == largest) {
      ++ended;
      wrong_size += row.result.states != subject.machine->size() ? 1 : 0;
    }
    const std::vector<PhasePoint> path = parse_path(row.result.path);
    if (path.empty()) continue;
    ++paths;
    fewer_known += row.result.exact && path.back().known_values < subject.machine->outputs().size() ? 1 : 0;
    for (std::size_t i = 1; i < path.size(); ++i) {
      if (path[i].states < path[i - 1].states || path[i].known_values < path[i - 1].known_values) {
        ++shrank;
        break;
      }
    }
  }
  section.claims.push_back({"The number of states and of known values increases monotonically.",
                            fmt::format("in {} of {} paths one of them fell at some step", shrank, paths),
                            paths == 0 ? Verdict::open : verdict(shrank == 0), "none does"});
  section.claims.push_back(
      {"For termination to occur, the number of states must be correct.",
       fmt::format("of {} runs with {} samples per question, {} ended with another number of states", ended, largest,
                   wrong_size),
       ended == 0 ? Verdict::open : verdict(wrong_size == 0), "none did"});
  section.claims.push_back(
      {"Known values need not match the number of classes to terminate.",
       fmt::format("{} of {} paths ended with the right machine and fewer known values than classes", fewer_known,
                   paths),
       paths == 0 ? Verdict::open : verdict(fewer_known > 0), "at least one did"});
}

}  // namespace

Section regex_section(const Experiment& experiment) {
  const ExperimentOptions& options = experiment.options();
  Section section{
      .title = "Regular-expression classifiers",
      .text =
          "The output of a word is the number of the first expression that it matches, 0 when there is none. "
          "The teacher samples geometric words (stop 0.2). Accuracy is measured on 200 words of each class, "
          "drawn from geometric words conditioned on belonging to it."};
  const std::vector<Subject>& subjects = experiment.regex_subjects_of(2);
  const std::vector<LearningRow> rows = experiment.rows(experiment.regexes());
  const std::uint64_t largest =
      options.regex_samples.empty() ? 0 : *std::max_element(options.regex_samples.begin(), options.regex_samples.end());
  add_claims(experiment, rows, largest, section);

  for (const Measure& measure : measures) {
    const Values values = collect(rows, measure);
    std::vector<Band> list;
    for (const Subject& subject : subjects) {
      Band& band = list.emplace_back(Band{subject.name, {}});
      const auto found = values.find(subject.print);
      if (found == values.end()) continue;
      for (const auto& [samples, each] : found->second) band.values[double(samples)] = each;
    }
    section.figures.push_back(bands(
        fmt::format("regex-{}", measure.id),
        fmt::format("{} by samples per question, two letters: mean (thick), median (thin), 20 % to 80 % (shaded).",
                    measure.title),
        "samples per equivalence question (log scale)", measure, list, true));
  }
  const std::vector<LearningRow> by_alphabet = experiment.rows(experiment.regex_alphabets());
  for (const Measure& measure : measures) {
    const Values values = collect(by_alphabet, measure);
    std::vector<Band> list;
    for (const Subject& subject : subjects) list.push_back({subject.name, {}});
    for (const std::size_t letters : options.regex_letters) {
      const std::vector<Subject>& alphabet_subjects = experiment.regex_subjects_of(letters);
      for (std::size_t i = 0; i < alphabet_subjects.size(); ++i) {
        const auto found = values.find(alphabet_subjects[i].print);
        if (found == values.end()) continue;
        for (const auto& [samples, each] : found->second) list[i].values[double(letters)] = each;
      }
    }
    section.figures.push_back(bands(
        fmt::format("regex-letters-{}", measure.id),
        fmt::format("{} by number of letters at {} samples per question: mean (thick), median (thin), 20 % to 80 % "
                    "(shaded). Letters beyond a and b occur in no expression.",
                    measure.title, options.regex_letters_samples),
        "letters of the alphabet", measure, list, false));
  }
  std::vector<PhasePanel> panels;
  for (const Subject& subject : subjects) {
    PhasePanel& panel = panels.emplace_back(PhasePanel{subject.name, &subject});
    for (const LearningRow& row : rows) {
      if (row.print == subject.print && row.samples == largest && !row.result.path.empty()) panel.rows.push_back(&row);
    }
  }
  section.figures.push_back(
      phase_figure("regex-phase",
                   fmt::format("Termination phase diagrams at {} samples per question, {} runs each.", largest,
                               std::min(options.regex_trials, trials_with_path)),
                   panels, 3));
  section.figures.back().paper = "16";
  section.more_figures.push_back(violins(subjects, rows, options.regex_samples, options.regex_trials));
  return section;
}

}  // namespace remap::experiments
