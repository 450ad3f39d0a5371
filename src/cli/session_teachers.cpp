#include "cli/session_teachers.hpp"
#include "cli/commands.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "automata/machines/fingerprint.hpp"
#include "cli/best_report.hpp"
#include "cli/console.hpp"
#include "cli/erring_report.hpp"
#include "cli/file_prints.hpp"
#include "cli/machine_table.hpp"
#include "cli/person.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "cli/source.hpp"
#include "formats/machines/json.hpp"
#include "logic/letters/shown.hpp"
#include "remap/runs/settings.hpp"
#include "remap/teachers/process.hpp"
#include "runs/known/known_run.hpp"
#include "runs/method/person_settings.hpp"

namespace remap::cli {

/// What is made when the program is started.
class ProgramTeacher::Running {
 public:
  explicit Running(ProgramTeacher& owner) : teacher_(options(owner), owner.alphabet_, owner.outputs_) {}
  ProcessTeacher& teacher() { return teacher_; }

 private:
  static ProcessTeacherOptions options(ProgramTeacher& owner) {
    ProcessTeacherOptions options;
    options.command = owner.command_;
    options.patience = std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(owner.timeout_));
    options.machine_text = [](const Hypothesis& machine) {
      return nlohmann::ordered_json::parse(write_json(as_learned(machine))).dump();
    };
    options.on_wait = [&owner] {
      if (owner.sync_) owner.sync_();
    };
    return options;
  }

  ProcessTeacher teacher_;
};

ProgramTeacher::ProgramTeacher(std::string command, double timeout, Alphabet alphabet, std::optional<Outputs> outputs)
    : command_(std::move(command)), timeout_(timeout), alphabet_(std::move(alphabet)), outputs_(std::move(outputs)) {}

ProgramTeacher::~ProgramTeacher() = default;

Teacher& ProgramTeacher::get() {
  if (!running_) {
    if (check_) check_();
    running_ = std::make_unique<Running>(*this);
  }
  return running_->teacher();
}

bool ProgramTeacher::errs() {
  get();
  return running_->teacher().errs();
}

void ProgramTeacher::done(const Hypothesis& machine) {
  if (running_) running_->teacher().done(machine);
}

namespace {

class SourceTeacher final : public RunTeacher {
 public:
  SourceTeacher(const SessionHead& head, bool despite_changes) : head_(head), despite_changes_(despite_changes) {}
  Teacher& get() override {
    if (teacher_) return *teacher_;
    SourceArgument source;
    source.text = setting(head_.teacher, "source");
    if (const std::string letters = setting(head_.teacher, "letters"); !letters.empty()) source.letters = letters;
    if (const std::string events = setting(head_.teacher, "events"); !events.empty()) source.events = events;
    if (const std::string given = setting(head_.teacher, "undefined"); !given.empty()) source.undefined = given;
    const MooreMachine hidden = resolve_moore(source);
    if (!(hidden.alphabet() == head_.alphabet) || !(hidden.outputs() == *head_.outputs)) {
      throw InputError(
          fmt::format("'{}' is no longer the machine of this session: letters or outputs differ", source.text));
    }
    const std::string before = setting(head_.teacher, "fingerprint");
    if (!before.empty() && before != fingerprint(hidden) && !despite_changes_) {
      throw InputError(fmt::format(
          "'{}' is no longer the machine of this session: it has changed, and resuming would mix the answers of two "
          "machines; --despite-changes resumes anyway",
          source.text));
    }
    teacher_ = make_teacher(hidden, read_method(head_.settings, head_.outputs));
    return *teacher_;
  }

