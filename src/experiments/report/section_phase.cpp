// Termination phase diagrams: how runs grow in states and known values until they end. A hundred paths on a small grid
// lie on top of each other, so they are drawn together: the more runs take a step, the thicker its line, the more are
// at a point, the larger its marker.
#include <algorithm>
#include <cmath>
#include <set>

#include "experiments/report/sections.hpp"

namespace remap::experiments {

namespace {

constexpr PhasePoint start{'e', 0, 1};

/// How an event looks: markers that can be told apart on top of each other.
struct Kind {
  char event;
  double size;
  const char* style;
  const char* title;
};
constexpr std::array<Kind, 3> kinds = {{{'c', 1.0, "lc rgb '#56B4E9' pt 7", "closed"},
                                        {'s', 1.5, "lc rgb '#E69F00' pt 4 lw 1.5", "consistent"},
                                        {'e', 1.2, "lc rgb '#000000' pt 2 lw 1.5", "equivalence"}}};
constexpr const char* bound_style = "lc rgb '#c00000' pt 3 lw 2";

/// One line across all panels; gnuplot's own keys belong to one.
void draw_key(Plot& plot, double width, double height) {
  double x = 0.3;
  const double room = (width - 0.4) / 4;
  const auto entry = [&](const char* title, const std::string& style) {
    plot.set(fmt::format("label '{}' at screen {:.4f},{:.4f} left offset 1,0 point ps 0.9 {}", title, x / width,
                         1 - 0.15 / height, style));
    x += room;
  };
  for (const Kind& kind : kinds) entry(kind.title, kind.style);
  entry("upper bound", bound_style);
}

struct Aggregate {
  std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>, std::size_t> steps;
  std::map<std::tuple<char, std::uint64_t, std::uint64_t>, std::size_t> points;
};

Aggregate aggregate(const std::vector<const LearningRow*>& rows) {
  Aggregate result;
  for (const LearningRow* row : rows) {
    PhasePoint last = start;
    for (const PhasePoint& point : parse_path(row->result.path)) {
      if (point.known_values != last.known_values || point.states != last.states) {
        ++result.steps[{last.known_values, last.states, point.known_values, point.states}];
      }
      ++result.points[{point.event, point.known_values, point.states}];
      last = point;
    }
  }
  return result;
}

/// Claims of the appendix, counted over all paths.
struct Counts {
  std::size_t paths = 0;
  std::size_t pairs = 0, without_progress = 0;  // consecutive equivalence questions
  std::size_t above_bound = 0;                  // more questions than the taxi distance
  std::size_t early = 0;                        // ended with fewer known values than outputs
  std::size_t shrinking = 0;                    // some step lost a state or a known value
};

void count(const Subject& subject, const LearningRow& row, Counts& counts) {
  ++counts.paths;
  const std::vector<PhasePoint> path = parse_path(row.result.path);
  const PhasePoint* last = nullptr;
  std::size_t questions = 0;
  bool shrank = false;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (i > 0 && (path[i].known_values < path[i - 1].known_values || path[i].states < path[i - 1].states))
      shrank = true;
    if (path[i].event != 'e') continue;
    ++questions;
    if (last != nullptr) {
      ++counts.pairs;
      counts.without_progress += path[i].known_values <= last->known_values && path[i].states <= last->states ? 1 : 0;
    }
    last = &path[i];
  }
  counts.shrinking += shrank ? 1 : 0;
  counts.above_bound += questions > subject.machine->outputs().size() + subject.machine->size() - 1 + 1 ? 1 : 0;
  if (last != nullptr && row.result.exact && last->known_values < subject.machine->outputs().size()) ++counts.early;
}

/// Where the paper's appendix shows the diagrams of a sample size.
std::string paper_figure(std::uint64_t samples) {
  if (samples > 500) return "";
  return samples <= 50 ? "9" : samples <= 200 ? "10" : samples <= 400 ? "11" : "12";
}

}  // namespace

