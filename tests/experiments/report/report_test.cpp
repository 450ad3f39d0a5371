#include "experiments/report/report.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/folder.hpp"
#include "experiments/trials/identity.hpp"
#include "formats/text/text_file.hpp"
#include "remap/automata/error.hpp"

namespace remap::experiments {
namespace {

TEST(GnuplotText, IsQuoted) {
  EXPECT_EQ(gnuplot_text("plain"), "'plain'");
  EXPECT_EQ(gnuplot_text("it's"), "'it''s'");
}

TEST(GnuplotScript, HoldsDataSettingsAndOnePlot) {
  Plot plot;
  plot.axes("x", "y");
  const std::string rows = plot.data({{1, 2}, {3, std::nan("")}});
  EXPECT_EQ(rows, "$d0");
  plot.add(rows + " using 1:2 with lines", "first").add("0 with lines");
  const std::string script = plot.script();
  EXPECT_TRUE(script.starts_with("$d0 << EOD\n1 2\n3 NaN\nEOD\n")) << script;
  EXPECT_TRUE(script.ends_with("plot $d0 using 1:2 with lines title 'first', \\\n     0 with lines notitle\n"))
      << script;
}

TEST(GnuplotScript, LabelsSamplesThatHaveRoom) {
  Plot plot;
  const std::string script = plot.samples_axis(paper_samples).script();
  EXPECT_NE(script.find("set xrange [20:6250]"), std::string::npos) << script;
  EXPECT_NE(script.find("'25' 25, '50' 50, '100' 100, '200' 200, "), std::string::npos) << script;
  EXPECT_NE(script.find("'5k' 5000)"), std::string::npos) << script;
}

class Report : public test::WithFolder {};

TEST_F(Report, SaysEveryVerdictAsItIs) {
  const Section section{
      .title = "Title <1>",
      .text = "Text.",
      .claims = {{"first & claim", "one", Verdict::agrees},
                 {"second", "two", Verdict::differs},
                 {"third", "three", Verdict::open, "x < 0.5"}},
      .pictures = {{.svg = "<?xml?><svg>map</svg>", .caption = "a map"}},
      .tables = {{.caption = "Table", .header = {"name", "number"}, .rows = {{"a", "1.5"}, {"b", ""}}}}};
  write_report(folder(), {.title = "Report", .settings = {{"seed", "1"}}}, {section});
  const std::string page = read_text_file(folder() / "report.html");
  for (const char* text :
       {"<tr><td>first &amp; claim</td><td>one</td><td class=\"verdict agrees\">agrees</td></tr>",
        "<tr><td>second</td><td>two</td><td class=\"verdict differs\">differs</td></tr>",
        "<tr><td>third</td><td>three<div class=\"rule\">Agrees when x &lt; 0.5.</div></td>",
        "<td class=\"verdict open\">cannot tell</td></tr>", "<h2 id=\"section-1\">Title &lt;1&gt;</h2>",
        "Of 3 claims 1 agree, 1 differ, 1 are undecided", "<a href=\"#section-1\">Title &lt;1&gt;</a>",
        "<svg>map</svg>", "<tr><th>seed</th><td>1</td></tr>", "<th>name</th><th class=\"n\">number</th>",
        "<td class=\"n\">1.5</td>"}) {
    EXPECT_NE(page.find(text), std::string::npos) << text << "\n" << page;
  }
}

TEST(TaskSubject, OfAnotherTaskHasAnotherPrint) {
  std::set<std::string> prints;
  for (const Task& task : tasks()) prints.insert(task_subject(task, {5, 1}).print);
  EXPECT_EQ(prints.size(), tasks().size());
  const Subject subject = task_subject(*find_task("craft/t1"), {5, 1});
  EXPECT_NE(subject.print, fingerprint(*subject.machine)) << "the name of the task is in it";
}

TEST(TaskSubject, IsPlayedAsLongAsItsWorldNeeds) {
  const PolicySetting setting{.office_steps = 3, .craft_steps = 7};
  EXPECT_EQ(setting.steps(WorldName::office), 3U);
  EXPECT_EQ(setting.steps(WorldName::craft), 7U);
}

class Trials : public test::WithFolder {};

/// Which trials an experiment makes: every machine, sample size and number once; guided ones in CraftWorld up to 500.
TEST_F(Trials, AreThoseOfTheOptions) {
  ExperimentOptions options;
  options.kinds = {ExperimentKind::correctness, ExperimentKind::queries};
  options.trials = 3;
  options.samples = {5, 6};
  options.guided_craft_samples = 5;
  options.test_samples = 5;
  for (const char* name : {"office/t1", "craft/t1"}) options.subjects.push_back(task_subject(*find_task(name), {5, 1}));
  Store store(folder());
  test::run_and_export(options, store);
  const Experiment experiment(options, store);
  EXPECT_EQ(experiment.rows(experiment.sampled(Asked::geometric)).size(), 2U * 2 * 3);
  EXPECT_EQ(experiment.rows(experiment.sampled(Asked::guided)).size(), 2U * 3 + 3);
  for (const Way way : {Way::paper, Way::standard, Way::lstar}) {
    EXPECT_EQ(experiment.rows(experiment.exact(way)).size(), 2U * 3);
  }
  EXPECT_EQ(store.size(), 12U + 9 + 18);

  // Of a database that holds more, only what was asked for.
  ExperimentOptions fewer = options;
  fewer.trials = 2;
  fewer.samples = {6};
  fewer.subjects.pop_back();
  const Experiment part(fewer, store);
  const std::vector<LearningRow> rows = part.rows(part.sampled(Asked::geometric));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1].subject, "office/t1");
  EXPECT_EQ(rows[1].samples, 6U);
  EXPECT_EQ(rows[1].number, 1U);
  EXPECT_NE(part.series_options({Way::paper, Asked::exact}).find("\"method\":"), std::string::npos);
}

TEST_F(Trials, ThatAreThereAreNotRunAgain) {
  ExperimentOptions options;
  options.kinds = {ExperimentKind::correctness};
  options.trials = 2;
  options.samples = {5};
  options.test_samples = 5;
  options.subjects.push_back(task_subject(*find_task("office/t1"), {5, 1}));
  Store store(folder());
  test::run_and_export(options, store);
  options.trials = 5;
  const std::atomic<bool> never{false};
  test::SilentWatcher watcher;
  EXPECT_TRUE(Experiment(options, store).run(never, watcher));
  EXPECT_EQ(watcher.missing_, std::vector<std::size_t>{6});
  EXPECT_EQ(watcher.all_, std::vector<std::size_t>{10});
  EXPECT_EQ(watcher.trials, 6U);
  const std::atomic<bool> at_once{true};
  options.trials = 9;
  EXPECT_FALSE(Experiment(options, store).run(at_once, watcher)) << "a stopped run says so";
}

}  // namespace
}  // namespace remap::experiments
