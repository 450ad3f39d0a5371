#include "web/page_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "automata/shown.hpp"
#include "formats/session_log.hpp"
#include "learning/session_engine.hpp"
#include "runs/best_machine.hpp"
#include "runs/person_settings.hpp"
#include "web/page_json.hpp"

namespace remap::web {

namespace {

constexpr std::size_t shown_history = 60;
constexpr auto patience = std::chrono::seconds(20);  // until a request is told that the run still works

std::int64_t now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

std::string text_in(const Json& body, const char* key) {
  return body.contains(key) && body[key].is_string() ? body[key].get<std::string>() : "";
}

/// Whether the first word of a comparison is shown on the right: by the name of the question alone, so that it is the
/// same after a crash.
bool swap_sides(const std::string& name, std::uint64_t seed) {
  std::uint64_t mixed = seed;
  for (const char c : name) mixed = split_random(mixed ^ static_cast<unsigned char>(c), 7).next();
  return (mixed & 1U) != 0;
}

}  // namespace

/// Asks on behalf of the run, on its thread.
class PagePerson final : public RunTeacher, private JudgingTeacher {
 public:
  explicit PagePerson(PageSession& page)
      : page_(page), longest_(read_person(page.run_.head()).longest), seed_(page.run_.method().seed) {}

  Teacher& get() override { return *this; }
  [[nodiscard]] bool is_person() const override { return true; }
  void attend(const Session& session, const Recorder& recording) override {
    page_.session_ = &session;
    recording_ = &recording;
  }

  std::optional<Correction> correct(Trouble trouble, const AnswerBook& book, std::span<const AnswerId> answers,
                                    const std::string& note) override {
    Json list = Json::array();
    for (const AnswerId id : answers) list.push_back(answer_json(page_.run_, id));
    Json state = {{"kind", trouble == Trouble::contradiction ? "contradiction"
                           : trouble == Trouble::levels      ? "levels"
                                                             : "unsure"},
                  {"trouble", {{"answers", list}, {"note", note}}}};
    if (trouble == Trouble::levels) {
      state["trouble"]["needed"] = book.values_needed(answers);
      state["trouble"]["outputs"] = page_.run_.head().outputs->names();
      state["trouble"]["suggested"] = suggested_levels(*page_.run_.head().outputs, book.values_needed(answers));
    }
    for (;;) {
      const Command command = page_.wait_for(state);
      if (command.kind == Command::Kind::change) return command.correction;
      if (command.kind == Command::Kind::undo) return Correction{last_answer(book), std::nullopt};
      if (command.kind == Command::Kind::levels) throw LevelsRequest(command.outputs);
    }
  }

 private:
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      answers[i] = ask(comparisons.left(i), comparisons.right(i), comparisons.again());
    }
  }

  Preference ask(const Word& first, const Word& second, bool again) {
    const AnswerBook& book = page_.run_.book();
    const bool swapped_sides = swap_sides(fmt::format("{}.{}", book.size(), book.revision()), seed_);
    Json question = {{"left", word_json(swapped_sides ? second : first)},
                     {"right", word_json(swapped_sides ? first : second)},
                     {"again", again},
                     {"number", standing_answers(book) + 1}};
    if (const auto answered = recording_->answered_of_batch()) {
      const std::size_t most = page_.session_->most_comparisons_left();
      question["left_in_step"] = most - std::min(most, *answered);
    }
    const Command command = wait({{"kind", "comparison"}, {"question", question}}, Command::Kind::answer);
    return swapped_sides ? swapped(command.preference) : command.preference;
  }

  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override {
    const Json state = {{"kind", "check"}, {"check", check_json(question, longest_)}};
    const Command command = wait(state, Command::Kind::accept, Command::Kind::reject);
    return command.kind == Command::Kind::accept ? EquivalenceAnswer::accepted() : command.verdict;
  }

  /// Waits for a command of these kinds; undo and changes are thrown.
  Command wait(const Json& state, Command::Kind wanted, std::optional<Command::Kind> or_wanted = std::nullopt) {
    for (;;) {
      Command command = page_.wait_for(state);
      if (command.kind == wanted || command.kind == or_wanted) return command;
      if (command.kind == Command::Kind::undo) throw UndoRequest{};
      if (command.kind == Command::Kind::change) throw CorrectionRequest(command.correction);
    }
  }

  PageSession& page_;
  std::size_t longest_;
  std::uint64_t seed_;
  const Recorder* recording_ = nullptr;
};

