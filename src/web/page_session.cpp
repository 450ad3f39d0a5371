#include "web/page_session.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/log/session_log_file.hpp"
#include "learning/session/session_engine.hpp"
#include "logic/letters/shown.hpp"
#include "remap/automata/random.hpp"
#include "remap/teachers/process.hpp"
#include "runs/durable/best_machine.hpp"
#include "runs/method/person_settings.hpp"
#include "runs/method/run_teacher.hpp"
#include "study/participants.hpp"
#include "teachers/book/asker.hpp"
#include "web/page_json.hpp"

namespace remap::web {

namespace {

constexpr std::size_t shown_history = 60;
constexpr auto longest_work = std::chrono::seconds(20);         // until a request is told that the run still works
constexpr auto longest_wait = std::chrono::milliseconds(1000);  // until a person is told to wait for others
constexpr auto slice = std::chrono::milliseconds(50);
constexpr auto next_attempt = std::chrono::milliseconds(1000);  // to store something

/// The run is to begin again, or to end.
struct Unwound : Error {
  Unwound() : Error("the run begins again, or ends") {}
};

}  // namespace

/// Asks on behalf of the run, on its thread.
class PagePeople final : public RunTeacher, public JudgingTeacher, public StreamingTeacher, public PresentJudge {
 public:
  explicit PagePeople(PageSession& page) : page_(page), longest_(read_person(page.run_.head()).longest) {}

  Teacher& get() override { return *this; }
  [[nodiscard]] bool is_person() const override { return true; }
  void attend(const Session& session, const Recorder& recording) override {
    session_ = &session;
    recording_ = &recording;
  }
  void on_annotators(std::span<const AnnotatorErrors> annotators) override {
    const std::scoped_lock lock(page_.mutex_);
    page_.annotators_.assign(annotators.begin(), annotators.end());
  }

  std::optional<Correction> correct(Trouble trouble, const AnswerBook& book, std::span<const AnswerId> answers,
                                    const std::string& note) override {
    Json list = Json::array();
    for (const AnswerId id : answers) list.push_back(answer_json(page_.run_, id));
    Json state = {{"kind", trouble == Trouble::contradiction ? "contradiction"
                           : trouble == Trouble::levels      ? "levels"
                                                             : "unsure"},
                  {"name", fmt::format("{}.{}.{}", book.size(), book.revision(), book.outputs())},
                  {"trouble", {{"answers", list}, {"note", note}}}};
    if (trouble == Trouble::levels) {
      state["trouble"]["needed"] = book.values_needed(answers);
      state["trouble"]["outputs"] = page_.run_.head().outputs->names();
      state["trouble"]["suggested"] = suggested_levels(*page_.run_.head().outputs, book.values_needed(answers));
    }
    PageSession::Lock lock(page_.mutex_);
    page_.trouble_ = std::move(state);
    page_.wait_for_answers(lock, {}, [] { return false; });
    return std::nullopt;
  }

 private:
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    compare(comparisons, answers, [](std::span<const std::size_t>) {});
  }

  void compare(const Comparisons& comparisons, std::span<Preference> answers,
               const StreamingTeacher::Arrival& arrived) override {
    const AnswerBook& book = page_.run_.book();
    const auto booked = [&](const Word& word) { return book.words().find(empty_word, word); };
    std::vector<LeasedQuestion> questions;
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      const Word first = comparisons.left(i), second = comparisons.right(i);
      const std::size_t turn = book.times_answered(booked(first), booked(second));
      questions.push_back({{subject_of(first, second), turn}, first, second, comparisons.again()});
    }
    PageSession::Lock lock(page_.mutex_);
    page_.left_in_step_.reset();
    if (const auto answered = recording_->answered_of_batch()) {
      const std::size_t most = session_->most_comparisons_left();
      page_.left_in_step_ = most - std::min(most, *answered);
    }
    page_.settle_ = [&](std::size_t question, Preference answer) {
      answers[question] = answer;
      arrived(std::span(&question, 1));
    };
    page_.wait_for_answers(lock, std::move(questions), [this] { return page_.board_.all_answered(); });
  }

  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    EquivalenceAnswer answer;
    judge(question, [&](const EquivalenceAnswer& given) { answer = given; });
    return answer;
  }

  void judge(const EquivalenceQuestion& question, const PresentJudge::Arrival& arrived) override {
    std::size_t turn = 0;
    const AnswerBook& book = page_.run_.book();
    for (std::size_t i = 1; i <= book.size(); ++i) turn += book.at(make_id<AnswerId>(i)).is_verdict() ? 1 : 0;
    LeasedQuestion check{{subject_of(question.machine.moore()), turn}, {}, {}, false, true};
    PageSession::Lock lock(page_.mutex_);
    page_.check_ = check_json(question, longest_);
    page_.conclude_ = arrived;
    page_.wait_for_answers(lock, {std::move(check)}, [this] { return page_.board_.all_answered(); });
  }

  PageSession& page_;
  std::size_t longest_;
  const Session* session_ = nullptr;
  const Recorder* recording_ = nullptr;
};

