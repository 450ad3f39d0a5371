// Runs that learn from teachers who err: against a known machine, and durable ones.
#pragma once

#include "formats/log/answer_stamps.hpp"
#include "remap/formats/session_head.hpp"
#include "remap/runs/run_result.hpp"
#include "remap/runs/settings.hpp"
#include "remap/teachers/erring.hpp"
#include "runs/method/run_teacher.hpp"
#include "teachers/book/asker.hpp"
#include "teachers/simulated/teacher_model.hpp"

namespace remap {

struct KnownErringRun {
  ErringResult result;
  bool correct = false;  // by exact comparison; without values, up to order
};

/// The model decides whether verdicts are doubted: they are if the teacher checks lists of words or gives wrong values.
/// With `Equivalence::order_sampling` there are no verdicts. The method's seed decides everything random.
KnownErringRun run_known_erring(const MooreMachine& hidden, const Method& method, TeacherModel model,
                                ErringOptions options);

/// The parts of a durable run, for `finish_erring`.
struct ErringParts {
  const SessionHead& head;
  const Method& method;
  AnswerBook& book;
  AnswerKeeper* keeper;
  const AnswerStamps& stamps;                      // who gave each answer
  std::function<Teacher&()> source;                // called when the first answer is needed
  std::function<void(const Correction&)> correct;  // in the book and in the log
};

/// A durable run whose answers may be wrong. A run is never repaired: if an answer is retracted, a new run asks the
/// same questions and finds the answers in the book.
RunResult finish_erring(const ErringParts& parts, RunTeacher& teacher, RunWatcher* watcher);

}  // namespace remap
