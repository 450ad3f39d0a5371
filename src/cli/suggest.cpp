// remap suggest FILE and remap answer FILE: questions to be answered elsewhere, and their answers.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "base/json/json_line.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/known_data.hpp"
#include "cli/output_json.hpp"
#include "cli/session_teachers.hpp"
#include "formats/machines/json.hpp"
#include "formats/text/text_file.hpp"
#include "logic/letters/numbers.hpp"
#include "logic/letters/shown.hpp"
#include "runs/durable/suggestions.hpp"
#include "teachers/process/protocol_lines.hpp"

namespace remap::cli {

namespace {

using Json = nlohmann::ordered_json;

struct SuggestOptions {
  std::string file;
  std::optional<std::uint64_t> count;
};

bool is_session(const std::string& file) {
  const std::string text = read_text_file(file);
  return std::string_view(text).substr(0, text.find('\n')).find("\"remap_session\"") != std::string_view::npos;
}

void print_question(const Alphabet& alphabet, const Word& left, const Word& right) {
  print(Json{{"a", word_json(alphabet, left)}, {"b", word_json(alphabet, right)}}.dump() + '\n');
}

/// A verdict is about the machine of one moment: the answers before it are its number.
std::uint64_t verdict_number(const DurableRun& run) { return run.answers() + 1; }

std::string learned_text(const std::string& file) {
  return fmt::format("the machine is learned: 'remap replay {} --output FILE' writes it.", safe(shell_word(file)));
}

int suggest(const SuggestOptions& options) {
  if (!is_session(options.file)) {
    const ComparisonData data = read_comparison_data({options.file}, std::nullopt);
    const GivenAnswers given = given_answers(data, {REMAP_VERSION, data.alphabet}, Disagreement::stop);
    const passive::Result result = passive::learn(data.alphabet, std::nullopt, known_comparisons(given));
    std::size_t left = options.count.value_or(10);
    for (const passive::OpenQuestion& question : result.questions) {
      if (left-- == 0) break;
      print_question(data.alphabet, question.left, question.right);
    }
    return 0;
  }
  DurableRun run = DurableRun::read(options.file);
  const Suggestions questions = next_questions(run);
  const Alphabet& alphabet = run.head().alphabet;
  std::size_t left = options.count.value_or(SIZE_MAX);
  for (const auto& [a, b] : questions.comparisons) {
    if (left-- == 0) break;
    print_question(alphabet, a, b);
  }
  if (questions.machine) {
    const Json question{{"id", verdict_number(run)},
                        {"machine", Json::parse(write_json(as_learned(*questions.machine)))}};
    print(Json{{"equivalence", question}}.dump() + '\n');
  }
  if (questions.finished()) fmt::print(stderr, "{}\n", learned_text(options.file));
  return 0;
}

struct AnswerOptions {
  std::string file;
  std::string by;
};

/// The lines of standard input that are not empty.
std::vector<std::string> input_lines() {
  std::vector<std::string> lines;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.find_first_not_of(" \t\r") != std::string::npos) lines.push_back(std::move(line));
  }
  return lines;
}

bool is_verdict(const std::string& line) {
  const std::optional<Json> value = parse_json_line(line);
  return value && value->is_object() && (value->contains("accept") || value->contains("counterexample"));
}

constexpr const char* input_name = "standard input";

int answer_data(const AnswerOptions& options, const std::vector<std::string>& lines) {
  const ComparisonData data = read_comparison_data({options.file}, std::nullopt);
  std::vector<DataRow> rows;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_verdict(lines[i]))
      throw InputError("this is a verdict on a machine, but a data set contains only comparisons");
    rows.push_back(parse_comparison_line(lines[i], data.alphabet, input_name, i + 1));
    if (!options.by.empty()) rows.back().stamp.by = options.by;
  }
  append_comparisons(options.file, rows, data.alphabet);
  print(fmt::format("Added {} to {}\n", counted(rows.size(), "comparison", "comparisons"), safe(options.file)));
  return 0;
}

void take_line(DurableRun& run, const std::string& line, std::size_t number) {
  if (!is_verdict(line)) {
    const DataRow row = parse_comparison_line(line, run.head().alphabet, input_name, number);
    run.take(row.left, row.right, row.answer);
    return;
  }
  const Suggestions asked = next_questions(run);
  if (!asked.machine) {
    throw InputError("this is a verdict on a machine, but the session is not asking about one; see 'remap suggest'");
  }
  take_verdict(run, read_verdict(line, verdict_number(run), *asked.machine));
}

int answer(const AnswerOptions& options) {
  const std::vector<std::string> lines = input_lines();
  if (!is_session(options.file)) return answer_data(options, lines);
  DurableRun run = DurableRun::open(options.file);
  warn_of_torn_line(run);
  refuse_study(run.head(), options.file);
  run.answered_by(options.by);
  {  // all of them or none: what is wrong with a line is found before the first is stored
    DurableRun rehearsal = DurableRun::read(options.file);
    for (std::size_t i = 0; i < lines.size(); ++i) take_line(rehearsal, lines[i], i + 1);
  }
  for (std::size_t i = 0; i < lines.size(); ++i) take_line(run, lines[i], i + 1);
  run.sync();
  const Suggestions next = next_questions(run);
  print(fmt::format("Received {}; ", counted(lines.size(), "answer", "answers")));
  if (next.finished()) {
    print(learned_text(options.file) + '\n');
  } else if (next.machine) {
    print("next: is this machine right?\n");
  } else {
    print(fmt::format("next: {}.\n", counted(next.comparisons.size(), "comparison", "comparisons")));
  }
  return 0;
}

}  // namespace

void add_suggest(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<SuggestOptions>();
  CLI::App& command = *program.add_subcommand("suggest", "Print the next questions of a session or a data set");
  command.add_option("FILE", options->file, "A session log, CSV or JSON lines")->type_name("")->required();
  command
      .add_option_function<std::string>(
          "--count",
          [raw = options.get()](const std::string& text) { raw->count = parse_whole("--count", text, 1, 1'000'000); },
          "At most this many (all that are independent; 10 for a data set)")
      ->type_name("NUMBER");
  command.footer(
      "One JSON object per line; none once the machine is learned. 'remap answer'\n"
      "takes the same lines with an \"answer\": a, b, equal or unsure (docs/data.md).\n"
      "\nExamples:\n"
      "  remap suggest run.jsonl\n"
      "  remap suggest answers.csv --count 5");
  when_called(command, chosen, options, suggest);
}

void add_answer(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<AnswerOptions>();
  CLI::App& command = *program.add_subcommand("answer", "Record answers to questions from 'remap suggest'");
  command.add_option("FILE", options->file, "A session log, CSV or JSON lines")->type_name("")->required();
  command.add_option("--by", options->by, "Who answered; stored with each answer")->type_name("NAME");
  command.footer(
      "Reads one JSON object per line from standard input (docs/data.md).\n"
      "\nExamples:\n"
      "  remap answer run.jsonl < answered.jsonl\n"
      "  remap suggest run.jsonl | ./label | remap answer run.jsonl");
  when_called(command, chosen, options, answer);
}

}  // namespace remap::cli
