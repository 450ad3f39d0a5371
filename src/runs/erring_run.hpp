// Runs that learn from teachers who err: against a machine that is known, and durable ones.
#pragma once

#include "remap/runs/durable_run.hpp"
#include "remap/runs/method.hpp"
#include "remap/teachers/erring.hpp"
#include "runs/run_teacher.hpp"
#include "teachers/teacher_model.hpp"

namespace remap {

struct KnownErringRun {
  ErringResult result;
  bool correct = false;  // by exact comparison; where nobody tells values, up to order
};

/// Whether verdicts are doubted is the model's: whoever looks at lists of words or names wrong values is. With
/// `Equivalence::order_sampling` nobody is asked for one. Everything random is decided by the method's seed.
KnownErringRun run_known_erring(const MooreMachine& hidden, const Method& method, TeacherModel model,
                                ErringOptions options);

/// What a durable run is made of, for `finish_erring`.
struct ErringParts {
  const SessionHead& head;
  const Method& method;
  AnswerBook& book;
  AnswerKeeper* keeper;
  std::function<Teacher&()> source;                // called when the first answer is missing
  std::function<void(const Correction&)> correct;  // in the book and in the log
};

/// A durable run whose answers may be wrong. A run is never repaired: when an answer is taken back, another one asks
/// the same questions and finds the answers in the book.
RunResult finish_erring(const ErringParts& parts, RunTeacher& teacher, RunWatcher* watcher);

}  // namespace remap
