// Who answers a durable run, and who watches it.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "remap/learning/session.hpp"
#include "remap/teachers/erring.hpp"
#include "teachers/book/recorder.hpp"
#include "teachers/person/person.hpp"

namespace remap {

/// A watcher that receives the session before the first question and is also notified of answers.
class RunWatcher : public SessionWatcher {
 public:
  virtual void watch(const Session& session) { session_ = &session; }
  /// A batch of answers is about to be passed to the session.
  virtual void on_answers() {}

 protected:
  [[nodiscard]] const Session& session() const noexcept { return *session_; }

 private:
  const Session* session_ = nullptr;
};

/// Gives answers; created when the first answer is needed, since a finished run needs none.
class RunTeacher {
 public:
  virtual ~RunTeacher() = default;
  virtual Teacher& get() = 0;
  /// Whether it is a person, who must not lose an answer or be asked needlessly.
  [[nodiscard]] virtual bool is_person() const { return false; }
  /// A session starts asking.
  virtual void attend(const Session& /*session*/, const Recorder& /*recording*/) {}
  /// There is a problem with answers: what to do about one of them; empty if no one can say.
  virtual std::optional<Correction> correct(Trouble /*trouble*/, const AnswerBook& /*book*/,
                                            std::span<const AnswerId> /*answers*/, const std::string& /*note*/) {
    return std::nullopt;
  }
  /// What is known of those who answer, where answers may be wrong.
  virtual void on_annotators(std::span<const AnnotatorErrors> /*annotators*/) {}
  /// The run is finished; notifies the teacher.
  virtual void done(const Hypothesis& /*machine*/) {}
  /// No more questions for now: restores the terminal.
  virtual void leave() {}
};

}  // namespace remap
