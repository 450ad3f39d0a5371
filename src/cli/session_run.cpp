#include "cli/session_run.hpp"

#include <chrono>
#include <nlohmann/json.hpp>

#include "cli/answer_text.hpp"
#include "cli/console.hpp"
#include "cli/machine_table.hpp"
#include "cli/method_settings.hpp"
#include "cli/numbers.hpp"
#include "cli/person.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "cli/source.hpp"
#include "remap/formats/json.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/process.hpp"

namespace remap::cli {

namespace {

using Clock = std::chrono::steady_clock;

class SourceTeacher final : public SessionTeacher {
 public:
  explicit SourceTeacher(const SessionHead& head) : head_(head) {}
  Teacher& get() override {
    if (teacher_) return *teacher_;
    SourceArgument source;
    source.text = setting(head_.teacher, "source");
    if (const std::string letters = setting(head_.teacher, "letters"); !letters.empty()) source.letters = letters;
    if (const std::string events = setting(head_.teacher, "events"); !events.empty()) source.events = events;
    const auto hidden = resolve_moore(source);
    if (!(hidden.alphabet() == head_.alphabet) || !(hidden.outputs() == *head_.outputs)) {
      throw InputError(
          fmt::format("'{}' is not the machine of this session any more: letters or outputs differ", source.text));
    }
    teacher_ = make_teacher(hidden, method_of(head_.settings, head_.outputs));
    return *teacher_;
  }

 private:
  const SessionHead& head_;
  std::unique_ptr<Teacher> teacher_;
};

class ProgramTeacher final : public SessionTeacher {
 public:
  ProgramTeacher(const SessionHead& head, SessionLog* log) : head_(head), log_(log) {}
  Teacher& get() override {
    if (teacher_) return *teacher_;
    ProcessTeacherOptions options;
    options.command = setting(head_.teacher, "command");
    options.patience = std::chrono::milliseconds(
        static_cast<std::int64_t>(1000 * parse_number(setting(head_.teacher, "timeout")).value_or(0)));
    options.machine_text = [](const MooreMachine& machine) {
      return nlohmann::ordered_json::parse(write_json(machine)).dump();
    };
    options.on_wait = [log = log_] {
      if (log != nullptr) log->sync_if_unsynced();
    };
    teacher_ = std::make_unique<ProcessTeacher>(std::move(options), head_.alphabet, head_.outputs);
    const Method method = method_of(head_.settings, head_.outputs);
    if (!teacher_->answers_equivalence() && method.equivalence != EquivalenceChoice::order_sampling) {
      throw InputError("this session asks equivalence questions, but the teacher says that it answers none");
    }
    return *teacher_;
  }
  void done(const MooreMachine& machine) override {
    if (teacher_) teacher_->done(machine);
  }

 private:
  const SessionHead& head_;
  SessionLog* log_;
  std::unique_ptr<ProcessTeacher> teacher_;
};

/// Measures how long keeping takes.
class TimedKeeper final : public AnswerKeeper {
 public:
  explicit TimedKeeper(SessionLog& log) : log_(log) {}
  void keep(const AnswerBook& book, AnswerId first) override {
    const Clock::time_point begin = Clock::now();
    log_.keep(book, first);
    seconds += std::chrono::duration<double>(Clock::now() - begin).count();
  }
  void change(AnswerId id, Preference answer) override { log_.change(id, answer); }
  double seconds = 0;