Figure phase_figure(std::string name, std::string caption, const std::vector<PhasePanel>& panels, std::size_t columns) {
  const std::size_t lines = (panels.size() + columns - 1) / columns;
  Plot plot;
  const double width = columns == 1 ? column_width : 2.3 * double(columns), height = 2.1 * double(lines) + 0.3;
  // Margins and gaps in inches; the key has a line of its own on top.
  plot.set(fmt::format("multiplot layout {},{} margins {:.4f},{:.4f},{:.4f},{:.4f} spacing {:.4f},{:.4f}", lines,
                       columns, 0.5 / width, 1 - 0.1 / width, 0.45 / height, 1 - 0.5 / height, 0.6 / width,
                       0.75 / height));
  plot.set("xlabel 'known values' offset 0,0.8")
      .set("ylabel 'states' offset 1.2,0")
      .set("xtics 1")
      .set("ytics autofreq");
  plot.command("unset key");
  draw_key(plot, width, height);
  for (const PhasePanel& panel : panels) {
    const auto outputs = double(panel.subject->machine->outputs().size()),
               states = double(panel.subject->machine->size());
    const Aggregate all = aggregate(panel.rows);
    const double paths = std::max<double>(1, double(panel.rows.size()));
    double highest = states;
    for (const auto& [point, number] : all.points) highest = std::max(highest, double(std::get<2>(point)));
    plot.set("title " + gnuplot_text(panel.title) + " offset 0,-0.6");
    plot.set(fmt::format("xrange [-0.5:{}]", outputs + 0.5)).set(fmt::format("yrange [0:{}]", highest + 1.5));
    plot.set(fmt::format("ytics {}", highest > 8 ? 2 : 1));
    constexpr std::size_t widths = 4;
    std::array<std::vector<Plot::Row>, widths> edges;
    for (const auto& [step, number] : all.steps) {
      const auto [x0, y0, x1, y1] = step;
      const auto w = std::min<std::size_t>(widths - 1, std::size_t(double(widths) * std::sqrt(double(number) / paths)));
      edges[w].push_back({double(x0), double(y0), double(x1) - double(x0), double(y1) - double(y0)});
    }
    for (std::size_t w = 0; w < widths; ++w) {
      if (edges[w].empty()) continue;
      plot.add(plot.data(edges[w]) +
               fmt::format(" using 1:2:3:4 with vectors nohead lc rgb '#9a9a9a' lw {}", 0.4 + 0.9 * double(w)));
    }
    for (const Kind& kind : kinds) {
      std::vector<Plot::Row> rows;
      for (const auto& [point, number] : all.points) {
        if (std::get<0>(point) != kind.event) continue;
        rows.push_back({double(std::get<1>(point)), double(std::get<2>(point)),
                        kind.size * (0.25 + 0.55 * std::sqrt(std::min(1.0, double(number) / paths)))});
      }
      if (!rows.empty()) plot.add(plot.data(rows) + " using 1:2:3 with points ps variable " + kind.style);
    }
    plot.add(plot.data({{outputs, states}}) + " using 1:2 with points ps 1.2 " + bound_style);
    plot.finish();
    plot.command("unset label");
  }
  plot.command("unset multiplot");
  return {.name = std::move(name),
          .caption = std::move(caption),
          .script = plot.script(),
          .width = width,
          .height = height};
}

Section phase_section(const Experiment& experiment) {
  Section section{.title = "Termination phase diagrams",
                  .text =
                      "Each run goes from no known value and one state towards the upper bound: all values known, all "
                      "states found. Lines are steps, thicker where more runs took them; markers are events, larger "
                      "where more runs had them."};
  Counts counts;
  for (const Asked asked : {Asked::guided, Asked::geometric}) {
    const Block block = experiment.harder(asked);
    if (block.subjects.empty()) continue;
    const std::vector<LearningRow> rows = experiment.rows(block);
    std::map<std::uint64_t, std::map<std::string, std::vector<const LearningRow*>>> by_size;
    for (const LearningRow& row : rows) by_size[row.samples][row.print].push_back(&row);
    for (const Subject* subject : block.subjects) {
      for (const LearningRow& row : rows) {
        if (row.print == subject->print) count(*subject, row, counts);
      }
    }
    std::size_t done = 0;
    for (const auto& [samples, by_print] : by_size) {
      if (samples > 500 && !experiment.options().has(ExperimentKind::custom)) continue;  // as the paper
      for (std::size_t first = 0, page = 1; first < block.subjects.size(); first += 6, ++page) {
        std::vector<PhasePanel> panels;
        for (std::size_t i = first; i < std::min(block.subjects.size(), first + 6); ++i) {
          const auto found = by_print.find(block.subjects[i]->print);
          if (found != by_print.end()) panels.push_back({block.subjects[i]->name, block.subjects[i], found->second});
        }
        if (panels.empty()) continue;
        Figure figure = phase_figure(
            fmt::format("phase-{}-{}{}", name_of(asked), samples, page > 1 ? fmt::format("-{}", page) : ""),
            fmt::format("{}, {} samples per equivalence question, {} runs each.", sampler_title(asked), samples,
                        block.trials),
            panels, std::min<std::size_t>(3, panels.size()));
        if (!experiment.options().has(ExperimentKind::custom)) figure.paper = paper_figure(samples);
        const bool shown = asked == Asked::guided ? done == 0 || samples == 500 : done == 0;
        (shown ? section.figures : section.more_figures).push_back(std::move(figure));
      }
      ++done;
    }
  }
  const Verdict none = counts.paths == 0 ? Verdict::open : Verdict::agrees;
  section.claims.push_back(
      {"Between consecutive equivalence queries the number of states or of known values increases.",
       fmt::format("in {} of {} pairs of consecutive equivalence questions neither increased", counts.without_progress,
                   counts.pairs),
       counts.without_progress > 0 ? Verdict::differs
       : counts.pairs == 0         ? Verdict::open
                                   : Verdict::agrees,
       "there is no such pair"});
  section.claims.push_back(
      {"There are at most as many equivalence queries as the taxi distance from (0, 1) to (|Σᴼ|, n), the accepting one "
       "not counted.",
       fmt::format("{} of {} runs asked more", counts.above_bound, counts.paths),
       counts.above_bound > 0 ? Verdict::differs : none, "no run asked more"});
  section.claims.push_back(
      {"It is possible to terminate early, before all values are known.",
       fmt::format("{} of {} runs ended with the right machine and fewer known values than outputs", counts.early,
                   counts.paths),
       counts.paths == 0 ? Verdict::open : verdict(counts.early > 0), "at least one run did"});
  return section;
}

}  // namespace remap::experiments
