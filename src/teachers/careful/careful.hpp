// Learning from teachers who err: questions are asked again before a wrong answer does damage, and if answers
// contradict each other.
//
// A session that used a wrong answer is not repaired but restarted with the same book: existing answers are looked up,
// so only what is missing is asked. No other question is asked between using an answer and confirming it, so to the
// teacher it seems that the answer counted only once it was confirmed.
#pragma once

#include "remap/learning/session.hpp"
#include "teachers/book/recording.hpp"

namespace remap {

/// What to do about answers that cannot all hold, and about unsure ones without which a run cannot continue.
enum class Settle : std::uint8_t {
  off,   // nothing: `Contradiction` and `Unsettled` are thrown
  ask,   // ask them again, three times in all; then throw as for `off`
  vote,  // ask them again until a clear majority agrees; one that stays wrong becomes unsure
};

struct Care {
  Confirm confirm = Confirm::off;
  /// The number of rechecks per new question: earlier questions, picked at random, are asked once more.
  double recheck = 0;
  /// Those with the fewest votes come first. Statements about counterexamples are trusted.
  Settle settle = Settle::off;
  /// Throws `GaveUp` after this many answers; 0: never. Errors repeated every time can prevent a run from ending.
  std::uint64_t most_answers = 0;
  std::uint64_t seed = 1;  // picks what is rechecked
};

/// The limit on answers was reached before the run finished.
class GaveUp : public Error {
 public:
  using Error::Error;
};

/// Asks until the session is done (true), or until an answer in force has changed (false): a new session must then be
/// started. Throws what the session throws, and Contradiction as soon as the answers in the book cannot all hold,
/// whatever `care.settle` is.
bool drive(Session& session, RecordingTeacher& teacher, const Care& care);

/// Statistics of a run.
struct CareCounts {
  std::uint64_t restarts = 0;
  std::uint64_t contradictions = 0;
};

/// Handles an error of a session: true if an answer was changed or retracted, so that a new session can start.
using Mend = std::function<bool(const Session&, const Error&)>;

/// Creates and drives sessions until one finishes. `make` is called for each of them. Throws what the session and the
/// teacher throw, unless it could be settled.
std::unique_ptr<Session> drive_carefully(RecordingTeacher& teacher, const Care& care,
                                         const std::function<std::unique_ptr<Session>()>& make,
                                         CareCounts* counts = nullptr, const Mend& mend = nullptr);

}  // namespace remap
