#include "cli/known_data.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/console.hpp"
#include "cli/machine_table.hpp"
#include "cli/output_json.hpp"
#include "formats/machines/json.hpp"
#include "logic/letters/shown.hpp"

namespace remap::cli {

namespace {

std::string data_text(const ComparisonData& data, const GivenAnswers& given) {
  std::string text = fmt::format("{} from {}", counted(given.book.asked(Purpose::given), "comparison", "comparisons"),
                                 counted(data.files.size(), "file", "files"));
  if (given.repeated > 0) text += fmt::format(", {} repeated", grouped(given.repeated));
  if (given.outvoted > 0) text += fmt::format(", {} decided by majority", counted(given.outvoted, "pair", "pairs"));
  if (given.unsure > 0) text += fmt::format(", {} unsure and ignored", grouped(given.unsure));
  return text;
}

std::string proof_text(const passive::Result& result) {
  if (!result.smallest()) {
    return fmt::format(
        "Found by merging states, a heuristic: a smaller machine may explain the data; {} states are needed.\n",
        result.at_least);
  }
  const std::string proved = "Smallest: no machine with fewer states explains the data (proved).\n";
  if (result.all_machines && result.machines == 1) return proved + "It is the only one with as many states.\n";
  return proved + fmt::format("{}{} machines with as many states explain the data, too.\n",
                              result.all_machines ? "" : "At least ", grouped(result.machines - 1));
}

std::string open_text(const passive::Result& result, const Alphabet& alphabet) {
  std::string text;
  if (!result.open.empty()) {
    text += "\nWords whose class is the same in all of these machines\n  length  words  forced\n";
    for (const passive::OpenLength& each : result.open) {
      text += fmt::format("  {:>6}  {:>5}  {:>6}\n", each.length, each.words, each.forced);
    }
  }
  if (result.questions.empty()) return text;
  text += "\nThe most informative questions, and how many of the examined machines give each answer\n";
  for (const passive::OpenQuestion& each : result.questions) {
    text += fmt::format("  '{}' against '{}': {} below, {} equal, {} above\n", shown_word(alphabet, each.left),
                        shown_word(alphabet, each.right), each.votes[0], each.votes[1], each.votes[2]);
  }
  return text;
}

std::string result_json(const passive::Result& result, const Alphabet& alphabet, const GivenAnswers& given) {
  nlohmann::ordered_json json{{"comparisons", given.book.asked(Purpose::given)},
                              {"states", result.machine.size()},
                              {"at_least", result.at_least},
                              {"smallest", result.smallest()},
                              {"machines", result.machines},
                              {"all_machines", result.all_machines}};
  json["open"] = nlohmann::ordered_json::array();
  for (const passive::OpenLength& each : result.open) {
    json["open"].push_back({{"length", each.length}, {"words", each.words}, {"forced", each.forced}});
  }
  json["questions"] = nlohmann::ordered_json::array();
  for (const passive::OpenQuestion& each : result.questions) {
    json["questions"].push_back({{"a", word_json(alphabet, each.left)}, {"b", word_json(alphabet, each.right)}});
  }
  json["machine"] = nlohmann::ordered_json::parse(write_json(result.machine));
  return json.dump() + '\n';
}

}  // namespace

void DataOptions::add(CLI::App& command) {
  command.add_option("--from", files, "Comparisons you already have: session logs, CSV or JSON lines (docs/data.md)")
      ->type_name("FILE");
  command
      .add_flag("--majority", majority,
                "With --from: if lines disagree about two words, the most frequent answer counts")
      ->group("Teachers");
}

void give_data(DurableRun& run, const DataOptions& options, bool quiet) {
  const Method method = run.method();
  const Disagreement disagreement = method.teacher_errs != TeacherErrs::off ? Disagreement::keep
                                    : options.majority                      ? Disagreement::majority
                                                                            : Disagreement::stop;
  const ComparisonData data = read_comparison_data(options.files, run.head().alphabet);
  const GivenAnswers given = given_answers(data, run.head(), disagreement, method.absorbing);
  run.give(given);
  if (!quiet) print(fmt::format("Known before the run: {}\n", data_text(data, given)));
}

std::vector<passive::KnownComparison> known_comparisons(const GivenAnswers& given) {
  std::vector<passive::KnownComparison> known;
  const AnswerBook& book = given.book;
  for (std::size_t i = 1; i <= book.size(); ++i) {
    const BookEntry& entry = book.at(make_id<AnswerId>(i));
    if (entry.kind != BookEntry::Kind::comparison) continue;
    known.push_back({book.words().spell(entry.left), book.words().spell(entry.right), entry.answer});
  }
  return known;
}

int learn_from_data_alone(const PassiveArguments& arguments) {
  arguments.output.check();
  const ComparisonData data = read_comparison_data(arguments.data.files, arguments.alphabet);
  arguments.output.check(data.alphabet);
  const SessionHead head{REMAP_VERSION, data.alphabet, arguments.outputs ? arguments.outputs : data.outputs};
  const GivenAnswers given =
      given_answers(data, head, arguments.data.majority ? Disagreement::majority : Disagreement::stop);
  if (given.book.asked(Purpose::given) == 0) throw InputError("the data contains no comparison with a definite answer");
  const passive::Result result = passive::learn(data.alphabet, head.outputs, known_comparisons(given));
  if (arguments.json) {
    print(result_json(result, data.alphabet, given));
  } else if (!arguments.quiet) {
    print(fmt::format("Learned {} over {} from {}\n\n", counted(result.machine.size(), "state", "states"),
                      counted(data.alphabet.size(), "letter", "letters"), data_text(data, given)));
    print(machine_table(readable(result.machine), 60) + '\n');
    print(proof_text(result) + open_text(result, data.alphabet));
  }
  flush();
  arguments.output.write(result.machine, arguments.quiet || arguments.json);
  return 0;
}

}  // namespace remap::cli
