// Who answers a durable run, and who watches it.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "remap/learning/session.hpp"
#include "teachers/person.hpp"
#include "teachers/recorder.hpp"

namespace remap {

/// A watcher that is given the session before the first question, and told of answers, too.
class RunWatcher : public SessionWatcher {
 public:
  virtual void watch(const Session& session) { session_ = &session; }
  /// A batch of comparisons or values is about to be handed to the session.
  virtual void on_answers() {}

 protected:
  [[nodiscard]] const Session& session() const noexcept { return *session_; }

 private:
  const Session* session_ = nullptr;
};

/// Gives answers; made when the first answer is needed, since a run that is finished needs nobody.
class RunTeacher {
 public:
  virtual ~RunTeacher() = default;
  virtual Teacher& get() = 0;
  /// Whether it is a person, who must not lose an answer or be asked for nothing.
  [[nodiscard]] virtual bool is_person() const { return false; }
  /// A session begins to ask.
  virtual void attend(const Session& /*session*/, const Recorder& /*recording*/) {}
  /// Answers are in trouble: what to do about one of them; none when nobody is there to say.
  virtual std::optional<Correction> correct(Trouble /*trouble*/, const AnswerBook& /*book*/,
                                            std::span<const AnswerId> /*answers*/, const std::string& /*note*/) {
    return std::nullopt;
  }
  /// The run is over; whoever answered may know.
  virtual void done(const MooreMachine& /*machine*/) {}
  /// No more questions for now: the terminal is given back.
  virtual void leave() {}
};

}  // namespace remap
