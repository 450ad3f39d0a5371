// remap learn SOURCE
#include <fmt/format.h>

#include "automata/machines/fingerprint.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/given_options.hpp"
#include "cli/known_data.hpp"
#include "cli/method_options.hpp"
#include "cli/name_list.hpp"
#include "cli/output_files.hpp"
#include "cli/person.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "cli/session_teachers.hpp"
#include "cli/source.hpp"
#include "cli/teacher_options.hpp"
#include "cli/terminal_screen.hpp"
#include "cli/trace.hpp"
#include "cli/trust.hpp"
#include "formats/data/comparison_data.hpp"
#include "remap/runs/settings.hpp"
#include "runs/method/person_settings.hpp"

namespace remap::cli {

namespace {

// Up to this many transitions the paper's method takes well under a second, so it is run for comparison.
constexpr std::size_t beside_limit = 10'000;

struct LearnOptions {
  const CLI::App* command = nullptr;
  SourceArgument source;
  MethodOptions method;
  OutputFiles output;
  bool json = false;
  bool quiet = false;
  bool trace = false;
  bool beside_lstar = false;
  std::optional<std::string> values;
  TeacherOptions teacher;
  DataOptions data;
};

KnownRun run_traced(const MooreMachine& hidden, const Method& method, StepLabels& labels) {
  const bool lstar = method.learner == LearnerKind::lstar;
  print(lstar ? "L*: membership queries and equivalence questions\n\n"
              : "REMAP: comparisons and equivalence questions\n\n");
  Trace trace(labels, lstar);
  KnownRun run = run_known(hidden, method, &trace);
  print("\n");
  return run;
}

KnownRun run_watched(const MooreMachine& hidden, const Method& method, bool quiet) {
  const std::unique_ptr<Progress> progress = make_progress(quiet);
  return run_known(hidden, method, progress.get());
}

/// The paper's method on the same source with the same seed, or a note on why not.
void set_paper_beside(ReportOptions& report, const MooreMachine& hidden, const Method& method, bool quiet) {
  Method paper = preset_method(Preset::paper, hidden.alphabet());
  paper.seed = method.seed;
  if (same_questions(method, paper)) {
    report.note = "(this is the paper's method)";
  } else if (!hidden.alphabet().listed()) {
    report.note = "(the paper's method was not run for comparison: it needs a list of all letters)";
  } else if (hidden.size() * hidden.letters() > beside_limit) {
    report.note = "(the paper's method was not run for comparison: the machine is large; try --preset paper)";
  } else {
    report.beside.push_back({"paper's method", run_watched(hidden, paper, quiet)});
  }
}

/// The machine over ranks with the values of `--values` instead, lowest first.
Hypothesis with_values(const Hypothesis& hypothesis, const std::string& values) {
  const auto outputs = Outputs::parse_list(values);
  if (outputs.size() != hypothesis.outputs().size()) {
    throw InputError(fmt::format("--values names {}, but the learned machine has {}; its outputs stay ranks",
                                 counted(outputs.size(), "value", "values"),
                                 counted(hypothesis.outputs().size(), "rank", "ranks")));
  }
  return hypothesis.with_outputs(outputs);
}

/// Random data confirms guesses, which then need fewer questions. A session answers the questions that it was asked.
MethodOptions method_with_data(const LearnOptions& options, const Alphabet& alphabet) {
  MethodOptions method = options.method;
  bool chosen = !options.data.given() || !alphabet.propositional();
  for (const char* name : {"effort", "learner", "preset", "equivalence-cost"}) {
    chosen = chosen || method.given(name);
  }
  for (const std::string& file : options.data.files) chosen = chosen || is_session_log(file);
  if (!chosen) method.asked["effort"] = "economy";
  return method;
}

/// A run that is stored in a log or answered from outside.
OutsideTeacher outside(const LearnOptions& options) {
  if (options.teacher.teacher) {
    if (!options.source.text.empty()) {
      throw InputError(
          fmt::format("--teacher answers instead of a source, but the source '{}' is also given", options.source.text));
    }
    const std::optional<Alphabet> alphabet =
        named_alphabet(options.teacher, options.source.letters, options.source.events);
    return outside_teacher(options.teacher, options.source.letters, options.source.events,
                           alphabet ? method_with_data(options, *alphabet) : options.method);
  }
  const HiddenMachine source = resolve_hidden(options.source);
  const MooreMachine& hidden = source.machine;
  SessionHead head{REMAP_VERSION, hidden.alphabet(), hidden.outputs()};
  head.settings = write_method(method_with_data(options, hidden.alphabet()).method(source), head.outputs);
  head.teacher = {{"source", options.source.text}};
  if (options.source.letters) head.teacher.emplace_back("letters", *options.source.letters);
  if (options.source.events) head.teacher.emplace_back("events", *options.source.events);
  if (options.source.undefined) head.teacher.emplace_back("undefined", *options.source.undefined);
  head.teacher.emplace_back("fingerprint", fingerprint(hidden));
  return {std::move(head), nullptr};
}

/// Begins a log; a command in it is recorded first, so that a killed run can be resumed.
DurableRun begin(const std::string& file, SessionHead head) {
  const std::string command = setting(head.teacher, "command");
  if (command.empty()) return DurableRun::create(file, std::move(head));
  const std::string number = new_session_number();
  head.teacher.emplace_back("session", number);
  remember_begun(number, command);
  try {
    return DurableRun::create(file, std::move(head));
  } catch (...) {
    forget_begun(number);
    throw;
  }
}

/// A session that others answer, whenever they like.
int tell_how_to_answer(DurableRun& run, bool quiet) {
  run.sync();
  const std::string file = safe(shell_word(run.path().string()));
  if (!quiet) {
    print(fmt::format(
        "Created {0}. 'remap suggest {0}' prints its questions, 'remap answer {0}' records the answers.\n", file));
  }
  return 0;
}

constexpr std::string_view of_data_alone[] = {"--teacher", "--from",    "--majority", "--letters", "--propositions",
                                              "--events",  "--outputs", "--output",   "--json",    "--quiet"};
constexpr std::string_view of_sources[] = {"--undefined"};
constexpr std::string_view of_answers[] = {"--by"};

/// Learns from the data alone.
int learn_passively(const LearnOptions& options) {
  if (!options.source.text.empty()) {
    throw InputError(fmt::format("--teacher none asks no one, but the source '{}' is also given", options.source.text));
  }
  refuse_others(*options.command, of_data_alone, "with --from and --teacher none");
  PassiveArguments arguments{
      options.data, named_alphabet(options.teacher, options.source.letters, options.source.events),
      std::nullopt, options.output,
      options.json, options.quiet};
  if (options.teacher.outputs) arguments.outputs = Outputs(parse_names("--outputs", *options.teacher.outputs));
  return learn_from_data_alone(arguments);
}

int learn_in_session(const LearnOptions& options) {
  if (options.teacher.teacher)
    refuse_these(*options.command, of_sources, "with --teacher, which has no missing transitions");
  if (nobody(options.teacher)) refuse_these(*options.command, of_answers, "with --teacher none; 'remap answer' has it");
  if (options.trace || options.beside_lstar || options.values) {
    throw InputError(
        "--trace, --beside-lstar and --values cannot be combined with --teacher, --session, --from or --teacher-errs");
  }
  if (options.teacher.session && options.teacher.session->empty()) {
    throw InputError("--session needs the name of a file");
  }
  options.output.check();
  OutsideTeacher asked = outside(options);
  options.output.check(asked.head.alphabet);
  if (options.data.given() && read_method(asked.head.settings, asked.head.outputs).asks_values()) {
    throw InputError("--from gives comparisons, which --answers values does not ask for");
  }
  const bool person = by_person(asked.head);
  if (person) require_terminal();
  // What a person says is never lost, so their sessions always have a log.
  std::string file = options.teacher.session.value_or("");
  if (file.empty() && person) file = free_session_name();
  if (file.empty() && options.teacher.by) throw InputError("--by has no effect without --session");
  if (nobody(options.teacher) && file.empty()) {
    throw InputError("--teacher none needs --from FILE to learn from, or --session FILE for answers given elsewhere");
  }
  DurableRun run = file.empty() ? DurableRun::without_log(std::move(asked.head)) : begin(file, std::move(asked.head));
  if (options.data.given()) give_data(run, options.data, options.quiet || options.json);
  if (nobody(options.teacher)) return tell_how_to_answer(run, options.quiet);
  return finish_run(run, std::move(asked.teacher),
                    {options.output, options.json, options.quiet, options.teacher.by.value_or("")});
}

int learn(LearnOptions options) {
  if (options.output.takes_standard_output({{"--json", options.json}, {"--trace", options.trace}}))
    options.quiet = true;
  if (options.data.majority && !options.data.given()) throw InputError("--majority has no effect without --from");
  if (nobody(options.teacher) && options.data.given() && !options.teacher.session) return learn_passively(options);
  if (options.teacher.teacher || options.teacher.session) return learn_in_session(options);
  options.teacher.refuse_without_teacher();
  if (options.data.given()) return learn_in_session(options);
  const auto errs = options.method.asked.find("teacher-errs");
  if (errs != options.method.asked.end() && errs->second != "off") return learn_in_session(options);
  if (options.source.text.empty()) throw InputError("SOURCE is required, or --teacher; see 'remap learn --help'");
  if (options.json && options.trace) throw InputError("--json and --trace exclude each other");
  if (options.json && options.beside_lstar) throw InputError("--json and --beside-lstar exclude each other");
  options.output.check();
  const HiddenMachine source = resolve_hidden(options.source);
  const MooreMachine& hidden = source.machine;
  options.output.check(hidden.alphabet());
  const Method method = options.method.method(source);
  if (options.trace && method.learner != LearnerKind::table && method.learner != LearnerKind::lstar) {
    throw InputError("--trace shows the table of --learner table or lstar, try it with --preset paper");
  }
  if (options.beside_lstar && order_alone(method.equivalence)) {
    throw InputError(
        fmt::format("--beside-lstar asks for values, which --equivalence {} never gives", name_of(method.equivalence)));
  }

  if (options.values && !order_alone(method.equivalence)) {
    throw InputError("--values has no effect without --equivalence order or order-sampling");
  }
  if (options.values) Outputs::parse_list(*options.values);

  StepLabels labels;
  KnownRun run = options.trace ? run_traced(hidden, method, labels) : run_watched(hidden, method, options.quiet);
  std::optional<InputError> mismatch;  // reported after the result, so that the result is not lost
  if (options.values) {
    try {
      run.machine = with_values(run.machine, *options.values);
    } catch (const InputError& error) {
      mismatch = error;
    }
  }
  ReportOptions report;
  report.times = !options.trace;
  if (options.json) {
    print(json_report(learn_report(options.source.text, hidden, run)));
  } else if (!options.quiet) {
    set_paper_beside(report, hidden, method, options.quiet);
    if (options.beside_lstar) {
      Method lstar = method;
      lstar.learner = LearnerKind::lstar;
      report.beside.push_back(
          {"L*", options.trace ? run_traced(hidden, lstar, labels) : run_watched(hidden, lstar, false)});
    }
    print(text_report(options.source.text, hidden, run, report));
  }
  flush();
  options.output.write(as_learned(run.machine), options.quiet || options.json);
  if (mismatch) throw InputError(*mismatch);
  return exit_code(run.limit);
}

}  // namespace

void add_learn(CLI::App& program, Action& chosen) {
  auto options = std::make_shared<LearnOptions>();
  CLI::App& command = *program.add_subcommand("learn", "Learn a machine from comparisons");
  options->command = &command;
  options->source.add(command, "SOURCE", "The machine to learn: a teacher that knows it answers the questions")
      ->required(false);
  options->output.add(command, "Write the learned machine;");
  command.add_flag("--json", options->json, "Print one JSON object and nothing else (docs/json-output.md)");
  command.add_flag("--quiet", options->quiet, "No progress and no report");
  options->source.add_letters(command);
  options->source.add_events(command);
  options->teacher.add(command);
  options->data.add(command);
  options->method.add(command);
  options->source.add_undefined(command);
  command.add_option("--values", options->values, "Order only: the values of the ranks, lowest first, as in 0,1,5")
      ->type_name("VALUES")
      ->group("Machines");
  command.add_flag("--trace", options->trace, "Print every step as the paper draws it (table, lstar)")
      ->group("Reports");
  command.add_flag("--beside-lstar", options->beside_lstar, "Also learn with L*, and show both")->group("Reports");
  command.footer(source_help() +
                 "\nExamples:\n"
                 "  remap learn craft/t10\n"
                 "  remap learn office/t3 --preset paper --seed 7 --json\n"
                 "  remap learn my_machine.dot --output learned.json --output learned.svg\n"
                 "  remap learn random:50,5,4 --equivalence sampling --epsilon 0.01 --delta 0.05\n"
                 "  remap learn office/t4 --events one --absorbing HALT\n"
                 "  remap learn office/t1 --equivalence order-sampling\n"
                 "      comparisons only: no equivalence questions, no values\n"
                 "  remap learn office/t1 --session run.jsonl\n"
                 "  remap learn office/t1 --from answers.csv\n"
                 "  remap learn --from answers.csv --teacher none\n"
                 "  remap learn 'regex:a*b' --letters ab --preset paper --trace --beside-lstar\n"
                 "      the worked example of the paper's appendix, steps (a) to (f) and (g) to (l)");
  when_called(command, chosen, options, learn);
}

}  // namespace remap::cli
