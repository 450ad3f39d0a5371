// A session is never repaired: when an answer is changed, another session asks the same questions and finds the other
// answers in the book. So one loop, `drive_carefully`, serves fresh runs, resumed runs, corrections and replays.
#include "remap/runs/durable_run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ctime>

#include "formats/log/session_log.hpp"
#include "learning/session/session_engine.hpp"
#include "learning/words/answer_check.hpp"
#include "logic/letters/shown.hpp"
#include "remap/runs/settings.hpp"
#include "runs/durable/answer_text.hpp"
#include "runs/durable/given_answers.hpp"
#include "runs/erring/erring_run.hpp"
#include "runs/known/known_run.hpp"
#include "runs/method/person_settings.hpp"
#include "runs/method/run_teacher.hpp"
#include "teachers/careful/careful.hpp"
#include "teachers/deadline.hpp"

namespace remap {

namespace {

using Clock = std::chrono::steady_clock;

/// Measures how long keeping takes.
class TimedKeeper final : public AnswerKeeper {
 public:
  explicit TimedKeeper(SessionLog* log) : log_(log) {}
  void keep(const AnswerBook& book, AnswerId first) override {
    if (log_ == nullptr) return;
    const Clock::time_point begin = Clock::now();
    log_->keep(book, first);
    seconds += std::chrono::duration<double>(Clock::now() - begin).count();
  }
  void change(AnswerId id, Preference answer) override {
    if (log_ != nullptr) log_->change(id, answer);
  }
  double seconds = 0;

 private:
  SessionLog* log_;
};

/// A teacher given by the user of the library.
class GivenTeacher final : public RunTeacher {
 public:
  explicit GivenTeacher(Teacher& teacher) : teacher_(teacher) {}
  Teacher& get() override { return teacher_; }

 private:
  Teacher& teacher_;
};

class Nobody final : public RunTeacher {
 public:
  Teacher& get() override { throw NobodyLeft{}; }
};

/// Tells the watcher of a user what a run's watcher is told.
class ForwardingWatcher final : public RunWatcher {
 public:
  explicit ForwardingWatcher(SessionWatcher& watcher) : watcher_(watcher) {}
  void on_step(LearnerStep step, std::size_t states) override { watcher_.on_step(step, states); }
  void on_hypothesis(const Hypothesis& machine) override { watcher_.on_hypothesis(machine); }
  void on_counterexample(const Word& word, const Feedback& feedback) override {
    watcher_.on_counterexample(word, feedback);
  }
  void on_accepted() override { watcher_.on_accepted(); }

 private:
  SessionWatcher& watcher_;
};

std::size_t output_count(const SessionHead& head) { return head.outputs ? head.outputs->size() : 0; }

/// As the first line of a session says it.
Settle settle_of(const SessionHead& head) {
  const std::string text = setting(head.teacher, "settle");
  if (text.empty() || text == "off") return Settle::off;
  if (text == "ask") return Settle::ask;
  if (text == "vote") return Settle::vote;
  throw InputError(fmt::format("the session settles contradictions by '{}', expected ask, vote or off", safe(text)));
}

/// With the default method if none was chosen. Throws if a run cannot begin like this.
SessionHead checked(SessionHead head) {
  if (head.settings.empty()) {
    Method method = preset_method(Preset::best, head.alphabet);
    if (!head.outputs) method.equivalence = Equivalence::order;
    head.settings = write_method(method, head.outputs);
  }
  settle_of(head);
  if (by_person(head)) read_person(head);
  Session(head.alphabet, head.outputs, read_method(head.settings, head.outputs));
  return head;
}

/// What was known before the run tests hypotheses and confirms guesses.
void tell_given(const AnswerBook& book, Session& session) {
  for (std::size_t i = 1; i <= book.size(); ++i) {
    const BookEntry& entry = book.at(make_id<AnswerId>(i));
    if (entry.kind != BookEntry::Kind::comparison || entry.purpose != Purpose::given || !entry.valid) continue;
    if (entry.answer == Preference::unsure) continue;
    session.know(book.words().spell(entry.left), book.words().spell(entry.right), entry.answer);
  }
}

/// Whether the book answers every question of the method as it is, as the log of a finished session does.
bool answers_everything(AnswerBook& book, const SessionHead& head, const Method& method) {
  RecordingTeacher recording(
      book, []() -> Teacher& { throw NobodyLeft(); }, nullptr, method.absorbing);
  Session session(head.alphabet, head.outputs, without_limits(method));
  try {
    return drive(session, recording, care_of(method));
  } catch (const Error&) {
    return false;
  }
}

/// What the teacher wants changed so that answers agree. Throws the contradiction, in words, if no one is there to say.
Correction mend_contradiction(const Contradiction& error, const SessionHead& head, const AnswerBook& book,
                              Output absorbing, RunTeacher& teacher) {
  const std::vector<AnswerId> core = book.contradiction(absorbing);
  if (core.empty()) throw Contradiction(error);
  try {
    const std::string note = absorbing == no_output ? ""
                                                    : fmt::format("A word with value {} keeps it when it is extended.",
                                                                  safe(head.outputs->name(absorbing)));
    const Trouble trouble = book.values_needed(core) > 0 ? Trouble::levels : Trouble::contradiction;
    if (const auto correction = teacher.correct(trouble, book, core, note)) {
      return *correction;
    }
  } catch (const QuitRequest&) {  // said below
  }
  throw_contradiction(book, head, absorbing);
}

/// Likewise for answers that are unsure where nothing else can be asked.
Correction mend_unsettled(const Unsettled& error, const SessionHead& head, const AnswerBook& book,
                          std::span<const AnswerId> unsure, RunTeacher& teacher) {
  try {
    if (const auto correction = teacher.correct(Trouble::unsure, book, unsure, "")) {
      return *correction;
    }
  } catch (const QuitRequest&) {  // said below
  }
  std::string text = "the run cannot continue without an answer to one of these:";
  for (const AnswerId id : unsure) text += "\n  " + answer_text(book, id, head);
  throw Unsettled(text, error.comparisons());
}

}  // namespace

struct DurableRun::Parts {
  SessionHead head;
  AnswerBook book;
  std::optional<SessionLog> log;
  std::filesystem::path path;
  std::size_t torn = 0;
  AnswerStamps stamps = {};  // without a log

