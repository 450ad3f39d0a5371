// remap compare SOURCE...: several methods on the same machines, side by side.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/compare_picture.hpp"
#include "cli/console.hpp"
#include "cli/method_options.hpp"
#include "cli/numbers.hpp"
#include "cli/output_files.hpp"
#include "cli/source.hpp"
#include "cli/text_table.hpp"
#include "remap/automata/information.hpp"
#include "remap/formats/text_file.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap::cli {

namespace {

struct CompareOptions {
  std::vector<std::string> sources;
  SourceArgument source;  // what all of them share
  std::vector<LearnerChoice> learners;
  std::vector<Effort> efforts;
  std::vector<RankerKind> rankers;
  std::vector<EquivalenceChoice> equivalences;
  std::optional<std::string> absorbing;
  std::uint64_t seeds = 10;
  std::optional<std::string> picture;
  bool json = false;
  bool quiet = false;
};

/// A choice given as a list: `--learner table,tree`.
template <class Value>
void add_list(CLI::App& command, const std::string& name, std::vector<Value>& into, const std::string& help) {
  const auto parse = [name, &into](const std::string& text) {
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t comma = std::min(text.find(',', from), text.size());
      into.push_back(parse_choice<Value>(name, text.substr(from, comma - from)));
      from = comma + 1;
    }
  };
  command.add_option_function<std::string>(name, parse, help)->type_name(choice_names<Value>() + ",...");
}

std::string method_title(const Method& method, const Alphabet& alphabet) {
  Method paper = preset_method(Preset::paper, alphabet);
  paper.seed = method.seed;
  paper.absorbing = method.absorbing;
  if (same_method(method, paper)) return "paper";
  std::string title{name_of(method.learner)};
  if (method.learner == LearnerChoice::tour) title += fmt::format(" {}", name_of(method.effort));
  if (method.learner != LearnerChoice::lstar && method.ranker != RankerKind::search) {
    title += fmt::format(", {}", name_of(method.ranker));
  }
  if (method.equivalence != EquivalenceChoice::exact) title += fmt::format(", {}", name_of(method.equivalence));
  return title;
}

/// Learner × effort × ranker × equivalence; the paper's preset comes first, since the others are measured against it.
std::vector<Method> methods_for(const CompareOptions& options, const MooreMachine& hidden) {
  const bool propositional = hidden.alphabet().propositional();
  std::vector<LearnerChoice> learners = options.learners;
  if (learners.empty()) {
    learners = {LearnerChoice::table, LearnerChoice::tree};
    if (propositional) learners.push_back(LearnerChoice::tour);
  }
  const auto or_all = [](auto given, auto all) { return given.empty() ? all : given; };
  const auto efforts = or_all(options.efforts, std::vector{Effort::full, Effort::economy, Effort::lazy});
  const auto rankers = or_all(options.rankers, std::vector{RankerKind::search});
  const auto equivalences = or_all(options.equivalences, std::vector{EquivalenceChoice::exact});
  std::vector<Method> methods{preset_method(Preset::paper, hidden.alphabet())};
  for (LearnerChoice learner : learners) {
    const bool tour = learner == LearnerChoice::tour;
    if (tour && !propositional) continue;
    const bool lstar = learner == LearnerChoice::lstar;
    for (Effort effort : tour ? efforts : std::vector{Effort::full}) {
      for (RankerKind ranker : lstar ? std::vector{RankerKind::search} : rankers) {
        for (EquivalenceChoice equivalence : equivalences) {
          if (lstar && order_alone(equivalence)) continue;
          Method method = preset_method(Preset::standard, hidden.alphabet());
          method.learner = learner;
          method.effort = effort;
          method.ranker = ranker;
          method.equivalence = equivalence;
          methods.push_back(method);
        }
      }
    }
  }
  if (options.absorbing) {
    const Output absorbing = hidden.outputs().find(*options.absorbing);
    if (absorbing == no_output) {
      throw InputError(fmt::format("--absorbing cannot be '{}', expected one of the outputs {}", *options.absorbing,
                                   joined(hidden.outputs().names(), "or")));
    }
    for (Method& method : methods) method.absorbing = absorbing;
  }
  return methods;
}

/// Means over the seeds.
struct Row {
  std::string source, method;
  double comparisons = 0, values = 0, equivalence_questions = 0, words = 0, seconds = 0;
  double worst_comparisons = 0, worst_equivalence_questions = 0;
  std::uint64_t correct = 0, runs = 0;
  double floor = 0;