 private:
  const SessionHead& head_;
  bool despite_changes_;
  std::unique_ptr<Teacher> teacher_;
};

std::string resume_command(const DurableRun& run, const OutputFiles& output) {
  std::string command = "remap resume " + shell_word(run.path().string());
  for (const std::string& path : output.paths()) command += " --output " + shell_word(path);
  return safe(command);
}

std::string resume_advice(const DurableRun& run, const OutputFiles& output) {
  return fmt::format("all are stored; continue with\n  {}", resume_command(run, output));
}

AnswerBook::Agreement agreement_of(const RunResult& result) { return {result.rechecks, result.agreeing_rechecks}; }

LearnReport learn_report(const SessionHead& head, const Method& method, const RunResult& result) {
  LearnReport report{.alphabet = head.alphabet, .machine = result.machine, .method = method, .counts = result.counts};
  if (const std::string source = setting(head.teacher, "source"); !source.empty()) report.source = source;
  if (head.outputs) report.outputs = head.outputs->size();
  report.classes = result.classes;
  report.known_values = result.known_values;
  report.limit = result.limit;
  report.asked = result.asked;
  report.confirmations = result.confirmations;
  report.agreement = agreement_of(result);
  report.seconds = result.seconds;
  report.log_seconds = result.log_seconds;
  if (result.erring) report.belief = &*result.erring;
  return report;
}

std::string report_text(const SessionHead& head, const Method& method, const RunResult& result,
                        std::string_view known_from) {
  const SessionCounts& counts = result.counts;
  std::string text =
      fmt::format("Learned {} over {}, outputs {}\n\n", counted(result.machine.size(), "state", "states"),
                  letters_shown(head.alphabet), safe(output_list(result.machine.outputs())));
  text += machine_table(readable(as_learned(result.machine)), 60);
  const std::string asked = method.asks_values()
                                ? fmt::format("{} asked, of {}", counted(counts.values, "value", "values"),
                                              counted(counts.value_letters, "letter", "letters"))
                                : counted(counts.comparisons, "comparison", "comparisons");
  text += fmt::format("\n{}, {}", asked,
                      counted(counts.equivalence_questions, "equivalence question", "equivalence questions"));
  if (counts.unsure > 0) text += fmt::format(", {} unsure", grouped(counts.unsure));
  if (result.confirmations > 0) {
    text += fmt::format(", {}", counted(result.confirmations, "confirmation", "confirmations"));
  }
  const std::uint64_t all = counts.comparisons + counts.values + counts.equivalence_questions + result.confirmations;
  if (result.asked < all) text += fmt::format("; {} asked now, the others were {}", grouped(result.asked), known_from);
  text += ".\n";
  if (result.rechecks > 0) text += agreement_text(agreement_of(result)) + '\n';
  text += limit_text(method, result.limit);
  if (result.erring) text += '\n' + erring_text(*result.erring);
  if (const auto tested = tested_on_words(method, counts, result.limit)) text += '\n' + tested_text(*tested);
  return text;
}

/// A run that did not finish still gives its best machine so far.
void tell_best(const DurableRun& run, const SessionReport& report) {
  if (report.quiet || report.json || run.answers() == 0) return;
  print(best_text(run, best_machine(run.head(), run.book(), run.method())));
  if (!run.path().empty()) {
    print(fmt::format("'remap best {}' shows it again.\n", safe(shell_word(run.path().string()))));
  }
  flush();
}

/// Finishes; meanwhile a person may continue with other outputs.
RunResult finish_with_levels(DurableRun& run, std::unique_ptr<RunTeacher>& teacher, RunWatcher* watcher,
                             const SessionReport& report) {
  for (;;) {
    try {
      return run.finish(*teacher, watcher);
    } catch (const LevelsRequest& request) {
      run.set_outputs(request.outputs);
      run.answered_by(!report.by.empty() ? report.by : user_name());
      teacher->leave();
      teacher = make_person(run.head(), run.path().string(), resume_command(run, report.output), [] {});
    }
  }
}

}  // namespace

