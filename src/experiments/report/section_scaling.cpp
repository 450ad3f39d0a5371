// Unique words at the end of a run against what they might depend on.
#include <algorithm>

#include "experiments/report/sections.hpp"

namespace remap::experiments {

namespace {

struct Axis {
  const char* id;
  const char* title;
  const char* place;  // in the paper's figure
  double (*value)(const Subject&, const LearningRow&);
};

constexpr std::array<Axis, 3> axes = {
    {{"letters", "letters of the alphabet", "left",
      [](const Subject& subject, const LearningRow&) { return double(subject.machine->letters()); }},
     {"states", "states of the learned machine", "middle",
      [](const Subject&, const LearningRow& row) { return double(row.result.states); }},
     {"counterexample", "letters of the longest counterexample", "right",
      [](const Subject&, const LearningRow& row) { return double(row.result.longest_counterexample); }}}};

Figure scaling_figure(const Block& block, const std::vector<LearningRow>& rows, const Axis& axis) {
  Plot plot;
  plot.axes(axis.title, "unique words (log scale)");
  const std::size_t subjects = std::min<std::size_t>(block.subjects.size(), 7);
  plot.key_below(subjects, 3, 1);
  double least = 1e300, most = 1;
  for (const Subject* subject : block.subjects) {
    for (const LearningRow& row : rows) {
      if (row.print != subject->print) continue;
      least = std::min(least, double(row.result.unique_words));
      most = std::max(most, double(row.result.unique_words));
    }
  }
  plot.log_values_axis(least, most).set("xrange [0:*]");
  for (std::size_t i = 0; i < subjects; ++i) {
    const Subject& subject = *block.subjects[i];
    std::map<std::pair<double, double>, std::size_t> points;
    for (const LearningRow& row : rows) {
      if (row.print == subject.print) ++points[{axis.value(subject, row), double(row.result.unique_words)}];
    }
    std::vector<Plot::Row> data;
    for (const auto& [point, number] : points) data.push_back({point.first, point.second});
    plot.add(plot.data(data) + fmt::format(" using 1:2 with points lc rgb '{}' pt {} ps 0.5", series_style(i).colour,
                                           series_style(i).point),
             subject.name);
  }
  return {.name = fmt::format("scaling-{}-{}", axis.id, name_of(block.setting.asked)),
          .caption = fmt::format(
              "{}, all sample sizes: unique words of each run against {}; markers of several machines may cover each "
              "other.",
              sampler_title(block.setting.asked), axis.title),
          .script = plot.script(),
          .height = 3.0,
          .paper = fmt::format("8, {}", axis.place)};
}

}  // namespace

Section scaling_section(const Experiment& experiment) {
  Section section{
      .title = "Scaling",
      .text =
          "How many unique words a run holds at its end, against the number of letters, the number of states "
          "and the length of its longest counterexample."};
  for (const Asked asked : {Asked::geometric, Asked::guided}) {
    const Block block = experiment.harder(asked);
    if (block.subjects.empty()) continue;
    const std::vector<LearningRow> rows = experiment.rows(block);
    for (const Axis& axis : axes) section.figures.push_back(scaling_figure(block, rows, axis));

    ReportTable table{
        .caption = "Unique words at the end of a run, " + sampler_title(asked),
        .header = {"machine", "letters", "states", "median", "5 % to 95 %", "longest counterexample, median"}};
    for (const Subject* subject : block.subjects) {
      std::vector<double> words, lengths;
      for (const LearningRow& row : rows) {
        if (row.print != subject->print) continue;
        words.push_back(double(row.result.unique_words));
        lengths.push_back(double(row.result.longest_counterexample));
      }
      if (words.empty()) continue;
      std::sort(words.begin(), words.end());
      std::sort(lengths.begin(), lengths.end());
      table.rows.push_back({subject->name, std::to_string(subject->machine->letters()),
                            std::to_string(subject->machine->size()), fmt::format("{:.0f}", quantile(words, 0.5)),
                            fmt::format("{:.0f} to {:.0f}", quantile(words, 0.05), quantile(words, 0.95)),
                            fmt::format("{:.0f}", quantile(lengths, 0.5))});
    }
    section.tables.push_back(std::move(table));
  }
  return section;
}

}  // namespace remap::experiments
