// remap compare SOURCE...: several methods on the same machines, side by side.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "base/information.hpp"
#include "cli/commands.hpp"
#include "cli/compare_models.hpp"
#include "cli/compare_picture.hpp"
#include "cli/compare_rows.hpp"
#include "cli/console.hpp"
#include "cli/given_options.hpp"
#include "cli/method_options.hpp"
#include "cli/output_files.hpp"
#include "cli/source.hpp"
#include "formats/text/text_file.hpp"
#include "logic/letters/numbers.hpp"
#include "remap/worlds/tasks.hpp"
#include "teachers/simulated/teacher_model.hpp"

namespace remap::cli {

namespace {

struct CompareOptions {
  const CLI::App* command = nullptr;
  std::vector<std::string> sources;
  SourceArgument source;  // what all of them share
  std::vector<MachineKind> kinds;
  std::vector<Answers> answers;
  std::vector<LearnerKind> learners;
  std::vector<Effort> efforts;
  std::vector<double> prices;  // of an equivalence question, in comparisons
  std::vector<RankerKind> rankers;
  std::vector<Equivalence> equivalences;
  std::vector<Confirm> confirms;
  NoiseOptions noise;
  std::optional<NoiseKind> noise_kind;
  std::vector<std::string> teacher_models;
  std::optional<double> error_rate, confidence;
  std::optional<std::string> absorbing;
  std::uint64_t seeds = 10;
  std::optional<std::string> picture;
  bool without_paper = false;
  bool json = false;
  bool quiet = false;

