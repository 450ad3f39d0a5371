// What the numbers are about: the example of the paper's appendix as it runs here, and maps of the two worlds.
#include "experiments/report/sections.hpp"
#include "formats/machines/picture.hpp"
#include "remap/automata/error.hpp"
#include "worlds/draw.hpp"

namespace remap::experiments {

Section example_section() {
  const std::vector<Subject> subjects = regex_subjects(2);
  const Subject& subject = subjects.front();  // a*b
  const LearningResult paper = run_trial({Way::paper, Asked::exact}, {&subject, 0, 0}, 1);
  const LearningResult lstar = run_trial({Way::lstar, Asked::exact}, {&subject, 0, 0}, 1);
  Section section{.title = "A worked example",
                  .text = fmt::format(
                      "The example of the paper's appendix: words over a and b, the value is 1 for words of a*b and 0 "
                      "for all others. With an exact teacher the paper's method needs {} comparisons of {} unique "
                      "words and {} equivalence questions; L* asks for the values of {} words. The table lists the "
                      "steps of that run: after each, how many values are known and how many states there are.",
                      paper.comparisons, paper.unique_words, paper.equivalence_questions, lstar.values)};
  section.claims.push_back({"The machine of the example has 3 states (Figure 7, part l).",
                            fmt::format("{} states, {}", paper.states,
                                        paper.exact ? "equivalent to the true machine" : "not the true machine"),
                            verdict(paper.exact && paper.states == 3), "there are 3 and the machine is right"});
  ReportTable table{.caption = "Steps of the run", .header = {"step", "what happened", "known values", "states"}};
  for (const PhasePoint& point : parse_path(paper.path)) {
    const char* const what = point.event == 'c'   ? "a row was added to close the table"
                             : point.event == 's' ? "a column was added to make it consistent"
                                                  : "equivalence question";
    table.rows.push_back({std::to_string(table.rows.size() + 1), what, std::to_string(point.known_values),
                          std::to_string(point.states)});
  }
  section.tables.push_back(std::move(table));
  try {
    section.pictures.push_back({render_picture(*subject.machine, "svg"), "The machine of the example.", 3});
  } catch (const InputError&) {
    section.text += " (Its picture needs graphviz, which is not installed.)";
  }
  return section;
}

Section worlds_section() {
  Section section{
      .title = "The worlds",
      .text =
          "Policies are learned on these maps (Figures 5 and 6 of the paper show theirs). A letter marks an "
          "object; what an agent meets is the word that a reward machine reads."};
  section.pictures.push_back({draw_svg(office_world()), "OfficeWorld.", 5});
  section.pictures.push_back({draw_svg(craft_world()), "CraftWorld.", 6});
  return section;
}

}  // namespace remap::experiments
