#include "web/together_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "automata/shown.hpp"
#include "formats/session_log.hpp"
#include "remap/automata/random.hpp"
#include "remap/teachers/process.hpp"
#include "runs/person_settings.hpp"
#include "study/participants.hpp"
#include "web/page_json.hpp"

namespace remap::web {

namespace {

constexpr auto longest_wait = std::chrono::milliseconds(1000);  // for the next question, until a person is told to wait
constexpr auto slice = std::chrono::milliseconds(50);
constexpr std::size_t shown_of_history = 60;

std::string member_text(const Json& body, const char* key) {
  return body.contains(key) && body[key].is_string() ? body[key].get<std::string>() : "";
}

/// The number in the name of a state, "L12"; 0 if it has none.
std::uint64_t lease_in(const std::string& name) {
  std::uint64_t number = 0;
  if (name.starts_with('L')) std::from_chars(name.data() + 1, name.data() + name.size(), number);
  return number;
}

}  // namespace

/// Asks on behalf of the run, on its thread.
class TogetherTeacher final : public RunTeacher, public JudgingTeacher, public StreamingTeacher {
 public:
  explicit TogetherTeacher(TogetherSession& session)
      : session_(session), longest_(read_person(session.head_).longest) {}

  Teacher& get() override { return *this; }
  [[nodiscard]] bool is_person() const override { return true; }
  void on_annotators(std::span<const AnnotatorErrors> annotators) override {
    const std::scoped_lock lock(session_.mutex_);
    session_.annotators_.assign(annotators.begin(), annotators.end());
  }

 private:
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    compare(comparisons, answers, [](std::span<const std::size_t>) {});
  }

  void compare(const Comparisons& comparisons, std::span<Preference> answers, const Arrival& arrived) override {
    std::vector<LeasedQuestion> questions;
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      questions.push_back({comparisons.left(i), comparisons.right(i), comparisons.again()});
    }
    TogetherSession::Lock lock(session_.mutex_);
    session_.settle_ = [&](std::size_t question, Preference answer) {
      answers[question] = answer;
      arrived(std::span(&question, 1));
    };
    session_.board_.post(std::move(questions));
    session_.attend(lock, [this] { return session_.board_.all_answered(); });
  }

  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    TogetherSession::Lock lock(session_.mutex_);
    session_.check_ = check_json(question, longest_);
    session_.verdict_.reset();
    session_.board_.post({LeasedQuestion{}});
    session_.attend(lock, [this] { return session_.verdict_.has_value(); });
    session_.check_ = nullptr;
    return *std::exchange(session_.verdict_, std::nullopt);
  }

  TogetherSession& session_;
  std::size_t longest_;
};

TogetherSession::TogetherSession(DurableRun run, std::int64_t patience)
    : run_(std::move(run)),
      head_(run_.head()),
      task_(task_json(head_, wording_for(head_))),
      seed_(run_.method().seed),
      board_(patience) {
  const AnswerBook& book = run_.book();
  for (std::size_t i = 1; i <= book.size(); ++i) {
    const BookEntry& entry = book.at(make_id<AnswerId>(i));
    if (entry.kind != BookEntry::Kind::comparison) continue;
    board_.note(run_.answer_giver(make_id<AnswerId>(i)), book.words().spell(entry.left),
                book.words().spell(entry.right));
  }
  note_histories();
  thread_ = std::thread([this] { serve(); });
}

TogetherSession::~TogetherSession() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void TogetherSession::serve() {
  for (;;) {
    try {
      finish();
    } catch (const QuitRequest&) {
      return;
    } catch (const CorrectionRequest& request) {  // after the end, or after a failure
      const Correction& correction = request.correction;
      correction.answer ? run_.change(correction.id, *correction.answer) : run_.retract(correction.id);
    } catch (const std::exception& error) {
      Lock lock(mutex_);
      if (ending_) return;
      failure_ = safe_lines(error.what());
      complete(503);
      board_.post({});
      changed_.notify_all();
      try {
        attend(lock, [this] { return failure_.empty(); });
      } catch (const QuitRequest&) {
        return;
      } catch (const CorrectionRequest&) {  // it is tried again first
        failure_.clear();
      }
    }
  }
}

void TogetherSession::finish() {
  TogetherTeacher teacher(*this);
  RunResult result = run_.finish(static_cast<RunTeacher&>(teacher), nullptr);
  Lock lock(mutex_);
  if (result.erring) annotators_ = result.erring->annotators;
  result_ = std::move(result);
  board_.post({});
  changed_.notify_all();
  attend(lock, [] { return false; });
}