  [[nodiscard]] const AnswerStamps& all_stamps() const { return log ? log->stamps() : stamps; }
  void change(AnswerId id, Preference answer) {
    book.check_change(id);
    if (log) log->change(id, answer);
    book.change(id, answer);
  }
  void retract(AnswerId id) {
    book.check_retract(id);
    if (log) log->retract(id);
    book.retract(id);
  }
  void correct(const Correction& correction) {
    correction.answer ? change(correction.id, *correction.answer) : retract(correction.id);
  }
};

DurableRun::DurableRun(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
DurableRun::DurableRun(DurableRun&&) noexcept = default;
DurableRun& DurableRun::operator=(DurableRun&&) noexcept = default;
DurableRun::~DurableRun() = default;

DurableRun DurableRun::create(const std::filesystem::path& log, SessionHead head) {
  const std::size_t outputs = output_count(head);
  auto parts = std::make_unique<Parts>(Parts{checked(std::move(head)), AnswerBook(outputs), std::nullopt, log});
  parts->log.emplace(SessionLog::create(log, parts->head, Durability::batched));
  return DurableRun(std::move(parts));
}

DurableRun DurableRun::open(const std::filesystem::path& log) {
  std::unique_ptr<LoggedSession> logged;
  SessionLog file = SessionLog::open(log, Durability::batched, logged);
  return DurableRun(std::make_unique<Parts>(
      Parts{std::move(logged->head), std::move(logged->book), std::move(file), log, logged->torn}));
}

DurableRun DurableRun::read(const std::filesystem::path& log) {
  LoggedSession logged = read_session(log);
  return DurableRun(std::make_unique<Parts>(
      Parts{std::move(logged.head), std::move(logged.book), std::nullopt, log, logged.torn, std::move(logged.stamps)}));
}

DurableRun DurableRun::without_log(SessionHead head) {
  const std::size_t outputs = output_count(head);
  return DurableRun(std::make_unique<Parts>(Parts{checked(std::move(head)), AnswerBook(outputs), std::nullopt, {}}));
}

RunResult DurableRun::finish(RunTeacher& teacher, RunWatcher* watcher) {
  const SessionHead& head = parts_->head;
  AnswerBook& book = parts_->book;
  const Method chosen = method();
  if (parts_->log) parts_->log->set_durability(teacher.is_person() ? Durability::each : Durability::batched);
  TimedKeeper keeper(parts_->log ? &*parts_->log : nullptr);
  const auto source = [&]() -> Teacher& {
    Teacher& answering = teacher.get();
    if (chosen.equivalence != Equivalence::order_sampling && !answering.judges()) {
      throw InputError("this session asks equivalence questions, but the teacher says that it answers none");
    }
    const ValueTeacher* teller = answering.value_teacher();
    if (chosen.asks_values() &&
        (teller == nullptr || (chosen.answers == Answers::values && !teller->gives_prefixes()))) {
      throw InputError("this session asks for values, but the teacher does not say that it gives them");
    }
    return answering;
  };
  const Clock::time_point begin = Clock::now();
  const auto end = [&](RunResult result) {
    result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (parts_->log) {
      parts_->log->sync();
      parts_->log->checkpoint(book);
    }
    result.log_seconds = keeper.seconds;
    teacher.done(result.machine);
    return result;
  };
  if (chosen.teacher_errs != TeacherErrs::off) {
    const auto correct = [&](const Correction& correction) { parts_->correct(correction); };
    return end(finish_erring({head, chosen, book, &keeper, parts_->all_stamps(), source, correct}, teacher, watcher));
  }
  RecordingTeacher recording(book, source, &keeper, chosen.absorbing);
  recording.asker().name_letters(head.alphabet);
  if (teacher.is_person()) recording.ask_a_person(chosen.longest_test);
  const bool weigh_given = book.asked(Purpose::given) > 0 && !answers_everything(book, head, chosen);
  const Deadline deadline(chosen.most_seconds);
  const auto make = [&] {
    Method of_session = chosen;
    of_session.most_seconds = deadline.left();
    auto session = std::make_unique<Session>(head.alphabet, head.outputs, of_session, watcher);
    if (weigh_given) tell_given(book, *session);
    if (watcher != nullptr) watcher->watch(*session);
    teacher.attend(*session, recording);
    return session;
  };
  const auto mend = [&](const Session& session, const Error& error) {
    Correction correction;
    if (dynamic_cast<const UndoRequest*>(&error) != nullptr) {
      correction.id = last_answer(book);
    } else if (const auto* contradiction = dynamic_cast<const Contradiction*>(&error)) {
      correction = mend_contradiction(*contradiction, head, book, chosen.absorbing, teacher);
    } else if (const auto* unsettled = dynamic_cast<const Unsettled*>(&error)) {
      std::vector<AnswerId> unsure;
      for (const Comparison& each : unsettled->comparisons()) {
        unsure.push_back(recording.latest(session.engine().words(), each));
      }
      correction = mend_unsettled(*unsettled, head, book, unsure, teacher);
    } else {
      return false;
    }
    parts_->correct(correction);
    return true;
  };
  Care care = care_of(chosen);
  care.settle = settle_of(head);
  const auto session = drive_carefully(recording, care, make, nullptr, mend);
  RunResult result{session->hypothesis(), session->counts()};
  result.classes = session->engine().classes().size();
  result.known_values = session->engine().classes().known_values();
  result.limit = session->limit();
  result.asked = recording.asker().asked();
  result.confirmations = book.asked(Purpose::confirmation);
  const AnswerBook::Agreement agreement = book.self_agreement();
  result.rechecks = agreement.rechecks;
  result.agreeing_rechecks = agreement.agreeing;
  return end(std::move(result));
}

RunResult DurableRun::finish(Teacher& teacher, SessionWatcher* watcher) {
  GivenTeacher given(teacher);
  if (watcher == nullptr) return finish(given, nullptr);
  ForwardingWatcher forwarding(*watcher);
  return finish(given, &forwarding);
}

void DurableRun::give(const GivenAnswers& given) {
  AnswerBook& book = parts_->book;
  AnswerId first = make_id<AnswerId>(book.size() + 1);
  std::string giver;
  const auto keep = [&] {
    if (parts_->log && index(first) <= book.size()) parts_->log->keep(book, first);
    first = make_id<AnswerId>(book.size() + 1);
  };
  for (std::size_t i = 1; i <= given.book.size(); ++i) {
    if (given.givers[i - 1] != giver) {
      keep();
      giver = given.givers[i - 1];
      answered_by(giver);
    }
    book.copy(given.book, make_id<AnswerId>(i));
  }
  keep();
  answered_by("");
}

AnswerId DurableRun::take(const Word& left, const Word& right, Preference answer) {
  AnswerBook& book = parts_->book;
  for (const Word& word : {left, right}) check_word("DurableRun::take", head().alphabet, word);
  check_answer("DurableRun::take", &head().alphabet, left, right, answer);
  const WordId a = book.words().insert(left), b = book.words().insert(right);
  const bool again = book.latest(a, b) != no_answer;
  const AnswerId id = book.add_comparison(a, b, answer, again ? Purpose::confirmation : Purpose::question);
  keep_or_remove(parts_->log ? &*parts_->log : nullptr, book, id);
  return id;
}

std::optional<RunResult> DurableRun::replay() {
  Nobody nobody;
  try {
    RunResult result = finish(nobody, nullptr);
    if (result.limit != Limit::none) return std::nullopt;
    return result;
  } catch (const NobodyLeft&) {
    return std::nullopt;
  }
}

void DurableRun::answered_by(const std::string& name) {
  if (parts_->log) parts_->log->set_giver(name);
}

std::string DurableRun::answer_giver(AnswerId id) const { return parts_->all_stamps().of(id).by; }

std::string DurableRun::answer_origin(AnswerId id) const {
  const Stamp stamp = parts_->all_stamps().of(id);
  std::string text = stamp.by.empty() ? "" : "by " + safe(stamp.by);
  const std::time_t seconds = stamp.at / 1000;
  std::tm parts{};
  if (stamp.at <= 0 || gmtime_r(&seconds, &parts) == nullptr) return text;
  if (!text.empty()) text += ", ";
  return text + fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02} UTC", parts.tm_year + 1900, parts.tm_mon + 1,
                            parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

void DurableRun::set_outputs(std::optional<Outputs> outputs) {
  SessionHead head = parts_->head;
  std::erase_if(head.teacher, [](const auto& each) { return each.first == "value_names"; });
  if (outputs) {
    head.outputs = std::move(outputs);
  } else {
    Method by_order = method();
    by_order.equivalence = Equivalence::order;
    by_order.absorbing = no_output;
    head.outputs.reset();
    head.settings = write_method(by_order, std::nullopt);
  }
  read_method(head.settings, head.outputs);  // refuses what cannot be
  if (!parts_->log) throw Misuse("DurableRun::set_outputs", "this run has no log");
  rewrite(head);
}

void DurableRun::set_limits(const AskedSettings& limits) {
  SessionHead head = parts_->head;
  Method changed = read_method(head.settings, head.outputs);
  for (const auto& [name, text] : limits) {
    const MethodSetting* entry = find_setting(name);
    if (entry == nullptr || !entry->is_limit()) throw InputError(fmt::format("'{}' is not a limit of a run", name));
    entry->set(*entry, changed, text, head.outputs);
  }
  Settings settings = write_method(changed, head.outputs);
  if (settings == head.settings) return;
  head.settings = std::move(settings);
  if (!parts_->log) {
    parts_->head = std::move(head);
  } else {
    rewrite(head);
  }
}

void DurableRun::rewrite(const SessionHead& head) {
  const std::filesystem::path path = parts_->path;
  parts_->log->close();
  try {
    replace_head(path, head);
  } catch (...) {
    *this = open(path);
    throw;
  }
  *this = open(path);
}

void DurableRun::shown_at(std::int64_t milliseconds) {
  if (parts_->log) parts_->log->set_shown(milliseconds);
}

void DurableRun::change(AnswerId id, Preference answer) {
  if (!is_answer(answer)) {
    throw Misuse("DurableRun::change", fmt::format("{} cannot be {}, expected less, equal, greater or unsure",
                                                   answer_text(id), static_cast<unsigned>(answer)));
  }
  parts_->change(id, answer);
}
void DurableRun::retract(AnswerId id) { parts_->retract(id); }

const SessionHead& DurableRun::head() const noexcept { return parts_->head; }
Method DurableRun::method() const {
  Method method = read_method(parts_->head.settings, parts_->head.outputs);
  if (by_person(parts_->head)) method.longest_test = read_person(parts_->head).longest;
  return method;
}
const std::filesystem::path& DurableRun::path() const noexcept { return parts_->path; }
std::size_t DurableRun::answers() const noexcept { return parts_->book.size(); }
std::string DurableRun::answer_text(AnswerId id) const { return remap::answer_text(parts_->book, id, parts_->head); }
std::vector<AnswerId> DurableRun::needless() const {
  if (method().teacher_errs != TeacherErrs::off) return {};  // nothing follows from answers that may be wrong
  return parts_->book.needless(method().absorbing);
}
std::size_t DurableRun::torn() const noexcept { return parts_->torn; }
void DurableRun::sync() {
  if (parts_->log) parts_->log->sync_if_unsynced();
}
const AnswerBook& DurableRun::book() const noexcept { return parts_->book; }

}  // namespace remap