PageSession::PageSession(DurableRun run, std::string by)
    : run_(std::move(run)), head_(run_.head()), path_(run_.path()), by_(std::move(by)) {
  run_.answered_by(by_);
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

Wording PageSession::wording() const { return wording_for(run_.head()); }

void PageSession::serve() {
  std::function<void()> next = [this] { finish(); };
  for (;;) {
    std::function<void()> then = [this] { finish(); };
    try {
      next();
    } catch (const QuitRequest&) {
      return;
    } catch (const LevelsRequest& request) {
      then = [this, outputs = request.outputs] {
        run_.set_outputs(outputs);
        run_.answered_by(by_);
      };
    } catch (const std::exception& error) {
      const std::scoped_lock lock(mutex_);
      if (ending_) return;
      then = [this, text = safe_lines(error.what())] { ask_about_failure(text); };
    }
    next = std::move(then);
  }
}

void PageSession::ask_about_failure(const std::string& text) {
  if (!corrected(wait_for({{"kind", "failed"}, {"error", text}}))) return;  // it is tried again
}

void PageSession::finish() {
  PagePerson person(*this);
  result_.reset();
  result_ = run_.finish(static_cast<RunTeacher&>(person), nullptr);
  session_ = nullptr;
  while (!corrected(wait_for({{"kind", "done"}, {"result", result_json(*result_)}}))) {
  }
}

bool PageSession::corrected(const Command& command) {
  Correction correction = command.correction;
  if (command.kind == Command::Kind::undo) correction = {last_answer(run_.book()), std::nullopt};
  if (correction.id == no_answer) return false;
  correction.answer ? run_.change(correction.id, *correction.answer) : run_.retract(correction.id);
  return true;
}

Command PageSession::wait_for(Json state) {
  const AnswerBook& book = run_.book();
  state["name"] = fmt::format("{}.{}.{}", book.size(), book.revision(), book.outputs());
  state["task"] = task_json(run_.head(), wording());
  state["answers"] = standing_answers(book);
  state["order"] = order_json(book);
  state["history"] = history_json(run_, shown_history);
  state["file"] = safe(path_.filename().string());
  std::unique_lock lock(mutex_);
  if (state["name"] != name_) shown_ = 0;
  name_ = state["name"];
  state_ = std::move(state);
  command_.reset();
  changed_.notify_all();
  for (;;) {
    changed_.wait(lock, [this] { return ending_ || command_ || task_; });
    if (ending_) throw QuitRequest{};
    if (task_) {
      try {
        task_();
      } catch (const Error&) {  // nothing to show then
      }
      task_ = nullptr;
      changed_.notify_all();
    }
    if (command_) break;
  }
  const Command command = *std::exchange(command_, std::nullopt);
  const std::int64_t shown = shown_;
  name_.clear();
  lock.unlock();
  run_.shown_at(shown);
  return command;
}

bool PageSession::ready(std::unique_lock<std::mutex>& lock) {
  return changed_.wait_for(lock, patience, [this] { return ending_ || (!name_.empty() && !command_ && !task_); }) &&
         !ending_;
}

Json PageSession::shown_state() {
  if (shown_ == 0) shown_ = now();
  return state_;
}

Json PageSession::state() {
  std::unique_lock lock(mutex_);
  return ready(lock) ? shown_state() : Json{{"kind", "working"}};
}

PageSession::Reply PageSession::act(const std::string& action, const Json& body) {
  std::unique_lock lock(mutex_);
  if (!ready(lock)) return {200, {{"kind", "working"}}};
  const std::string press = text_in(body, "press");
  if (text_in(body, "name") != name_) {
    const bool same = !press.empty() && press == last_press_;  // sent twice, since the first reply was lost
    return {same ? 200 : 409, shown_state()};
  }
  try {
    command_ = parse(action, body);
  } catch (const InputError& error) {
    Json state = shown_state();
    state["error"] = safe(error.what());
    return {400, std::move(state)};
  }
  last_press_ = press;
  changed_.notify_all();
  return {200, ready(lock) ? shown_state() : Json{{"kind", "working"}}};
}

Command PageSession::parse(const std::string& action, const Json& body) const {
  const std::string kind = state_["kind"];
  const auto expect = [&](bool fits) {
    if (!fits) throw InputError(fmt::format("'{}' does not answer the current question", action));
  };
  Command command;
  if (action == "answer") {
    static constexpr std::pair<const char*, Preference> sides[] = {{"left", Preference::greater},
                                                                   {"right", Preference::less},
                                                                   {"equal", Preference::equal},
                                                                   {"unsure", Preference::unsure}};
    const std::string answer = text_in(body, "answer");
    const auto* const found = std::ranges::find(sides, answer, [](const auto& side) { return side.first; });
    expect(kind == "comparison" && found != std::end(sides));
    command.preference = found->second;
  } else if (action == "undo") {
    command.kind = Command::Kind::undo;
    if (last_answer(run_.book()) == no_answer) throw InputError("there is nothing to undo");
  } else if (action == "change") {
    command.kind = Command::Kind::change;
    expect(body.contains("id") && body["id"].is_number_unsigned() && body["id"] >= 1 &&
           body["id"] <= run_.book().size());
    command.correction.id = make_id<AnswerId>(body["id"].get<std::size_t>());
    const BookEntry& entry = run_.book().at(command.correction.id);
    expect(entry.valid);
    command.correction.answer = parse_answer(text_in(body, "answer"));
    expect(command.correction.answer.has_value() == !text_in(body, "answer").empty());
    expect(!command.correction.answer || entry.kind == BookEntry::Kind::comparison);
  } else if (action == "retry") {
    expect(kind == "failed");
    command.kind = Command::Kind::retry;
  } else if (action == "accept") {
    expect(kind == "check");
    command.kind = Command::Kind::accept;
  } else if (action == "reject") {
    expect(kind == "check" && body.contains("word"));
    command.kind = Command::Kind::reject;
    command.verdict = parse_rejection(state_["check"], body, run_.head());
  } else if (action == "levels") {
    expect(kind == "levels" && body.contains("outputs") && (body["outputs"].is_array() || body["outputs"].is_null()));
    command.kind = Command::Kind::levels;
    if (body["outputs"].is_array()) {
      std::vector<std::string> names;
      for (const Json& name : body["outputs"]) {
        expect(name.is_string());
        names.push_back(name.get<std::string>());
      }
      command.outputs = with_more_levels(*run_.head().outputs, names);
    }
  } else {
    throw InputError(fmt::format("'{}' is unknown", shortened(safe(action), 40)));
  }
  return command;
}

void PageSession::with_run(const std::function<void()>& task) {
  std::unique_lock lock(mutex_);
  if (!ready(lock)) return;
  task_ = task;
  changed_.notify_all();
  changed_.wait(lock, [this] { return ending_ || !task_; });
}

std::optional<Hypothesis> PageSession::machine(bool named) {
  std::optional<Hypothesis> machine;
  with_run([&] {
    machine = result_ ? result_->machine : quick_machine(run_.head(), run_.book(), run_.method());
    if (named) machine = named_machine(*machine, wording());
  });
  return machine;
}

Json PageSession::history() {
  Json answers;
  with_run([&] { answers = history_json(run_, run_.book().size()); });
  return answers;
}

}  // namespace remap::web