 private:
  SessionLog& log_;
};

/// What the teacher wants changed so that answers agree. Throws the contradiction, in words, when nobody is there to
/// say.
Correction mend_contradiction(const Contradiction& error, const SessionHead& head, const AnswerBook& book,
                              Output absorbing, SessionTeacher& teacher) {
  const std::vector<AnswerId> core = book.contradiction(absorbing);
  if (core.empty()) throw Contradiction(error);
  try {
    const std::string note = absorbing == no_output ? ""
                                                    : fmt::format("What has value {} once has it for ever.",
                                                                  safe(head.outputs->name(absorbing)));
    if (const auto correction = teacher.correct(TerminalTeacher::Trouble::contradiction, book, core, note)) {
      return *correction;
    }
  } catch (const QuitRequest&) {  // said below
  }
  throw Contradiction(contradiction_text(book, head, absorbing), error.answers());
}

/// Likewise for answers that are unsure where nothing else can be asked.
Correction mend_unsettled(const Unsettled& error, const SessionHead& head, const AnswerBook& book,
                          std::span<const AnswerId> unsure, SessionTeacher& teacher) {
  try {
    if (const auto correction = teacher.correct(TerminalTeacher::Trouble::unsure, book, unsure, "")) {
      return *correction;
    }
  } catch (const QuitRequest&) {  // said below
  }
  std::string text = "the run cannot go on without an answer to one of these:";
  for (const AnswerId id : unsure) text += "\n  " + answer_text(book, id, head);
  throw Unsettled(text, error.comparisons());
}

std::string resume_advice(const std::string& file, const OutputFiles& output) {
  std::string command = "remap resume " + shell_word(file);
  for (const std::string& path : output.paths()) command += " --output " + shell_word(path);
  return fmt::format("all are kept; go on with\n  {}", safe(command));
}

}  // namespace

std::unique_ptr<SessionTeacher> make_session_teacher(const SessionHead& head, SessionLog* log,
                                                     const std::string& file) {
  if (by_person(head)) return make_person(head, file);
  if (!setting(head.teacher, "command").empty()) return std::make_unique<ProgramTeacher>(head, log);
  if (!setting(head.teacher, "source").empty()) return std::make_unique<SourceTeacher>(head);
  throw InputError("the session does not say who its teacher is, or this version does not know such a teacher");
}

Durability durability_for(const SessionHead& head) { return by_person(head) ? Durability::each : Durability::batched; }

SessionResult run_session(const SessionHead& head, AnswerBook& book, SessionLog* log, SessionTeacher& teacher,
                          RunWatcher* watcher) {
  const Method method = method_of(head.settings, head.outputs);
  const SessionOptions options = session_options(method);
  std::optional<TimedKeeper> keeper;
  if (log != nullptr) keeper.emplace(*log);
  RecordingTeacher recording(
      book, [&]() -> Teacher& { return teacher.get(); }, keeper ? &*keeper : nullptr, options.absorbing);
  if (by_person(head)) recording.ask_one_by_one();
  const Clock::time_point begin = Clock::now();
  for (;;) {
    Session session(head.alphabet, head.outputs, options, watcher);
    if (watcher != nullptr) watcher->watch(session);
    recording.restart();
    teacher.attend(session, recording);
    Correction correction;
    try {
      if (!drive(session, recording, care_of(method))) continue;
      SessionResult result{session.machine(), session.counts(), recording.asked()};
      result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      if (log != nullptr) log->sync();
      if (keeper) result.log_seconds = keeper->seconds;
      result.confirmations = book.asked(Purpose::confirmation);
      result.agreement = book.self_agreement();
      teacher.done(result.machine);
      return result;
    } catch (const UndoRequest&) {
      correction.id = last_answer(book);
    } catch (const Contradiction& error) {
      correction = mend_contradiction(error, head, book, options.absorbing, teacher);
    } catch (const Unsettled& error) {
      std::vector<AnswerId> unsure;
      for (const Comparison& each : error.comparisons()) {
        const WordId left = recording.booked(session.words(), each.left);
        unsure.push_back(book.latest(left, recording.booked(session.words(), each.right)));
      }
      correction = mend_unsettled(error, head, book, unsure, teacher);
    }
    // From here on as if it had been said so at once: a session begun anew finds the other answers in the book.
    if (correction.answer) {
      book.change(correction.id, *correction.answer);
      if (log != nullptr) log->change(correction.id, *correction.answer);
    } else {
      book.retract(correction.id);
      if (log != nullptr) log->retract(correction.id);
    }
  }
}

int finish_session(const SessionHead& head, AnswerBook& book, SessionLog* log, const std::string& file,
                   const SessionReport& report) {
  const auto teacher = make_session_teacher(head, log, file);
  try {
    const auto progress = make_progress(report.quiet || teacher->is_person());
    const SessionResult result = run_session(head, book, log, *teacher, progress.get());
    teacher->leave();
    if (report.json || !report.quiet) print(session_report(head, result, report.json));
    flush();
    report.output.write(result.machine, report.quiet || report.json);
    return 0;
  } catch (const QuitRequest&) {
    teacher->leave();
    fmt::print(stderr, "remap: stopped after {}, {}\n", counted(standing_answers(book), "answer", "answers"),
               resume_advice(file, report.output));
    return 1;
  } catch (const Contradiction& error) {
    teacher->leave();
    if (!teacher->is_person()) throw;
    throw Contradiction(fmt::format("{}\n{}", error.what(), resume_advice(file, report.output)), error.answers());
  } catch (const Unsettled& error) {
    teacher->leave();
    if (!teacher->is_person()) throw;
    throw Unsettled(fmt::format("{}\n{}", error.what(), resume_advice(file, report.output)), error.comparisons());
  }
}

void warn_of_torn_line(const std::string& file, const LoggedSession& logged) {
  if (logged.torn == 0) return;
  fmt::print(stderr, "remap: {}: its last line was cut off after {} and is left out; what it said is asked again\n",
             safe(file), counted(logged.torn, "byte", "bytes"));
}

std::string session_report(const SessionHead& head, const SessionResult& result, bool json) {
  const SessionCounts& counts = result.counts;
  if (json) {
    nlohmann::ordered_json report;
    report["states"] = result.machine.size();
    report["letters"] = head.alphabet.size();
    report["outputs"] = result.machine.outputs().size();
    report["preference_queries"] = counts.comparisons;
    report["unsure"] = counts.unsure;
    report["membership_queries"] = counts.values;
    report["equivalence_queries"] = counts.equivalence_questions;
    report["counterexample_lengths"] = counts.counterexample_lengths;
    if (result.confirmations > 0) report["confirmations"] = result.confirmations;
    if (result.agreement.rechecks > 0) report["self_agreement"] = agreement_json(result.agreement);
    report["asked_now"] = result.asked;
    report["seconds"] = result.seconds;
    report["log_seconds"] = result.log_seconds;
    for (const auto& [name, value] : head.settings) report["settings"][name] = value;
    report["machine"] = nlohmann::ordered_json::parse(write_json(result.machine));
    return report.dump() + '\n';
  }
  std::string text =
      fmt::format("Learned {} over {}, outputs {}\n\n", counted(result.machine.size(), "state", "states"),
                  counted(head.alphabet.size(), "letter", "letters"), safe(output_list(result.machine.outputs())));
  text += machine_table(readable(result.machine), 60);
  text += fmt::format("\n{}, {}", counted(counts.comparisons, "comparison", "comparisons"),
                      counted(counts.equivalence_questions, "equivalence question", "equivalence questions"));
  if (counts.unsure > 0) text += fmt::format(", {} unsure", grouped(counts.unsure));
  if (result.confirmations > 0)
    text += fmt::format(", {}", counted(result.confirmations, "confirmation", "confirmations"));
  text += fmt::format("; {} asked now, the others were in the log.\n", grouped(result.asked));
  if (result.agreement.rechecks > 0) text += agreement_text(result.agreement) + '\n';
  return text;
}

}  // namespace remap::cli
