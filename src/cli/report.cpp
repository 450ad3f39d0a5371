#include "cli/report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/erring_report.hpp"
#include "cli/machine_table.hpp"
#include "cli/text_table.hpp"
#include "formats/machines/json.hpp"
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
  if (run.method.answers != Answers::comparisons) {
    add("letters of their words", [](const KnownRun& r) { return grouped(r.counts.value_letters); });
  }
  add("equivalence questions", [](const KnownRun& r) { return grouped(r.counts.equivalence_questions); });
  add("different words", [](const KnownRun& r) { return grouped(r.counts.words); });
  add("counterexample lengths", [](const KnownRun& r) { return lengths_text(r.counts.counterexample_lengths); });
  return table.text();
}

std::string verdict(const KnownRun& run) {
  if (order_alone(run.method.equivalence)) {
    return run.correct ? "Correct: orders all words as the hidden machine does.\n"
                       : "Not correct: orders some words differently from the hidden machine.\n";
  }
  return run.correct ? "Correct: gives every word the output of the hidden machine.\n"
                     : "Not correct: gives some words a different output from the hidden machine.\n";
}

template <class Value>
nlohmann::ordered_json or_null(const std::optional<Value>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

/// The settings that decided what was asked; numbers are numbers.
nlohmann::ordered_json settings_json(const Method& method, const Outputs& outputs) {
  nlohmann::ordered_json json;
  for (const MethodSetting& each : method_settings()) {
    if (!each.decides(method)) continue;
    const std::string text = each.get(method, outputs);
    const bool number = each.kind == MethodSetting::Kind::whole || each.kind == MethodSetting::Kind::fraction;
    json[std::string(each.name)] = number ? nlohmann::ordered_json::parse(text) : nlohmann::ordered_json(text);
  }
  if (method.asks_values()) json["ranker"] = name_of(RankerKind::membership);
  return json;
}

}  // namespace

std::optional<TestedOnWords> tested_on_words(const Method& method, const SessionCounts& counts, Limit limit) {
  if (!samples_words(method.equivalence) || method.teacher_errs != TeacherErrs::off) return std::nullopt;
  if (limit != Limit::none) return std::nullopt;
  const double wrong_at_most = method.samples.error_after(counts.counterexample_lengths.size() + 1);
  return TestedOnWords{wrong_at_most, 1 - method.samples.delta};
}

std::string tested_text(const TestedOnWords& tested) {
  std::string text = "Only random words tested the machine: ";
  text +=
      tested.wrong_at_most < 1
          ? fmt::format(
                "if every answer is right, it is wrong about at most {:.2g} % of them, with probability {:.3g} %.\n",
                100 * tested.wrong_at_most, 100 * tested.with_probability)
          : "they were too few to say how many it is wrong about.\n";
  return text + "A wrong answer may have gone unnoticed; --teacher-errs on reckons with that.\n";
}

std::string limit_text(const Method& method, Limit limit) {
  std::string met;
  switch (limit) {
    case Limit::none:
      return "";
    case Limit::comparisons:
      met = fmt::format("{} were allowed", counted(method.most_comparisons, "comparison", "comparisons"));
      break;
    case Limit::seconds:
      met = fmt::format("{} s were allowed", method.most_seconds);
      break;
    case Limit::states:
      met = fmt::format("{} were allowed", counted(method.most_states, "state", "states"));
      break;
  }
  return fmt::format("The run met its limit ({}): this is the best machine so far, not proven right.\n", met);
}

int exit_code(Limit limit) { return limit == Limit::none ? success : no_sure_result; }

std::string agreement_text(const AnswerBook::Agreement& agreement) {
  const double share = 100.0 * static_cast<double>(agreement.agreeing) / static_cast<double>(agreement.rechecks);
  return fmt::format("The teacher agreed with itself in {} of {} ({:.3g} %).", grouped(agreement.agreeing),
                     counted(agreement.rechecks, "recheck", "rechecks"), share);
}

nlohmann::ordered_json agreement_json(const AnswerBook::Agreement& agreement) {
  return {{"rechecks", agreement.rechecks}, {"agreeing", agreement.agreeing}};
}