  void add(const Run& run) {
    const auto n = static_cast<double>(++runs);
    const auto mean = [n](double& into, double value) { into += (value - into) / n; };
    const auto asked = static_cast<double>(run.counts.comparisons);
    const auto questions = static_cast<double>(run.counts.equivalence_questions);
    mean(comparisons, asked);
    mean(values, static_cast<double>(run.counts.values));
    mean(equivalence_questions, questions);
    mean(words, static_cast<double>(run.unique_words));
    mean(seconds, run.seconds);
    worst_comparisons = std::max(worst_comparisons, asked);
    worst_equivalence_questions = std::max(worst_equivalence_questions, questions);
    correct += run.correct ? 1 : 0;
  }
};

/// How far it has got, on a terminal.
class Bar {
 public:
  Bar(std::size_t total, bool quiet) : total_(total), shown_(!quiet && error_is_terminal()) {}
  ~Bar() {
    if (shown_) fmt::print(stderr, "\r\033[K");
  }
  Bar(const Bar&) = delete;
  Bar& operator=(const Bar&) = delete;

  void step(const std::string& what) {
    ++done_;
    if (!shown_) return;
    constexpr std::size_t width = 30;
    const std::size_t full = width * done_ / total_;
    fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {}/{}  {}", "", full, "", width - full, done_, total_, what);
    std::fflush(stderr);
  }

 private:
  std::size_t total_, done_ = 0;
  bool shown_;
};

std::string decimal(double value) {
  return value >= 100 || value == static_cast<double>(static_cast<std::uint64_t>(value))
             ? grouped(static_cast<std::uint64_t>(std::llround(value)))
             : fmt::format("{:.1f}", value);
}

std::string times(double value, double of) { return of > 0 ? fmt::format("{:.3g}", value / of) : "-"; }

std::string text_of(const std::vector<Row>& rows) {
  using Align = TextTable::Align;
  TextTable table({Align::left, Align::left, Align::right});
  table.add({"source", "method", "comparisons", "worst", "/ paper", "/ floor", "equivalence q.", "worst", "words",
             "/ paper", "seconds", "/ paper", "correct"});
  const Row* paper = nullptr;
  for (const Row& row : rows) {
    const bool first = paper == nullptr || paper->source != row.source;
    if (first) paper = &row;
    const double asked = row.comparisons + row.values;
    table.add({first ? row.source : "", row.method, decimal(asked),
               decimal(std::max(row.worst_comparisons, row.values)), times(asked, paper->comparisons),
               times(asked, row.floor), decimal(row.equivalence_questions), decimal(row.worst_equivalence_questions),
               decimal(row.words), times(row.words, paper->words), fmt::format("{:.2g}", row.seconds),
               times(row.seconds, paper->seconds), fmt::format("{}/{}", row.correct, row.runs)});
  }
  return table.text();
}

/// Sums over all sources that every method has run on, when there are several.
std::vector<Row> sums_of(const std::vector<Row>& rows, std::size_t sources) {
  std::vector<Row> sums;
  for (const Row& row : rows) {
    auto at = std::find_if(sums.begin(), sums.end(), [&](const Row& sum) { return sum.method == row.method; });
    if (at == sums.end()) {
      sums.push_back({});
      at = sums.end() - 1;
      at->source = "sum";
      at->method = row.method;
    }
    at->comparisons += row.comparisons;
    at->values += row.values;
    at->equivalence_questions += row.equivalence_questions;
    at->words += row.words;
    at->seconds += row.seconds;
    at->worst_comparisons += row.worst_comparisons;
    at->worst_equivalence_questions += row.worst_equivalence_questions;
    at->correct += row.correct;
    at->runs += row.runs;
    at->floor += row.floor;
  }
  std::erase_if(sums, [&](const Row& sum) {
    const auto count =
        std::count_if(rows.begin(), rows.end(), [&](const Row& row) { return row.method == sum.method; });
    return static_cast<std::size_t>(count) != sources;
  });
  return sums;
}

std::string json_of(const std::vector<Row>& rows, std::uint64_t seeds) {
  nlohmann::ordered_json report;
  report["seeds"] = seeds;
  report["rows"] = nlohmann::ordered_json::array();
  for (const Row& row : rows) {
    report["rows"].push_back({{"source", row.source},
                              {"method", row.method},
                              {"preference_queries", row.comparisons},
                              {"worst_preference_queries", row.worst_comparisons},
                              {"membership_queries", row.values},
                              {"equivalence_queries", row.equivalence_questions},
                              {"worst_equivalence_queries", row.worst_equivalence_questions},
                              {"unique_sequences", row.words},
                              {"seconds", row.seconds},
                              {"information_floor", row.floor},
                              {"correct", row.correct},
                              {"runs", row.runs}});
  }
  return report.dump() + '\n';
}

