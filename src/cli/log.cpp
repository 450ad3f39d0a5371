// remap log FILE
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/given_options.hpp"
#include "cli/machine_table.hpp"
#include "cli/output_json.hpp"
#include "cli/report.hpp"
#include "cli/session_teachers.hpp"
#include "formats/log/session_log.hpp"
#include "logic/letters/shown.hpp"

namespace remap::cli {

namespace {

using Json = nlohmann::ordered_json;

struct LogOptions {
  const CLI::App* command = nullptr;
  std::string file;
  bool answers = false;
  bool json = false;
  std::string salvage;
  std::string upgrade;
  std::string compact;
};

void tell_torn(const RewrittenSession& written) {
  if (written.torn == 0) return;
  print(fmt::format("the last line was truncated after {}\n", counted(written.torn, "byte", "bytes")));
}

/// Rewrites the log; the exit code is 1 if something was lost.
int rewrite(const LogOptions& options) {
  const bool damaged = !options.salvage.empty();
  const std::string& to = damaged ? options.salvage : options.upgrade;
  const RewrittenSession written = rewrite_session(options.file, to, damaged);
  for (const LostLine& line : written.lost) {
    print(fmt::format("line {}: {}\n", line.number, safe(line.why)));
  }
  tell_torn(written);
  print(fmt::format("{}: {}{}\n", safe(to), counted(written.answers, "answer", "answers"),
                    written.lost.empty() ? "" : "; 'remap resume' asks the lost ones again"));
  return written.lost.empty() ? 0 : 1;
}

int compact(const LogOptions& options) {
  const RewrittenSession written = compact_session(options.file, options.compact);
  tell_torn(written);
  print(fmt::format("{}: {} kept, {} left out\n", safe(options.compact), counted(written.answers, "answer", "answers"),
                    grouped(written.left_out)));
  return 0;
}

/// Without the numbers by which the tool knows a session and its source.
std::string list(const Settings& settings) {
  std::string text;
  for (const auto& [name, value] : settings) {
    if (name == "session" || name == "fingerprint" || name == "files") continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", safe(name), safe(value));
  }
  return text;
}

struct Contents {
  std::uint64_t comparisons = 0, unsure = 0, again = 0, given = 0, values = 0, counterexamples = 0, accepted = 0,
                retracted = 0;
};

Contents contents_of(const AnswerBook& book) {
  Contents contents;
  for (std::size_t i = 1; i <= book.size(); ++i) {
    const BookEntry& entry = book.at(make_id<AnswerId>(i));
    if (!entry.was_said()) continue;
    contents.retracted += entry.valid ? 0U : 1U;
    switch (entry.kind) {
      case BookEntry::Kind::comparison:
        ++contents.comparisons;
        contents.unsure += entry.answer == Preference::unsure ? 1U : 0U;
        contents.again += entry.purpose != Purpose::question && entry.purpose != Purpose::given ? 1U : 0U;
        contents.given += entry.purpose == Purpose::given ? 1U : 0U;
        break;
      case BookEntry::Kind::value:
        ++contents.values;
        break;
      case BookEntry::Kind::limits:
      case BookEntry::Kind::difference:
        ++contents.counterexamples;
        break;
      case BookEntry::Kind::acceptance:
        contents.accepted += entry.valid ? 1U : 0U;
        break;
    }
  }
  return contents;
}

void print_log(const DurableRun& run, const Contents& contents, bool answers) {
  const SessionHead& head = run.head();
  const AnswerBook& book = run.book();
  print(fmt::format("begun with   remap {}\nteacher      {}\nletters      {}\noutputs      {}\nsettings     {}\n",
                    safe(head.version), list(head.teacher),
                    head.alphabet.listed() ? grouped(head.alphabet.size()) : letters_shown(head.alphabet),
                    head.outputs ? safe(output_list(*head.outputs)) : "not known", list(head.settings)));
  print(fmt::format("answers      {}: {}", grouped(book.size()),
                    counted(contents.comparisons, "comparison", "comparisons")));
  if (contents.unsure > 0) print(fmt::format(" ({} unsure)", grouped(contents.unsure)));
  if (contents.again > 0) print(fmt::format(" ({} asked again)", grouped(contents.again)));
  if (contents.given > 0) print(fmt::format(" ({} given before the run)", grouped(contents.given)));
  if (contents.values > 0) print(fmt::format(", {}", counted(contents.values, "value", "values")));
  print(fmt::format(", {}\n", counted(contents.counterexamples, "counterexample", "counterexamples")));
  if (const AnswerBook::Agreement agreement = book.self_agreement(); agreement.rechecks > 0) {
    print(fmt::format("rechecks     {}: {} agreed with the first answer\n", grouped(agreement.rechecks),
                      grouped(agreement.agreeing)));
  }
  if (contents.retracted > 0) print(fmt::format("retracted    {}\n", grouped(contents.retracted)));
  print(fmt::format("finished     {}\n",
                    contents.accepted > 0 ? "a machine was accepted" : "no machine was accepted yet"));
  if (!answers) return;
  print("\n");
  for (std::size_t i = 1; i <= book.size(); ++i) {
    const std::string origin = run.answer_origin(make_id<AnswerId>(i));
    print(fmt::format("{}{}\n", run.answer_text(make_id<AnswerId>(i)), origin.empty() ? "" : "  (" + origin + ')'));
  }
}

Json object_of(const Settings& settings) {
  auto object = Json::object();
  for (const auto& [name, value] : settings) object[name] = value;
  return object;
}

Json log_json(const DurableRun& run, const Contents& contents, bool answers) {
  const SessionHead& head = run.head();
  const AnswerBook& book = run.book();
  const AnswerBook::Agreement agreement = book.self_agreement();
  Json outputs;
  if (head.outputs) {
    outputs = Json::array();
    for (std::size_t i = 0; i < head.outputs->size(); ++i) {
      outputs.push_back(output_json(head.outputs->name(make_id<Output>(i))));
    }
  }
  Json report = {{"begun_with", head.version},
                 {"teacher", object_of(head.teacher)},
                 {"letters", head.alphabet.listed() ? Json(head.alphabet.size()) : Json()},
                 {"outputs", std::move(outputs)},
                 {"settings", object_of(head.settings)},
                 {"answers", book.size()},
                 {"comparisons", contents.comparisons},
                 {"unsure", contents.unsure},
                 {"asked_again", contents.again},
                 {"given", contents.given},
                 {"values", contents.values},
                 {"counterexamples", contents.counterexamples},
                 {"rechecks", agreement.rechecks},
                 {"rechecks_agreeing", agreement.agreeing},
                 {"retracted", contents.retracted},
                 {"finished", contents.accepted > 0}};
  if (answers) {
    auto& texts = report["answer_texts"] = Json::array();
    for (std::size_t i = 1; i <= book.size(); ++i) texts.push_back(run.answer_text(make_id<AnswerId>(i)));
  }
  return report;
}

/// Ways to write the log to another file; each does what the later ones do, too, and reports nothing else.
struct Rewriting {
  std::string_view used[2];
  std::string LogOptions::*file;
  int (*run)(const LogOptions& options);
};
constexpr Rewriting rewritings[] = {{{"SESSION", "--compact"}, &LogOptions::compact, compact},
                                    {{"SESSION", "--salvage"}, &LogOptions::salvage, rewrite},
                                    {{"SESSION", "--upgrade"}, &LogOptions::upgrade, rewrite}};

int log(const LogOptions& options) {
  for (const Rewriting& rewriting : rewritings) {
    if ((options.*rewriting.file).empty()) continue;
    refuse_others(*options.command, rewriting.used,
                  fmt::format("with {}, which writes a log in the latest format", rewriting.used[1]));
    return rewriting.run(options);
  }
  const DurableRun run = DurableRun::read(options.file);
  warn_of_torn_line(run);
  const Contents contents = contents_of(run.book());
  if (options.json) {
    print(log_json(run, contents, options.answers).dump(2) + '\n');
  } else {
    print_log(run, contents, options.answers);
  }
  return 0;
}

}  // namespace

void add_log(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<LogOptions>();
  CLI::App& command = *program.add_subcommand("log", "Summarise the log of a session");
  options->command = &command;
  command.add_option("SESSION", options->file, "A session file written by 'remap learn --session'")
      ->type_name("")
      ->required();
  command.add_flag("--answers", options->answers, "List every answer in words, with its number");
  command.add_flag("--json", options->json, "Print one JSON object and nothing else (docs/json-output.md)");
  command.add_option("--salvage", options->salvage, "Write the intact part of a damaged log to this file")
      ->type_name("OUT");
  command.add_option("--upgrade", options->upgrade, "Write the log to this file in the latest format")
      ->type_name("OUT");
  command
      .add_option("--compact", options->compact, "Write only what still counts to this file, without retracted answers")
      ->type_name("OUT");
  command.footer(
      "\nExamples:\n"
      "  remap log run.jsonl\n"
      "  remap log run.jsonl --answers\n"
      "  remap log run.jsonl --salvage sound.jsonl");
  when_called(command, chosen, options, log);
}

}  // namespace remap::cli
