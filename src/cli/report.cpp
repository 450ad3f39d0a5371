#include "cli/report.hpp"

#include <nlohmann/json.hpp>

#include "cli/console.hpp"
#include "cli/machine_table.hpp"
#include "cli/text_table.hpp"
#include "formats/json.hpp"
#include "remap/runs/settings.hpp"

namespace remap::cli {

namespace {

constexpr std::size_t rows_shown = 60;

std::string lengths_text(const std::vector<std::size_t>& lengths) {
  constexpr std::size_t shown = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, lengths.size()); ++i)
    text += fmt::format("{}{}", i > 0 ? " " : "", lengths[i]);
  if (lengths.size() > shown) text += " …";
  return text.empty() ? "none" : text;
}

std::string duration(double seconds) {
  return seconds < 1 ? fmt::format("{:.1f} ms", seconds * 1000) : fmt::format("{:.1f} s", seconds);
}

std::string questions_table(const KnownRun& run, const std::vector<Beside>& beside) {
  std::vector<const KnownRun*> runs{&run};
  std::vector<std::string> head{"Questions", "this run"};
  for (const Beside& other : beside) {
    runs.push_back(&other.run);
    head.push_back(other.title);
  }
  using Align = TextTable::Align;
  TextTable table({Align::left, Align::right});
  table.add(std::move(head));
  const auto add = [&](const char* title, auto text_of) {
    std::vector<std::string> row{std::string("  ") + title};
    for (const KnownRun* each : runs) row.push_back(text_of(*each));
    table.add(std::move(row));
  };
  add("comparisons", [](const KnownRun& r) { return grouped(r.counts.comparisons); });
  if (std::any_of(runs.begin(), runs.end(), [](const KnownRun* r) { return r->counts.values > 0; })) {
    add("values asked", [](const KnownRun& r) { return grouped(r.counts.values); });
  }
  add("equivalence questions", [](const KnownRun& r) { return grouped(r.counts.equivalence_questions); });
  add("different words", [](const KnownRun& r) { return grouped(r.counts.words); });
  add("counterexample lengths", [](const KnownRun& r) { return lengths_text(r.counts.counterexample_lengths); });
  return table.text();
}

std::string verdict(const KnownRun& run) {
  if (order_alone(run.method.equivalence)) {
    return run.correct ? "Correct: orders all words as the hidden machine does.\n"
                       : "Not correct: orders some words otherwise than the hidden machine does.\n";
  }
  return run.correct ? "Correct: gives every word the output of the hidden machine.\n"
                     : "Not correct: gives some words another output than the hidden machine does.\n";
}

}  // namespace

std::string agreement_text(const AnswerBook::Agreement& agreement) {
  const double share = 100.0 * static_cast<double>(agreement.agreeing) / static_cast<double>(agreement.rechecks);
  return fmt::format("The teacher agreed with itself in {} of {} ({:.3g} %).", grouped(agreement.agreeing),
                     counted(agreement.rechecks, "recheck", "rechecks"), share);
}

nlohmann::ordered_json agreement_json(const AnswerBook::Agreement& agreement) {
  return {{"rechecks", agreement.rechecks}, {"agreeing", agreement.agreeing}};
}

std::string json_report(const std::string& source, const MooreMachine& hidden, const KnownRun& run) {
  const Method& method = run.method;
  nlohmann::ordered_json report;
  report["task"] = source;
  report["states"] = run.machine.size();
  report["letters"] = hidden.letters();
  report["outputs"] = hidden.outputs().size();
  report["correct"] = run.correct;
  report["preference_queries"] = run.counts.comparisons;
  report["membership_queries"] = run.counts.values;
  report["equivalence_queries"] = run.counts.equivalence_questions;
  report["unique_sequences"] = run.counts.words;
  report["classes"] = run.classes;
  report["known_values"] = run.known_values;
  report["counterexample_lengths"] = run.counts.counterexample_lengths;
  if (method.confirm != Confirm::off) {
    report["confirm"] = name_of(method.confirm);
    report["confirmations"] = run.confirmations;
  }
  if (method.recheck > 0) {
    report["recheck"] = method.recheck;
    report["self_agreement"] = agreement_json(run.agreement);
  }
  report["seconds"] = run.seconds;
  report["teacher_seconds"] = run.teacher_seconds;
  report["seed"] = method.seed;
  report["learner"] = name_of(method.learner);
  if (method.learner == LearnerKind::tour) report["effort"] = name_of(method.effort);
  report["ranker"] = name_of(method.learner == LearnerKind::lstar ? RankerKind::membership : method.ranker);
  report["equivalence"] = name_of(method.equivalence);
  if (samples_words(method.equivalence)) {
    if (method.samples.fixed > 0) {
      report["samples"] = method.samples.fixed;
    } else {
      report["epsilon"] = method.samples.epsilon;
      report["delta"] = method.samples.delta;
    }
    report["stop"] = method.stop;
  } else {
    report["counterexample"] = name_of(method.counterexample);
  }
  if (!order_alone(method.equivalence)) report["feedback"] = name_of(method.feedback);
  if (method.absorbing != no_output) report["absorbing"] = hidden.outputs().name(method.absorbing);
  report["valuation"] = name_of(method.valuation);
  if (method.valuation == ValuationKind::direct) report["guess"] = name_of(method.guess);
  if (run.table) {
    report["table"] = {
        {"prefixes", run.table->prefixes}, {"suffixes", run.table->suffixes}, {"lower", run.table->lower}};
  }
  report["machine"] = nlohmann::ordered_json::parse(write_json(run.machine));
  return report.dump() + '\n';
}

std::string text_report(const std::string& source, const MooreMachine& hidden, const KnownRun& run,
                        const ReportOptions& options) {
  std::string text =
      fmt::format("{}: learned {} over {}, outputs {}\n\n", source, counted(run.machine.size(), "state", "states"),
                  counted(hidden.letters(), "letter", "letters"), output_list(hidden.outputs()));
  text += machine_table(readable(run.machine), rows_shown) + '\n';
  text += questions_table(run, options.beside);
  if (!options.note.empty()) text += "  " + options.note + '\n';
  if (run.confirmations > 0) {
    text += fmt::format("  ({} of the comparisons asked again to confirm)\n", grouped(run.confirmations));
  }
  text += '\n' + verdict(run);
  if (run.agreement.rechecks > 0) text += agreement_text(run.agreement) + '\n';
  if (options.times) {
    text += fmt::format("Took {}, of which {} answering.\n", duration(run.seconds), duration(run.teacher_seconds));
  }
  return text;
}

}  // namespace remap::cli
