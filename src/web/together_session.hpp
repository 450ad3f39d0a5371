// A session that several people answer together.
//
// The run has its own thread. When it needs answers it posts its questions on a board (study/leases.hpp) and waits;
// requests arrive on other threads and pass on what people said. An answer is on disk before its sender is told so. An
// answer that comes late is stored as one more opinion, which the run finds when it asks that pair again.
//
// Everything shared is guarded by one mutex. The book and the log belong to the run's thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "study/leases.hpp"
#include "web/page_session.hpp"

namespace remap::web {

class TogetherSession {
 public:
  /// `patience`: milliseconds until a question that is out may be given to someone else.
  TogetherSession(DurableRun run, std::int64_t patience);
  ~TogetherSession();
  TogetherSession(const TogetherSession&) = delete;
  TogetherSession& operator=(const TogetherSession&) = delete;

  /// What a person is asked now: a comparison, a check, to wait for others, or nothing more.
  [[nodiscard]] Json state(const std::string& who);
  /// What a person did; returns when it is on disk and there is a next question, or soon after.
  [[nodiscard]] PageSession::Reply act(const std::string& who, const std::string& action, const Json& body);
  /// What is known of those who answered.
  [[nodiscard]] std::vector<AnnotatorErrors> annotators();
  /// "asking", "done" or "failed", and the result if there is one.
  [[nodiscard]] Json progress();
  /// The machine, once the session is done.
  [[nodiscard]] std::optional<Hypothesis> machine(bool named);

 private:
  friend class TogetherTeacher;
  struct Command {
    enum class Kind : std::uint8_t { answer, verdict, correction };
    Kind kind = Kind::answer;
    std::string who;
    std::uint64_t lease = 0;
    Preference preference = Preference::unsure;  // of the first sequence
    EquivalenceAnswer verdict = {};
    Correction correction = {};
    int status = 0;  // 0: not yet executed
  };
  using Lock = std::unique_lock<std::mutex>;

  void serve();
  void finish();
  /// Executes commands on the run's thread until `enough` holds. Throws CorrectionRequest, or QuitRequest at the end.
  void attend(Lock& lock, const std::function<bool()>& enough);
  void execute(const std::shared_ptr<Command>& command);
  /// The command that waits for the run has been stored, or could not be.
  void complete(int status);
  void stamp(const Lease& lease);
  void note_histories();
  [[nodiscard]] Json state_for(const std::string& who, Lock& lock);
  [[nodiscard]] bool has_news(const std::string& who);
  [[nodiscard]] Json question_json(const Lease& lease) const;
  [[nodiscard]] bool swaps(const Lease& lease) const;
  [[nodiscard]] std::shared_ptr<Command> parse(const std::string& who, const std::string& action, const Json& body);
  [[nodiscard]] bool may_check(const std::string& who) const;
  [[nodiscard]] std::size_t standing(const std::string& who) const;

  DurableRun run_;  // used only by the thread, once it runs
  const SessionHead head_;
  const Json task_;
  const std::uint64_t seed_;

  std::mutex mutex_;
  std::condition_variable changed_;
  LeaseBoard board_;
  std::deque<std::shared_ptr<Command>> commands_;
  std::shared_ptr<Command> pending_;            // until the run has stored it
  std::map<std::string, Json> histories_;       // the answers of each person, the latest first
  std::map<std::string, std::string> presses_;  // the last command of each person
  std::vector<AnnotatorErrors> annotators_;
  Json check_;                                           // the machine to be checked, if that is asked
  std::function<void(std::size_t, Preference)> settle_;  // passes an answer to the run
  std::optional<EquivalenceAnswer> verdict_;
  std::optional<RunResult> result_;
  std::string failure_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace remap::web