LearnReport learn_report(const std::string& source, const MooreMachine& hidden, const KnownRun& run) {
  LearnReport report{.source = source,
                     .alphabet = hidden.alphabet(),
                     .machine = run.machine,
                     .method = run.method,
                     .counts = run.counts};
  report.outputs = hidden.outputs().size();
  report.classes = run.classes;
  report.known_values = run.known_values;
  report.correct = run.correct;
  report.limit = run.limit;
  report.asked = run.counts.comparisons + run.counts.values + run.counts.equivalence_questions;
  report.confirmations = run.confirmations;
  report.agreement = run.agreement;
  report.table = run.table;
  report.seconds = run.seconds;
  report.teacher_seconds = run.teacher_seconds;
  return report;
}

namespace {

// JSON without spaces and new lines, but for those in strings.
std::string without_spaces(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  bool in_string = false, escaped = false;
  for (const char c : json) {
    if (c == '"' && !escaped) in_string = !in_string;
    escaped = c == '\\' && !escaped;
    if (in_string || (c != ' ' && c != '\n')) text += c;
  }
  return text;
}

}  // namespace

std::string json_report(const LearnReport& report) {
  const Method& method = report.method;
  nlohmann::ordered_json json;
  json["task"] = or_null(report.source);
  json["states"] = report.machine.size();
  json["letters"] =
      report.alphabet.listed() ? nlohmann::ordered_json(report.alphabet.size()) : nlohmann::ordered_json();
  json["outputs"] = report.outputs.value_or(report.machine.outputs().size());
  json["correct"] = or_null(report.correct);
  json["preference_queries"] = report.counts.comparisons;
  json["unsure"] = report.counts.unsure;
  json["membership_queries"] = report.counts.values;
  json["membership_letters"] = report.counts.value_letters;
  json["equivalence_queries"] = report.counts.equivalence_questions;
  json["unique_sequences"] = report.counts.words;
  json["classes"] = report.classes;
  json["known_values"] = report.known_values;
  json["counterexample_lengths"] = report.counts.counterexample_lengths;
  json["limit"] =
      report.limit == Limit::none ? nlohmann::ordered_json() : nlohmann::ordered_json(name_of(report.limit));
  json["asked_now"] = report.asked;
  json["confirmations"] = report.confirmations;
  if (report.agreement.rechecks > 0) json["self_agreement"] = agreement_json(report.agreement);
  if (const auto tested = tested_on_words(method, report.counts, report.limit)) {
    json["tested"] = {{"wrong_at_most", tested->wrong_at_most}, {"with_probability", tested->with_probability}};
  }
  json["seconds"] = report.seconds;
  json["teacher_seconds"] = or_null(report.teacher_seconds);
  json["log_seconds"] = or_null(report.log_seconds);
  if (report.belief != nullptr) json["belief"] = erring_json(*report.belief);
  const auto settings = settings_json(method, report.machine.outputs());
  json["settings"] = settings;
  for (const auto& [name, value] : settings.items()) json[name] = value;
  if (report.table) {
    json["table"] = {
        {"prefixes", report.table->prefixes}, {"suffixes", report.table->suffixes}, {"lower", report.table->lower}};
  }
  json.erase("machine");  // a setting, which is in "settings", too
  std::string text = json.dump();
  text.back() = ',';  // instead of the closing brace: the machine follows, which may be large
  return text + "\"machine\":" + without_spaces(write_json(as_learned(report.machine))) + "}\n";
}

std::string letters_shown(const Alphabet& alphabet) {
  if (alphabet.listed()) return counted(alphabet.size(), "letter", "letters");
  return fmt::format("all sets of {} propositions", alphabet.propositions().size());
}

std::string text_report(const std::string& source, const MooreMachine& hidden, const KnownRun& run,
                        const ReportOptions& options) {
  std::string text =
      fmt::format("{}: learned {} over {}, outputs {}\n\n", source, counted(run.machine.size(), "state", "states"),
                  letters_shown(hidden.alphabet()), output_list(hidden.outputs()));
  text += machine_table(readable(as_learned(run.machine)), rows_shown) + '\n';
  text += questions_table(run, options.beside);
  if (!options.note.empty()) text += "  " + options.note + '\n';
  if (run.confirmations > 0) {
    text += fmt::format("  ({} of the comparisons were confirmations)\n", grouped(run.confirmations));
  }
  text += '\n' + limit_text(run.method, run.limit) + verdict(run);
  if (run.agreement.rechecks > 0) text += agreement_text(run.agreement) + '\n';
  if (options.times) {
    text += fmt::format("Took {}, of which {} answering.\n", duration(run.seconds), duration(run.teacher_seconds));
  }
  return text;
}

}  // namespace remap::cli
