// A session that a person answers on a page.
//
// The run asks on a thread of its own, which waits whenever it needs an answer. What it waits for is published as JSON
// (docs/people.md): a comparison, a machine to be checked, answers in trouble, or the end. Requests come on other
// threads and hand commands over. Every state has a name, and a command says which state it answers, so that of two
// presses, two tabs or two attempts to send only one counts. The name depends on the log alone: after a crash it is the
// same.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>

#include "remap/runs/durable_run.hpp"
#include "runs/run_teacher.hpp"
#include "teachers/wording.hpp"

namespace remap::web {

using Json = nlohmann::json;

/// What a person did.
struct Command {
  enum class Kind : std::uint8_t { answer, undo, change, accept, reject, levels, retry };
  Kind kind = Kind::answer;
  Preference preference = Preference::unsure;  // of the left side
  Correction correction = {};
  EquivalenceAnswer verdict = {};
  std::optional<Outputs> outputs = std::nullopt;
};

class PageSession {
 public:
  /// `by`: who answers; empty when that is not known.
  PageSession(DurableRun run, std::string by);
  ~PageSession();
  PageSession(const PageSession&) = delete;
  PageSession& operator=(const PageSession&) = delete;

  struct Reply {
    int status = 200;  // 200 done, 400 not understood, 409 the state was answered before
    Json body;         // the state, with "error" where there is one
  };
  /// What the run waits for now.
  [[nodiscard]] Json state();
  /// Does what a page asks for; returns when the answer is on disk and the next question is there.
  [[nodiscard]] Reply act(const std::string& action, const Json& body);
  /// The best machine so far, over letters and values as people read them or as they are.
  [[nodiscard]] std::optional<MooreMachine> machine(bool named);
  /// Every answer of the run.
  [[nodiscard]] Json history();
  /// The file of the log.
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  /// As it was when the server began.
  [[nodiscard]] const SessionHead& head() const noexcept { return head_; }

 private:
  friend class PagePerson;

  void serve();
  void finish();
  void ask_about_failure(const std::string& text);
  /// Takes an answer back or changes it outside of a run; false when the command says nothing of the kind.
  bool corrected(const Command& command);
  /// Publishes a state and waits for what to do; throws QuitRequest at the end.
  Command wait_for(Json state);
  /// Runs something on the thread that owns the run, while that waits.
  void with_run(const std::function<void()>& task);
  [[nodiscard]] bool ready(std::unique_lock<std::mutex>& lock);
  [[nodiscard]] Json shown_state();
  [[nodiscard]] Command parse(const std::string& action, const Json& body) const;
  [[nodiscard]] Wording wording() const;

  DurableRun run_;  // used by the thread alone, once it runs
  SessionHead head_;
  std::filesystem::path path_;
  std::string by_;
  const Session* session_ = nullptr;
  std::optional<RunResult> result_;

  std::mutex mutex_;
  std::condition_variable changed_;
  Json state_;
  std::string name_;                // of the state; empty while the run works
  std::int64_t shown_ = 0;          // when the state was first sent out
  std::string last_press_;          // names the command that led to this state
  std::optional<Command> command_;  // not taken yet
  std::function<void()> task_;      // likewise
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace remap::web