  /// Whether answers are noisy or questions repeated, so that the table also shows how runs cope.
  [[nodiscard]] bool careful() const { return noise.any() || !confirms.empty(); }
  /// At which totals are shown.
  [[nodiscard]] std::vector<double> shown_prices() const {
    return prices.empty() ? std::vector{equivalence_cost_of(Effort::full)} : prices;
  }
};

/// A setting given as a list: `--learner table,tree`.
template <auto member, class Value>
void add_list(CLI::App& command, const char* name, std::vector<Value>& into, const std::string& help) {
  const MethodSetting& setting = *find_setting(name);
  const auto parse = [&setting, &into](const std::string& text) {
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t comma = std::min(text.find(',', from), text.size());
      Method method;
      setting.set(setting, method, text.substr(from, comma - from), std::nullopt);
      into.push_back(method.*member);
      from = comma + 1;
    }
  };
  const std::string values = setting.choices.empty() ? "NUMBER" : choice_names(setting.choices);
  command.add_option_function<std::string>(setting.option(), parse, help)->type_name(values + ",...");
}

/// `into`: a number, which has a default, or an optional one.
void add_chance(CLI::App& command, const std::string& name, auto& into, const std::string& help) {
  const auto parse = [name, &into](const std::string& text) { into = parse_fraction(name, text); };
  command.add_option_function<std::string>(name, parse, help)->type_name("NUMBER");
}

void add_amount(CLI::App& command, const std::string& name, double& into, const std::string& help) {
  const auto parse = [name, &into](const std::string& text) {
    const auto number = parse_number(text);
    if (!number || !(*number > 0) || *number > 1e12) {
      throw InputError(fmt::format("{} must be a number above 0, not '{}'", name, text));
    }
    into = *number;
  };
  command.add_option_function<std::string>(name, parse, help)->type_name("NUMBER");
}

std::string method_title(const Method& method, const Alphabet& alphabet) {
  Method paper = preset_method(Preset::paper, alphabet);
  paper.seed = method.seed;
  paper.absorbing = method.absorbing;
  paper.confirm = method.confirm;
  const std::string confirm =
      method.confirm == Confirm::off ? "" : fmt::format(", confirm {}", name_of(method.confirm));
  if (same_questions(method, paper)) return "paper" + confirm;
  std::string title{name_of(method.learner)};
  if (method.answers != Answers::comparisons) title += fmt::format(" {}", name_of(method.answers));
  if (method.machine != MachineKind::moore) title += fmt::format(" {}", name_of(method.machine));
  if (method.equivalence_cost > 0) {
    title += fmt::format(" at {}", format_number(method.equivalence_cost));
  } else if (method.learner == LearnerKind::tour) {
    title += fmt::format(" {}", name_of(method.effort));
  }
  if (!method.asks_values() && method.ranker != RankerKind::search) {
    title += fmt::format(", {}", name_of(method.ranker));
  }
  if (method.equivalence != Equivalence::exact) title += fmt::format(", {}", name_of(method.equivalence));
  return title + confirm;
}

/// Each method once per setting of --confirm. Who gives values makes no comparisons.
std::vector<Method> with_confirms(const CompareOptions& options, const std::vector<Method>& methods) {
  std::vector<Confirm> confirms = options.confirms;
  if (confirms.empty() && options.noise.any()) confirms = {Confirm::off, Confirm::growth, Confirm::all};
  if (confirms.empty()) confirms = {Confirm::off};
  std::vector<Method> all;
  for (Method method : methods) {
    for (const Confirm confirm : confirms) {
      if (method.asks_values() && confirm != confirms.front()) continue;
      method.confirm = method.asks_values() ? Confirm::off : confirm;
      all.push_back(method);
    }
  }
  return all;
}

/// Each method once per value of a setting that was given as a list.
template <auto member, class Value>
std::vector<Method> with_each(const std::vector<Value>& values, const std::vector<Method>& methods) {
  if (values.empty()) return methods;
  std::vector<Method> all;
  for (const Method& method : methods) {
    for (const Value value : values) {
      all.push_back(method);
      all.back().*member = value;
    }
  }
  return all;
}

/// The same for what is asked about words, where that makes sense: L* asks for values in any case.
std::vector<Method> with_answers(const CompareOptions& options, const std::vector<Method>& methods) {
  std::vector<Method> all = with_each<&Method::answers>(options.answers, methods);
  std::erase_if(all, [](const Method& method) {
    return method.answers != Answers::comparisons &&
           (method.learner == LearnerKind::lstar || method.equivalence == Equivalence::order);
  });
  return all;
}

/// How long a learner tests: of `tour` the efforts asked for, otherwise the prices; without either all efforts.
struct Testing {
  Effort effort = Effort::full;
  double price = 0;
};
std::vector<Testing> testing_for(const CompareOptions& options, LearnerKind learner) {
  const bool tour = learner == LearnerKind::tour;
  std::vector<Testing> all;
  if (tour) {
    for (const Effort effort : options.efforts) all.push_back({effort});
  }
  if (all.empty() && (tour || learner == LearnerKind::tree)) {
    for (const double price : options.prices) all.push_back({Effort::full, price});
  }
  if (all.empty() && tour) all = {{Effort::full}, {Effort::economy}, {Effort::lazy}};
  if (all.empty()) all = {{}};
  return all;
}

/// Learner × testing × ranker × equivalence; the paper's preset comes first, since the others are measured against it,
/// unless letters are not listed, which it needs.
std::vector<Method> methods_for(const CompareOptions& options, const MooreMachine& hidden) {
  const bool propositional = hidden.alphabet().propositional(), listed = hidden.alphabet().listed();
  std::vector<LearnerKind> learners = options.learners;
  if (learners.empty()) {
    if (listed) learners = {LearnerKind::table, LearnerKind::tree};
    if (propositional) learners.push_back(LearnerKind::tour);
  }
  const auto or_all = [](auto given, auto all) { return given.empty() ? all : given; };
  const auto rankers = or_all(options.rankers, std::vector{RankerKind::search});
  const auto equivalences = or_all(options.equivalences, std::vector{Equivalence::exact});
  std::vector<Method> methods;
  for (LearnerKind learner : learners) {
    const bool tour = learner == LearnerKind::tour;
    if (tour && !propositional) continue;
    if (!tour && !listed) continue;
    const bool lstar = learner == LearnerKind::lstar;
    for (const Testing testing : testing_for(options, learner)) {
      for (RankerKind ranker : lstar ? std::vector{RankerKind::search} : rankers) {
        for (Equivalence equivalence : equivalences) {
          if (lstar && order_alone(equivalence)) continue;
          Method method = preset_method(Preset::best, hidden.alphabet());
          method.learner = learner;
          method.effort = testing.effort;
          method.equivalence_cost = testing.price;
          method.ranker = ranker;
          method.equivalence = equivalence;
          methods.push_back(method);
        }
      }
    }
  }
  methods = with_answers(options, with_each<&Method::machine>(options.kinds, methods));
  if (listed && !options.without_paper) {
    methods.insert(methods.begin(), preset_method(Preset::paper, hidden.alphabet()));
  }
  if (methods.empty()) {
    if (listed) throw InputError("none of these learners suits the letters of a source");
    throw InputError(
        fmt::format("over {} propositions letters are not listed, which only --learner tour can do without",
                    hidden.alphabet().propositions().size()));
  }
  if (options.absorbing) {
    const Output absorbing = hidden.outputs().find(*options.absorbing);
    if (absorbing == no_output) {
      throw InputError(fmt::format("--absorbing cannot be '{}', expected one of the outputs {}", *options.absorbing,
                                   joined(hidden.outputs().names(), "or")));
    }
    for (Method& method : methods) method.absorbing = absorbing;
  }
  return with_confirms(options, methods);
}

/// The progress, on a terminal.
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

std::string json_of(const std::vector<CompareRow>& rows, const CompareOptions& options) {
  nlohmann::ordered_json report;
  report["seeds"] = options.seeds;
  report["equivalence_costs"] = options.shown_prices();
  if (options.noise.any()) {
    report["noise"] = {{"mistakes", options.noise.mistakes},
                       {"unsure", options.noise.unsure},
                       {"tie_threshold", options.noise.tie_threshold},
                       {"temperature", options.noise.temperature},
                       {"kind", choice_name(options.noise_kind.value_or(NoiseKind::transient))}};
  }
  report["rows"] = nlohmann::ordered_json::array();
  for (const CompareRow& row : rows) {
    std::vector<double> totals;
    for (const double price : options.shown_prices()) totals.push_back(row.total_at(price));
    report["rows"].push_back({{"source", row.source},
                              {"method", row.method},
                              {"preference_queries", row.comparisons},
                              {"worst_preference_queries", row.worst_comparisons},
                              {"membership_queries", row.values},
                              {"membership_letters", row.value_letters},
                              {"equivalence_queries", row.equivalence_questions},
                              {"worst_equivalence_queries", row.worst_equivalence_questions},
                              {"totals", totals},
                              {"unique_sequences", row.finished() > 0 ? nlohmann::ordered_json(row.words) : nullptr},
                              {"seconds", row.seconds},
                              {"information_floor", row.floor > 0 ? nlohmann::ordered_json(row.floor) : nullptr},
                              {"correct", row.correct},
                              {"runs", row.runs}});
    if (!options.careful()) continue;
    report["rows"].back()["confirmations"] = row.confirmations;
    report["rows"].back()["contradictions"] = row.contradictions;
    report["rows"].back()["stuck"] = row.stuck;
  }
  return report.dump() + '\n';
}

/// With `--teacher-model`: one method per source, the first of the lists.
int compare_teachers(const CompareOptions& options, const std::vector<std::string>& sources,
                     const std::vector<MooreMachine>& machines) {
  ModelComparison comparison{options.teacher_models, {},           sources,      machines, {}, options.seeds,
                             options.picture,        options.json, options.quiet};
  if (options.error_rate) comparison.erring.error_rate = *options.error_rate;
  if (options.confidence) comparison.erring.confidence = *options.confidence;
  for (const MooreMachine& machine : machines) {
    Method method = preset_method(Preset::best, machine.alphabet(), TeacherErrs::on);
    if (!options.learners.empty()) method.learner = options.learners.front();
    if (!options.efforts.empty()) method.effort = options.efforts.front();
    if (!options.prices.empty()) method.equivalence_cost = options.prices.front();
    if (!options.rankers.empty()) method.ranker = options.rankers.front();
    if (!options.equivalences.empty()) method.equivalence = options.equivalences.front();
    comparison.methods.push_back(method);
  }
  return compare_models(comparison);
}

/// The name of a task, or with "tasks:64" of the same among so many propositions.
std::string task_among(const Task& task, const std::string& text) {
  if (text == "tasks") return task.name;
  const std::size_t own = task.machine.propositions.size();
  const std::uint64_t all = parse_whole("tasks:NUMBER, the number of propositions,", text.substr(6), 1, 64);
  return all > own ? fmt::format("{}+{}", task.name, all - own) : task.name;
}

/// With `--teacher-model` one method learns from teachers that err as the models say.
void check_teacher_models(const CompareOptions& options) {
  if (options.teacher_models.empty()) {
    if (options.error_rate) throw InputError("--error-rate has no effect without --teacher-model");
    if (options.confidence) throw InputError("--confidence has no effect without --teacher-model");
    return;
  }
  if (options.careful()) {
    throw InputError(
        "--teacher-model says how the teacher errs, so --noise, --unsure, --confirm and related options cannot be "
        "combined with it");
  }
  if (options.absorbing) throw InputError("--absorbing cannot be combined with --teacher-model");
  static constexpr std::string_view of_methods[] = {"--machine", "--without-paper"};
  refuse_these(*options.command, of_methods, "with --teacher-model, which compares teachers");
  const auto one = [](const auto& list, const char* name) {
    if (list.size() > 1) {
      throw InputError(fmt::format("--{} takes one value with --teacher-model, which compares teachers", name));
    }
  };
  one(options.learners, "learner");
  one(options.efforts, "effort");
  one(options.prices, "equivalence-cost");
  one(options.rankers, "ranker");
  one(options.equivalences, "equivalence");
  if (!options.answers.empty()) {
    throw InputError("--answers cannot be combined with --teacher-model: these teachers compare");
  }
  if (!options.learners.empty() && options.learners.front() == LearnerKind::lstar) {
    throw InputError("--learner lstar makes no comparisons, so --teacher-model has no effect");
  }
  if (!options.equivalences.empty() && options.equivalences.front() == Equivalence::sampling) {
    throw InputError("--equivalence sampling cannot be combined with --teacher-model; try order-sampling");
  }
}

int compare(CompareOptions options) {
  if (options.noise_kind && !options.noise.any()) {
    throw InputError("--noise-kind has no effect without --noise, --unsure, --temperature or --tie-threshold");
  }
  options.noise.persistent = options.noise_kind == NoiseKind::persistent;
  if (options.picture) {
    if (!options.picture->ends_with(".svg")) {
      throw InputError(
          fmt::format("--output {}: the picture is an SVG file, expected a name that ends in .svg", *options.picture));
    }
    check_writable(*options.picture);
  }
  check_teacher_models(options);
  std::vector<MooreMachine> machines;
  std::vector<std::vector<Method>> methods;
  std::size_t runs = 0;
  std::vector<std::string> sources;
  for (const std::string& text : options.sources) {
    if (text == "tasks" || text.starts_with("tasks:")) {
      for (const Task& task : tasks()) sources.push_back(task_among(task, text));
    } else {
      sources.push_back(text);
    }
  }
  for (const std::string& text : sources) {
    SourceArgument source = options.source;
    source.text = text;
    machines.push_back(resolve_moore(source));
    methods.push_back(methods_for(options, machines.back()));
    runs += methods.back().size() * options.seeds;
  }
  if (!options.teacher_models.empty()) return compare_teachers(options, sources, machines);
  std::vector<CompareRow> rows;
  {
    Bar bar(runs, options.quiet || options.json);
    for (std::size_t i = 0; i < machines.size(); ++i) {
      const MooreMachine& hidden = machines[i];
      for (Method method : methods[i]) {
        CompareRow row;
        row.source = sources[i];
        row.method = method_title(method, hidden.alphabet());
        if (hidden.alphabet().listed()) {
          row.floor = information_floor(hidden.size(), hidden.letters(), hidden.outputs().size());
        }
        for (std::uint64_t seed = 1; seed <= options.seeds; ++seed) {
          method.seed = seed;
          try {
            row.add(run_known(machines[i], method, nullptr, options.noise));
          } catch (const StuckRun& stuck) {
            row.add(stuck);
          }
          bar.step(fmt::format("{}, {}", row.source, row.method));
        }
        rows.push_back(std::move(row));
      }
    }
  }
  const std::vector<CompareRow> sums =
      machines.size() > 1 ? row_sums(rows, machines.size()) : std::vector<CompareRow>{};
  if (options.json) {
    print(json_of(rows, options));
  } else if (!options.quiet) {
    std::vector<CompareRow> all = rows;
    all.insert(all.end(), sums.begin(), sums.end());
    print(rows_text(all, options.shown_prices(), options.careful()));
    print(
        fmt::format("\nMeans over {}; 'worst' is the worst seed{}. 'total' counts an equivalence question as so many "
                    "comparisons. 'floor' is the information floor.\n",
                    counted(options.seeds, "seed", "seeds"), sums.empty() ? "" : " (summed over the sources)"));
    std::uint64_t stuck = 0;
    for (const CompareRow& row : rows) stuck += row.stuck;
    if (stuck > 0) {
      print(fmt::format(
          "{} did not finish, since the same errors came back every time; the means include what {} cost.\n",
          counted(stuck, "run", "runs"), stuck == 1 ? "it" : "they"));
    }
  }
  flush();
  if (options.picture) {
    std::vector<CompareRow> all = rows;
    all.insert(all.end(), sums.begin(), sums.end());
    std::vector<CompareBar> bars;
    for (const CompareRow& row : all) {
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
  CLI::App& command = *program.add_subcommand("compare", "Run several methods on the same machines");
  options->command = &command;
  command
      .add_option(
          "SOURCE", options->sources,
          "The machines; 'tasks' stands for the 14 tasks of the paper, 'tasks:64' for these among 64 propositions")
      ->type_name("")
      ->required();
  options->source.add_letters(command);
  options->source.add_events(command);
  options->source.add_undefined(command);
  add_list<&Method::machine>(command, "machine", options->kinds, "Kinds of machine to learn (moore)");
  add_list<&Method::answers>(command, "answers", options->answers, "What the teacher says about words (comparisons)");
  add_list<&Method::learner>(command, "learner", options->learners, "Learners to compare (all that suit the letters)");
  add_list<&Method::effort>(command, "effort", options->efforts, "Efforts of tour to compare (all)");
  add_list<&Method::equivalence_cost>(command, "equivalence-cost", options->prices,
                                      "What an equivalence question costs in comparisons, for the totals shown (300) "
                                      "and, unless --effort is given, for tree and tour");
  add_list<&Method::ranker>(command, "ranker", options->rankers, "Rankers to compare (search)");
  add_list<&Method::equivalence>(command, "equivalence", options->equivalences,
                                 "Kinds of equivalence to compare (exact)");
  add_list<&Method::confirm>(command, "confirm", options->confirms,
                             "Settings of --confirm to compare (off; with noise, all)");
  add_chance(command, "--noise", options->noise.mistakes, "Probability of a wrong answer to a comparison, as in 0.05");
  add_chance(command, "--unsure", options->noise.unsure, "Probability of the answer 'unsure'");
  add_amount(
      command, "--temperature", options->noise.temperature,
      "Bradley-Terry: the higher of two values d apart is preferred with probability 1 / (1 + exp(-d / NUMBER))");
  add_amount(command, "--tie-threshold", options->noise.tie_threshold, "Values less than this apart are called equal");
  add_choice(command, "--noise-kind", options->noise_kind, "Whether errors repeat");
  command
      .add_option("--teacher-model", options->teacher_models,
                  "Instead of methods, compare teachers with these error models, listed below; repeatable")
      ->type_name("MODEL")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_chance(command, "--error-rate", options->error_rate,
             "With --teacher-model: the share of wrong answers assumed before the first one (0.05)");
  add_chance(command, "--confidence", options->confidence,
             "With --teacher-model: the target probability of a correct machine if verdicts may be wrong (0.99)");
  command.add_option("--absorbing", options->absorbing, "An output that never changes again, such as HALT")
      ->type_name("OUTPUT");
  command
      .add_option_function<std::string>(
          "--seeds", [options](const std::string& text) { options->seeds = parse_whole("--seeds", text, 1, 100'000); },
          "How many runs of each, with seeds 1, 2, ... (10)")
      ->type_name("NUMBER");
  command.add_option("--output", options->picture, "Draw the table as a picture, an .svg file")->type_name("FILE");
  command.add_flag("--without-paper", options->without_paper, "Leave out the paper's preset, which takes long");
  command.add_flag("--json", options->json, "Print one JSON object and nothing else (docs/json-output.md)");
  command.add_flag("--quiet", options->quiet, "No progress and no table");
  command.footer(
      source_help() +
      "\nThe paper's preset is included as the baseline for the others. With more than 16\n"
      "propositions letters are not listed: only tour can learn, and there is no floor.\n"
      "\nExamples:\n"
      "  remap compare office/t1 craft/t5 --seeds 3\n"
      "  remap compare collect:3 --learner tree,tour --effort full,economy --seeds 2 --output compare.svg\n"
      "  remap compare random:50,5,4 --learner table,tree --ranker quicksort,search --seeds 2\n"
      "  remap compare office/t1 --events one --learner tour --effort full --noise 0.05\n"
      "      5 % of answers are wrong; contradictions are settled by asking again (docs/errors.md)\n"
      "  remap compare craft/t1 --events one --teacher-model persistent:0.05 --teacher-model first:0.1+unsure:0.1\n"
      "\nTeacher models, joined by + (docs/errors.md):\n" +
      teacher_models_help());
  when_called(command, chosen, options, compare);
}

}  // namespace remap::cli