std::unique_ptr<RunTeacher> make_run_teacher(const SessionHead& head, const std::string& file, bool despite_changes) {
  const auto check = [&head, despite_changes] {
    if (!despite_changes) check_file_prints(head.teacher);
  };
  if (by_person(head)) return make_person(head, file, safe("remap resume " + shell_word(file)), check);
  if (const std::string command = setting(head.teacher, "command"); !command.empty()) {
    const double timeout = parse_number(setting(head.teacher, "timeout")).value_or(0);
    auto program = std::make_unique<ProgramTeacher>(command, timeout, head.alphabet, head.outputs);
    program->before_start(check);
    return program;
  }
  if (!setting(head.teacher, "source").empty()) return std::make_unique<SourceTeacher>(head, despite_changes);
  if (setting(head.teacher, "answers") == "elsewhere") {
    throw InputError(
        fmt::format("this session is answered elsewhere: 'remap suggest {0}' prints its questions, 'remap answer {0}' "
                    "records the answers",
                    safe(shell_word(file))));
  }
  throw InputError("the session does not name its teacher, or names one that this version does not know");
}

int finish_run(DurableRun& run, std::unique_ptr<RunTeacher> teacher, const SessionReport& report) {
  if (!teacher && by_person(run.head())) {
    const auto check = [&] {
      if (!report.despite_changes) check_file_prints(run.head().teacher);
    };
    teacher = make_person(run.head(), run.path().string(), resume_command(run, report.output), check);
  }
  if (!teacher) teacher = make_run_teacher(run.head(), run.path().string(), report.despite_changes);
  if (auto* program = dynamic_cast<ProgramTeacher*>(teacher.get())) program->on_wait([&run] { run.sync(); });
  run.answered_by(!report.by.empty() ? report.by : teacher->is_person() ? user_name() : "");
  try {
    const auto progress = make_progress(report.quiet || teacher->is_person());
    const RunResult result = finish_with_levels(run, teacher, progress.get(), report);
    teacher->leave();
    if (report.json) {
      print(json_report(learn_report(run.head(), run.method(), result)));
    } else if (!report.quiet) {
      print(
          report_text(run.head(), run.method(), result, run.book().asked(Purpose::given) > 0 ? "known" : "in the log"));
      if (result.limit != Limit::none && !run.path().empty()) {
        print(fmt::format("With a higher limit it goes on:\n  {} --max-{} NUMBER\n", resume_command(run, report.output),
                          name_of(result.limit)));
      }
    }
    flush();
    report.output.write(as_learned(result.machine), report.quiet || report.json);
    return result.erring && result.erring->gave_up ? no_sure_result : exit_code(result.limit);
  } catch (const QuitRequest&) {
    teacher->leave();
    fmt::print(stderr, "remap: stopped after {}, {}\n", counted(standing_answers(run.book()), "answer", "answers"),
               resume_advice(run, report.output));
    return 1;
  } catch (const TeacherStopped& error) {
    fmt::print(stderr, "remap: {}{}\n", error.what(),
               run.path().empty() ? "" : fmt::format("; {}", resume_advice(run, report.output)));
    return 1;
  } catch (const Contradiction& error) {
    teacher->leave();
    tell_best(run, report);
    if (!teacher->is_person()) throw;
    throw Contradiction(fmt::format("{}\n{}", error.what(), resume_advice(run, report.output)), error.answers());
  } catch (const Unsettled& error) {
    teacher->leave();
    tell_best(run, report);
    if (!teacher->is_person()) throw;
    throw Unsettled(fmt::format("{}\n{}", error.what(), resume_advice(run, report.output)), error.comparisons());
  }
}

void refuse_study(const SessionHead& head, const std::string& file) {
  if (setting(head.teacher, "consent").empty()) return;
  std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  if (!setting(head.teacher, "participant").empty()) folder = folder.parent_path();  // from its folder of sessions
  throw InputError(fmt::format("{}: this session belongs to a study, which continues with\n  remap serve --study {}",
                               file, shell_word(folder.string())));
}

void warn_of_torn_line(const DurableRun& run) {
  if (run.torn() == 0) return;
  fmt::print(stderr, "remap: {}: its last line was truncated after {} and is ignored; its question is asked again\n",
             safe(run.path().string()), counted(run.torn(), "byte", "bytes"));
}

}  // namespace remap::cli