void TogetherSession::attend(Lock& lock, const std::function<bool()>& enough) {
  complete(200);
  changed_.notify_all();
  for (;;) {
    changed_.wait(lock, [&] { return ending_ || !commands_.empty() || enough(); });
    if (ending_) throw QuitRequest{};
    if (commands_.empty()) return;
    const std::shared_ptr<Command> command = commands_.front();
    commands_.pop_front();
    try {
      execute(command);
    } catch (const CorrectionRequest&) {
      throw;
    } catch (...) {
      board_.take_back(command->lease);
      command->status = 503;
      changed_.notify_all();
      throw;
    }
    changed_.notify_all();
  }
}

void TogetherSession::complete(int status) {
  if (!pending_) return;
  note_histories();
  pending_->status = status;
  pending_.reset();
}

void TogetherSession::stamp(const Lease& lease) {
  run_.answered_by(lease.who);
  run_.shown_at(lease.since);
}

void TogetherSession::execute(const std::shared_ptr<Command>& command) {
  if (command->kind == Command::Kind::correction) {
    if (!run_.book().at(command->correction.id).valid) {  // corrected meanwhile, in another window
      command->status = 409;
      return;
    }
    pending_ = command;
    result_.reset();
    throw CorrectionRequest(command->correction);
  }
  const LeaseBoard::Taken taken = board_.take(command->who, command->lease);
  const bool check = taken.lease.question.is_check();
  const bool known = taken.outcome == LeaseBoard::Outcome::settled || taken.outcome == LeaseBoard::Outcome::opinion;
  if (!known || (check && taken.outcome == LeaseBoard::Outcome::opinion)) {  // another person has checked this machine
    command->status = 409;
    return;
  }
  stamp(taken.lease);
  if (check) {
    verdict_ = std::move(command->verdict);
    pending_ = command;  // until the run has stored it
    return;
  }
  if (taken.outcome == LeaseBoard::Outcome::settled) {
    settle_(taken.position, taken.turned ? swapped(command->preference) : command->preference);
  } else {
    run_.take(taken.lease.question.first, taken.lease.question.second, command->preference);
  }
  command->status = 200;
  Json& history = histories_[command->who];
  if (!history.is_array()) history = Json::array();
  history.insert(history.begin(), answer_json(run_, make_id<AnswerId>(run_.book().size())));
}

void TogetherSession::note_histories() {
  histories_.clear();
  for (std::size_t i = run_.book().size(); i > 0; --i) {
    const AnswerId id = make_id<AnswerId>(i);
    if (!run_.book().at(id).valid) continue;
    Json& history = histories_[run_.answer_giver(id)];
    if (!history.is_array()) history = Json::array();
    history.push_back(answer_json(run_, id));
  }
}

std::size_t TogetherSession::standing(const std::string& who) const {
  const auto found = histories_.find(who);
  return found == histories_.end() ? 0 : found->second.size();
}

/// Those who err often do not check machines, unless all do.
bool TogetherSession::may_check(const std::string& who) const {
  const auto unreliable = [](const AnnotatorErrors& each) { return each.unreliable; };
  if (std::all_of(annotators_.begin(), annotators_.end(), unreliable)) return true;
  const auto found = std::ranges::find(annotators_, who, &AnnotatorErrors::name);
  return found == annotators_.end() || !found->unreliable;
}

bool TogetherSession::swaps(const Lease& lease) const {
  return (split_random(seed_ ^ lease.number, 7).next() & 1U) != 0;
}

Json TogetherSession::question_json(const Lease& lease) const {
  const LeasedQuestion& question = lease.question;
  const bool swap = swaps(lease);
  return {{"left", word_json(swap ? question.second : question.first)},
          {"right", word_json(swap ? question.first : question.second)},
          {"again", false},  // of this person it is a question like any other
          {"number", standing(lease.who) + 1}};
}

bool TogetherSession::has_news(const std::string& who) {
  return ending_ || result_ || !failure_.empty() || board_.lease(who, study_time(), may_check(who)) != nullptr;
}

Json TogetherSession::state_for(const std::string& who, Lock& lock) {
  // In slices, since a lease of another person may expire without anybody noticing.
  for (auto waited = slice; waited <= longest_wait; waited += slice) {
    if (changed_.wait_for(lock, slice, [&] { return has_news(who); })) break;
  }
  Json state = {{"kind", "waiting"}, {"name", "waiting"}};
  if (result_) {
    state = {{"kind", "done"}, {"name", "done"}, {"result", result_json(*result_)}};
  } else if (!failure_.empty()) {
    state = {{"kind", "failed"}, {"name", "failed"}, {"error", failure_}};
  } else if (const Lease* lease = board_.lease(who, study_time(), may_check(who)); lease != nullptr) {
    const bool check = lease->question.is_check();
    state = {{"kind", check ? "check" : "comparison"}, {"name", fmt::format("L{}", lease->number)}};
    state[check ? "check" : "question"] = check ? check_ : question_json(*lease);
  }
  state["task"] = task_;
  state["answers"] = standing(who);
  state["order"] = Json::array();
  state["history"] = Json::array();
  const auto history = histories_.find(who);
  for (std::size_t i = 0; i < std::min(standing(who), shown_of_history); ++i) {
    state["history"].push_back(history->second[i]);
  }
  state["file"] = "";
  return state;
}