PageSession::PageSession(DurableRun run, PageOptions options)
    : run_(std::move(run)),
      head_(run_.head()),
      path_(run_.path()),
      options_(std::move(options)),
      seed_(run_.method().seed),
      board_(options_.together ? options_.patience : INT64_MAX) {
  const AnswerBook& book = run_.book();
  for (std::size_t i = 1; i <= book.size(); ++i) {
    const AnswerId id = make_id<AnswerId>(i);
    const BookEntry& entry = book.at(id);
    if (entry.kind != BookEntry::Kind::comparison) continue;
    board_.note(run_.answer_giver(id), subject_of(book.words().spell(entry.left), book.words().spell(entry.right)));
  }
  thread_ = std::thread([this] { serve(); });
}

PageSession::~PageSession() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void PageSession::serve() {
  for (;;) {
    std::string failure, stuck;
    try {
      finish();
    } catch (const Unwound&) {
    } catch (const NotStored& error) {
      stuck = fmt::format("Not saved: {}", error.cause());
      options_.report(error.what());
    } catch (const std::exception& error) {
      failure = safe_lines(error.what());
    }
    Lock lock(mutex_);
    if (!ending_ && !failure.empty()) options_.report(failure);
    failure_ = std::move(failure);
    stuck_ = std::move(stuck);
    board_.post({});
    if (!failure_.empty()) rest(lock, [] { return false; });
    if (!stuck_.empty())
      rest(
          lock, [] { return false; }, next_attempt);
    if (ending_) return;
    if (before_) {
      try {
        std::exchange(before_, nullptr)();
        not_done_ = nullptr;
      } catch (...) {
        not_done_ = std::current_exception();
      }
      changed_.notify_all();
    }
    again_ = false;
    failure_.clear();
    stuck_.clear();
  }
}

void PageSession::finish() {
  PagePeople people(*this);
  RunResult result = run_.finish(static_cast<RunTeacher&>(people), nullptr);
  Lock lock(mutex_);
  if (result.erring) annotators_ = result.erring->annotators;
  result_ = std::move(result);
  wait_for_answers(lock, {}, [] { return false; });
}

bool PageSession::rest(Lock& lock, const std::function<bool()>& enough, Milliseconds at_most) {
  resting_ = !again_;
  changed_.notify_all();
  const auto awake = [&] { return ending_ || again_ || enough(); };
  if (at_most == Milliseconds::max()) {
    changed_.wait(lock, awake);
  } else {
    changed_.wait_for(lock, at_most, awake);
  }
  resting_ = false;
  return !ending_ && !again_;
}

void PageSession::wait_for_answers(Lock& lock, std::vector<LeasedQuestion> questions,
                                   const std::function<bool()>& enough) {
  board_.post(std::move(questions));
  if (!rest(lock, enough)) throw Unwound();
}

void PageSession::begin_again() {
  again_ = true;
  resting_ = false;
  board_.post({});
  result_.reset();
  trouble_ = nullptr;
  failure_.clear();
  changed_.notify_all();
}

bool PageSession::rested(Lock& lock) {
  return changed_.wait_for(lock, longest_work, [this] { return ending_ || resting_; }) && !ending_;
}

bool PageSession::resting() {
  const std::scoped_lock lock(mutex_);
  return resting_;
}

bool PageSession::is_of(AnswerId id, const std::string& who) const {
  return run_.book().at(id).was_said() && (!options_.together || run_.answer_giver(id) == who);
}

/// Those who err often do not check machines, unless all do.
bool PageSession::may_check(const std::string& who) const {
  const auto unreliable = [](const AnnotatorErrors& each) { return each.unreliable; };
  if (std::all_of(annotators_.begin(), annotators_.end(), unreliable)) return true;
  const auto found = std::ranges::find(annotators_, who, &AnnotatorErrors::name);
  return found == annotators_.end() || !found->unreliable;
}

const Lease* PageSession::lease_for(const std::string& who) { return board_.lease(who, study_time(), may_check(who)); }

bool PageSession::swaps(const std::string& who, const QuestionName& name) const {
  std::uint64_t mixed = seed_;
  for (const char c : who + ' ' + name.text()) mixed = split_random(mixed ^ static_cast<unsigned char>(c), 7).next();
  return (mixed & 1U) != 0;
}

