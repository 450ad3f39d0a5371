// A session that a person answers on a page.
//
// The run has its own thread, which blocks whenever it needs an answer. What it waits for is published as JSON
// (docs/people.md): a comparison, a machine to check, a problem with answers, or the end. Requests arrive on other
// threads and pass commands on. Every state has a name, and a command says which state it answers, so that of two
// clicks, two tabs or two attempts to send only one counts. The name depends on the log alone, so it is the same after
// a crash.
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
  /// `by`: who answers; empty if not known.
  PageSession(DurableRun run, std::string by);
  ~PageSession();
  PageSession(const PageSession&) = delete;
  PageSession& operator=(const PageSession&) = delete;

  struct Reply {
    int status = 200;  // 200 done, 400 not understood, 409 the state was already answered
    Json body;         // the state, with "error" if there was one
  };
  /// What the run waits for now.
  [[nodiscard]] Json state();
  /// Executes a command of the page; returns when the answer is on disk and the next question is ready.
  [[nodiscard]] Reply act(const std::string& action, const Json& body);
  /// The best machine so far, with the names that people read or the original ones.
  [[nodiscard]] std::optional<Hypothesis> machine(bool named);
  /// Every answer of the run.
  [[nodiscard]] Json history();
  /// The file of the log.
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  /// As it was when the server started.
  [[nodiscard]] const SessionHead& head() const noexcept { return head_; }

 private:
  friend class PagePerson;

  void serve();
  void finish();
  void ask_about_failure(const std::string& text);
  /// Retracts or changes an answer outside of a run; false if the command is a different one.
  bool corrected(const Command& command);
  /// Publishes a state and waits for a command; throws QuitRequest at shutdown.
  Command wait_for(Json state);
  /// Runs a function on the thread that owns the run, while that thread waits.
  void with_run(const std::function<void()>& task);
  [[nodiscard]] bool ready(std::unique_lock<std::mutex>& lock);
  [[nodiscard]] Json shown_state();
  [[nodiscard]] Command parse(const std::string& action, const Json& body) const;
  [[nodiscard]] Wording wording() const;

  DurableRun run_;  // used only by the thread, once it runs
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
  std::string last_press_;          // identifies the command that led to this state
  std::optional<Command> command_;  // not yet taken
  std::function<void()> task_;      // likewise
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace remap::web