Json TogetherSession::state(const std::string& who) {
  Lock lock(mutex_);
  return state_for(who, lock);
}

PageSession::Reply TogetherSession::act(const std::string& who, const std::string& action, const Json& body) {
  Lock lock(mutex_);
  const std::string press = member_text(body, "press");
  if (!press.empty() && presses_[who] == press) return {200, state_for(who, lock)};  // the first reply was lost
  if (action == "retry" && !failure_.empty()) {
    failure_.clear();
    changed_.notify_all();
    return {200, state_for(who, lock)};
  }
  std::shared_ptr<Command> command;
  try {
    command = parse(who, action, body);
  } catch (const InputError& error) {
    Json state = state_for(who, lock);
    state["error"] = safe(error.what());
    return {400, std::move(state)};
  }
  commands_.push_back(command);
  changed_.notify_all();
  changed_.wait(lock, [&] { return ending_ || command->status != 0; });
  const int status = command->status == 0 ? 503 : command->status;
  if (status == 200) presses_[who] = press;
  if (status == 503) return {503, {{"error", "this answer could not be stored"}}};
  return {status, state_for(who, lock)};
}

std::shared_ptr<TogetherSession::Command> TogetherSession::parse(const std::string& who, const std::string& action,
                                                                 const Json& body) {
  const auto expect = [&](bool fits) {
    if (!fits) throw InputError(fmt::format("'{}' does not answer the current question", shortened(safe(action), 40)));
  };
  auto command = std::make_shared<Command>();
  command->who = who;
  command->lease = lease_in(member_text(body, "name"));
  const Lease* lease = board_.find(who, command->lease);
  const Json& history = histories_[who];
  if (action == "answer") {
    const std::string answer = member_text(body, "answer");
    const bool left = answer == "left", right = answer == "right";
    expect(left || right || answer == "equal" || answer == "unsure");
    if (lease == nullptr) return command;  // it is too late, or was never asked: told when it is executed
    expect(!lease->question.is_check());
    command->preference = left    ? Preference::greater
                          : right ? Preference::less
                                  : (answer == "equal" ? Preference::equal : Preference::unsure);
    if (swaps(*lease)) command->preference = swapped(command->preference);
  } else if (action == "accept" || action == "reject") {
    command->kind = Command::Kind::verdict;
    if (lease == nullptr || check_.is_null()) return command;
    expect(lease->question.is_check());
    if (action == "reject") command->verdict = parse_rejection(check_, body, head_);
  } else if (action == "undo") {
    command->kind = Command::Kind::correction;
    if (!history.is_array() || history.empty()) throw InputError("there is nothing to undo");
    command->correction.id = make_id<AnswerId>(history[0]["id"].get<std::size_t>());
  } else if (action == "change") {
    command->kind = Command::Kind::correction;
    const auto mine = [&](const Json& each) { return body.contains("id") && each["id"] == body["id"]; };
    expect(history.is_array() && std::any_of(history.begin(), history.end(), mine));
    command->correction.id = make_id<AnswerId>(body["id"].get<std::size_t>());
    command->correction.answer = parse_answer(member_text(body, "answer"));
    expect(command->correction.answer.has_value() == !member_text(body, "answer").empty());
  } else {
    throw InputError(fmt::format("'{}' is unknown", shortened(safe(action), 40)));
  }
  return command;
}

std::vector<AnnotatorErrors> TogetherSession::annotators() {
  const std::scoped_lock lock(mutex_);
  return annotators_;
}

Json TogetherSession::progress() {
  const std::scoped_lock lock(mutex_);
  if (!failure_.empty()) return {{"kind", "failed"}, {"error", failure_}};
  if (result_) return {{"kind", "done"}, {"result", result_json(*result_)}, {"leases", board_.given()}};
  return {{"kind", "asking"}, {"open", board_.open()}, {"leases", board_.given()}};
}

std::optional<Hypothesis> TogetherSession::machine(bool named) {
  const std::scoped_lock lock(mutex_);
  if (!result_) return std::nullopt;
  return named ? named_machine(result_->machine, wording_for(head_)) : result_->machine;
}

}  // namespace remap::web