Json PageSession::question_json(const std::string& who, const LeasedQuestion& question, std::size_t answers) const {
  const auto& [low, high] = std::minmax(question.first, question.second);
  const bool swap = swaps(who, question.name);
  Json json = {{"left", word_json(swap ? high : low)},
               {"right", word_json(swap ? low : high)},
               {"again", question.again && !options_.together},  // of one of several, it is a question like any other
               {"number", answers + 1}};
  if (left_in_step_) json["left_in_step"] = *left_in_step_;
  return json;
}

Json PageSession::surroundings(const std::string& who) const {
  const AnswerBook& book = run_.book();
  std::size_t answers = 0;
  Json history = Json::array();
  for (std::size_t i = book.size(); i > 0; --i) {
    const AnswerId id = make_id<AnswerId>(i);
    if (!book.at(id).valid || !is_of(id, who)) continue;
    if (answers++ < shown_history) history.push_back(answer_json(run_, id));
  }
  return {{"task", task_json(run_.head(), wording_for(run_.head()))},
          {"answers", answers},
          {"last", index(last_answer(book, [&](AnswerId id) { return is_of(id, who); }))},  // which undo would retract
          {"order", options_.together ? Json::array() : order_json(book)},
          {"history", history},
          {"file", options_.together ? "" : safe(path_.filename().string())}};
}

bool PageSession::has_news(const std::string& who) {
  if (again_) return ending_;
  return ending_ || result_ || !failure_.empty() || !stuck_.empty() || !trouble_.is_null() || lease_for(who) != nullptr;
}

PageSession::Reply PageSession::state_for(const std::string& who, Lock& lock) {
  if (!surroundings_.contains(who) && rested(lock)) surroundings_[who] = surroundings(who);
  // In slices, since a lease of another person may expire without anybody noticing.
  const Milliseconds most = options_.together ? longest_wait : longest_work;
  for (auto waited = slice; waited <= most; waited += slice) {
    if (changed_.wait_for(lock, slice, [&] { return has_news(who); })) break;
  }
  if (!stuck_.empty()) return {503, {{"error", stuck_}}};
  if (resting_) surroundings_[who] = surroundings(who);
  const auto known = surroundings_.find(who);
  if (known == surroundings_.end() || ending_) return {200, {{"kind", "working"}}};
  Json state = known->second;
  const auto show = [&](const Json& what) { state.update(what); };
  if (!has_news(who)) {
    show({{"kind", options_.together ? "waiting" : "working"}, {"name", "waiting"}});
  } else if (result_) {
    show({{"kind", "done"}, {"name", "done"}, {"result", result_json(*result_)}});
  } else if (!failure_.empty()) {
    show({{"kind", "failed"}, {"name", "failed"}, {"error", failure_}});
  } else if (!trouble_.is_null()) {
    show(trouble_);
  } else {
    const LeasedQuestion& question = lease_for(who)->question;
    show({{"kind", question.check ? "check" : "comparison"}, {"name", question.name.text()}});
    if (question.check) {
      state["check"] = check_;
    } else {
      state["question"] = question_json(who, question, state["answers"]);
    }
  }
  return {200, std::move(state)};
}

PageSession::Reply PageSession::state(const std::string& who) {
  Lock lock(mutex_);
  return state_for(who, lock);
}

std::optional<Hypothesis> PageSession::machine(bool named) {
  Lock lock(mutex_);
  if (!rested(lock) || (options_.together && !result_)) return std::nullopt;
  Hypothesis machine = result_ ? result_->machine : quick_machine(run_.head(), run_.book(), run_.method());
  return named ? named_machine(machine, wording_for(run_.head())) : machine;
}

Json PageSession::history(const std::string& who) {
  Lock lock(mutex_);
  Json answers = Json::array();
  if (!rested(lock)) return answers;
  for (std::size_t i = run_.book().size(); i > 0; --i) {
    const AnswerId id = make_id<AnswerId>(i);
    if (run_.book().at(id).valid && is_of(id, who)) answers.push_back(answer_json(run_, id));
  }
  return answers;
}

std::vector<AnnotatorErrors> PageSession::annotators() {
  const std::scoped_lock lock(mutex_);
  return annotators_;
}

Json PageSession::progress() {
  const std::scoped_lock lock(mutex_);
  if (!stuck_.empty()) return {{"kind", "failed"}, {"error", stuck_}};
  if (!failure_.empty()) return {{"kind", "failed"}, {"error", failure_}};
  if (result_) return {{"kind", "done"}, {"result", result_json(*result_)}, {"leases", board_.given()}};
  return {{"kind", "asking"}, {"open", board_.open()}, {"leases", board_.given()}};
}

}  // namespace remap::web
