// A session that people answer on pages: one person, or several together.
//
// The run has a thread of its own. When it needs answers it posts its questions on a board (study/leases.hpp) and
// rests. While it rests, and only then, requests on other threads use the run: what a person did is stored first and
// counts then, so a request that could not be stored has changed nothing. A correction makes the run begin again with
// the changed answers.
//
// A command names the question that it answers, or the answer that it corrects. Whether it was carried out before, say
// because its reply was lost, is seen from the answers, so it counts once, also across a restart.
//
// Everything is guarded by one mutex.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>

#include "remap/runs/durable_run.hpp"
#include "study/leases.hpp"
#include "teachers/person/wording.hpp"

namespace remap::web {

using Json = nlohmann::json;

struct PageOptions {
  /// Several people answer, who see and correct their own answers only. Otherwise all answers are those of one person.
  bool together = false;
  /// Together: milliseconds until a question that is out may be given to someone else.
  std::int64_t patience = 60'000;
  /// Told in a sentence when the session cannot go on.
  std::function<void(const std::string&)> report = [](const std::string&) {};
};

class PageSession {
 public:
  explicit PageSession(DurableRun run, PageOptions options = {});
  ~PageSession();
  PageSession(const PageSession&) = delete;
  PageSession& operator=(const PageSession&) = delete;

  struct Reply {
    /// 200 done, and on disk; 400 not understood; 409 the question is no longer this person's to answer; 503 not stored
    int status = 200;
    Json body;  // the state, with "error" if something is wrong
  };
  /// What a person is asked now, or why they must wait.
  [[nodiscard]] Reply state(const std::string& who);
  /// Executes a command of the page; returns when it is on disk and the next question is ready, or soon after.
  [[nodiscard]] Reply act(const std::string& who, const std::string& action, const Json& body);
  /// The machine: together when the session is done, otherwise the best one so far, with the names that people read or
  /// the original ones.
  [[nodiscard]] std::optional<Hypothesis> machine(bool named);
  /// Every answer in force of this person.
  [[nodiscard]] Json history(const std::string& who);
  /// What is known of those who answered.
  [[nodiscard]] std::vector<AnnotatorErrors> annotators();
  /// "asking", "done" or "failed", and the result if there is one.
  [[nodiscard]] Json progress();
  /// Whether the run waits for answers, or has ended: it can be closed without waiting.
  [[nodiscard]] bool resting();
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  /// As it was when the server started.
  [[nodiscard]] const SessionHead& head() const noexcept { return head_; }

 private:
  friend class PagePeople;
  using Lock = std::unique_lock<std::mutex>;
  using Milliseconds = std::chrono::milliseconds;

  // On the run's thread:
  void serve();
  void finish();
  /// Waits until `enough` holds, or for so long; false if the run is to begin again or to end.
  bool rest(Lock& lock, const std::function<bool()>& enough, Milliseconds at_most = Milliseconds::max());
  /// The same; unwinds the run if it is to begin again or to end.
  void wait_for_answers(Lock& lock, std::vector<LeasedQuestion> questions, const std::function<bool()>& enough);

  // On the threads of requests. Commands throw what `act` makes replies of.
  [[nodiscard]] bool rested(Lock& lock);
  void carry_out(Lock& lock, const std::string& who, const std::string& action, const Json& body);
  void answer(const std::string& who, const Json& body);
  void judge(const std::string& who, const std::string& action, const Json& body);
  void undo(const std::string& who, const Json& body);
  void change(const std::string& who, const Json& body);
  void set_levels(Lock& lock, const Json& body);
  void begin_again();
  /// The answer that a person gave to a question of this name, or later to the same question; `no_answer` if none.
  [[nodiscard]] AnswerId given_answer(const std::string& who, const QuestionName& name) const;
  [[nodiscard]] AnswerId given_verdict(const std::string& who, const QuestionName& name) const;
  [[nodiscard]] AnswerId named_answer(const std::string& who, const Json& body) const;
  [[nodiscard]] bool is_of(AnswerId id, const std::string& who) const;
  [[nodiscard]] Reply state_for(const std::string& who, Lock& lock);
  [[nodiscard]] bool has_news(const std::string& who);
  [[nodiscard]] const Lease* lease_for(const std::string& who);
  [[nodiscard]] bool may_check(const std::string& who) const;
  [[nodiscard]] Json question_json(const std::string& who, const LeasedQuestion& question, std::size_t answers) const;
  /// Whether the smaller word of a pair is shown on the right: by the name of the question, so that it is the same
  /// after a restart.
  [[nodiscard]] bool swaps(const std::string& who, const QuestionName& name) const;
  /// What is shown to a person beside the question.
  [[nodiscard]] Json surroundings(const std::string& who) const;

  DurableRun run_;
  const SessionHead head_;
  const std::filesystem::path path_;
  const PageOptions options_;
  const std::uint64_t seed_;

  std::mutex mutex_;
  std::condition_variable changed_;
  LeaseBoard board_;
  std::map<std::string, Json> surroundings_;  // of each person, as of the last rest
  std::vector<AnnotatorErrors> annotators_;
  // What the run waits for:
  std::function<void(std::size_t, Preference)> settle_;     // stores an answer to an open question
  std::function<void(const EquivalenceAnswer&)> conclude_;  // stores a verdict
  Json check_;                                              // the machine to be checked
  std::optional<std::size_t> left_in_step_;                 // questions at most, this one included
  Json trouble_;                                            // answers to be corrected: a state
  std::optional<RunResult> result_;
  std::string failure_;           // why the run cannot go on
  std::string stuck_;             // why something cannot be stored; it is tried again
  std::function<void()> before_;  // done on the run's thread before it begins again
  std::exception_ptr not_done_;   // what went wrong with that
  bool resting_ = false;
  bool again_ = false;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace remap::web