int compare(const CompareOptions& options) {
  if (options.picture) {
    if (!options.picture->ends_with(".svg")) {
      throw InputError(
          fmt::format("--output {}: the picture is an SVG file, expected a name that ends in .svg", *options.picture));
    }
    check_writable(*options.picture);
  }
  std::vector<std::shared_ptr<const MooreMachine>> machines;
  std::vector<std::vector<Method>> methods;
  std::size_t runs = 0;
  std::vector<std::string> sources;
  for (const std::string& text : options.sources) {
    if (text == "tasks") {
      for (const Task& task : tasks()) sources.push_back(task.name);
    } else {
      sources.push_back(text);
    }
  }
  for (const std::string& text : sources) {
    SourceArgument source = options.source;
    source.text = text;
    machines.push_back(resolve_moore(source));
    methods.push_back(methods_for(options, *machines.back()));
    runs += methods.back().size() * options.seeds;
  }
  std::vector<Row> rows;
  {
    Bar bar(runs, options.quiet || options.json);
    for (std::size_t i = 0; i < machines.size(); ++i) {
      const MooreMachine& hidden = *machines[i];
      for (Method method : methods[i]) {
        Row row;
        row.source = sources[i];
        row.method = method_title(method, hidden.alphabet());
        row.floor = information_floor(hidden.size(), hidden.letters(), hidden.outputs().size());
        for (std::uint64_t seed = 1; seed <= options.seeds; ++seed) {
          method.seed = seed;
          row.add(run_method(machines[i], method));
          bar.step(fmt::format("{}, {}", row.source, row.method));
        }
        rows.push_back(std::move(row));
      }
    }
  }
  const std::vector<Row> sums = machines.size() > 1 ? sums_of(rows, machines.size()) : std::vector<Row>{};
  if (options.json) {
    print(json_of(rows, options.seeds));
  } else if (!options.quiet) {
    std::vector<Row> all = rows;
    all.insert(all.end(), sums.begin(), sums.end());
    print(text_of(all));
    print(fmt::format("\nMeans over {}; 'worst' is the worst seed{}. 'floor' is what information theory asks for.\n",
                      counted(options.seeds, "seed", "seeds"), sums.empty() ? "" : " (summed over the sources)"));
  }
  flush();
  if (options.picture) {
    std::vector<Row> all = rows;
    all.insert(all.end(), sums.begin(), sums.end());
    std::vector<CompareBar> bars;
    for (const Row& row : all) {
      bars.push_back({row.source, row.method, row.comparisons + row.values, row.equivalence_questions});
    }
    write_text_file(*options.picture, compare_svg(bars, options.seeds));
    if (!options.quiet && !options.json) print(fmt::format("Wrote {}\n", *options.picture));
  }
  return 0;
}

}  // namespace

void add_compare(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App& command = *program.add_subcommand("compare", "Run several methods on the same machines, side by side");
  command.add_option("SOURCE", options->sources, "The machines; 'tasks' stands for the 14 tasks of the paper")
      ->type_name("")
      ->required();
  options->source.add_letters(command);
  options->source.add_events(command);
  add_list(command, "--learner", options->learners, "Learners to compare; all that suit the letters");
  add_list(command, "--effort", options->efforts, "Efforts of tour to compare; all");
  add_list(command, "--ranker", options->rankers, "Rankers to compare (search)");
  add_list(command, "--equivalence", options->equivalences, "Kinds of equivalence to compare (exact)");
  command.add_option("--absorbing", options->absorbing, "An output that is never left again, such as HALT")
      ->type_name("OUTPUT");
  command
      .add_option_function<std::string>(
          "--seeds", [options](const std::string& text) { options->seeds = parse_whole("--seeds", text, 1, 100'000); },
          "How many runs of each, with seeds 1, 2, ... (10)")
      ->type_name("NUMBER");
  command.add_option("--output", options->picture, "Draw the table as a picture, an .svg file")->type_name("FILE");
  command.add_flag("--json", options->json, "Print one JSON object and nothing else (docs/json-output.md)");
  command.add_flag("--quiet", options->quiet, "No progress and no table");
  command.footer(source_help() +
                 "\nThe paper's preset is always among the methods, as what the others are measured against.\n"
                 "\nExamples:\n"
                 "  remap compare office/t1 craft/t5 --seeds 3\n"
                 "  remap compare collect:3 --learner tree,tour --effort full,economy --seeds 2 --output compare.svg\n"
                 "  remap compare random:50,5,4 --learner table,tree --ranker quicksort,search --seeds 2");
  when_called(command, chosen, options, compare);
}

}  // namespace remap::cli
