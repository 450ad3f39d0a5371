// Learning from teachers who err: answers are asked again before they do damage, and when they cannot all be true.
//
// A session that acted on a wrong answer is not repaired but begun anew with the same book: everything answered is
// looked up, so only what is missing is asked. Between acting on an answer and confirming it no other question is
// posed, so for the teacher it is as if the answer had counted only once it was confirmed.
#pragma once

#include "remap/learning/session.hpp"
#include "teachers/recording.hpp"

namespace remap {

/// What is done about answers that cannot all hold, and about unsure ones without which a run cannot go on.
enum class Settle : std::uint8_t {
  off,   // nothing: `Contradiction` and `Unsettled` are thrown
  ask,   // they are asked again, three times in all; thrown is what is left then
  vote,  // they are asked again until most of many agree; one that stays wrong is replaced by unsure
};

struct Care {
  Confirm confirm = Confirm::off;
  /// So many rechecks per first question: old answers, picked at random, asked once more.
  double recheck = 0;
  /// Those with the fewest votes come first. What was said with counterexamples is believed.
  Settle settle = Settle::off;
  /// Once there are more answers than this, `GaveUp` is thrown; 0: never. Errors that come back every time can make a
  /// run go on for ever.
  std::uint64_t most_answers = 0;
  std::uint64_t seed = 1;  // picks what is rechecked
};

/// There were too many answers without an end.
class GaveUp : public Error {
 public:
  using Error::Error;
};

/// Asks until the session is done (true), or until what counts has changed (false): then the session is of no use any
/// more, and another one is to be begun. Throws what the session throws, and Contradiction as
/// soon as the answers in the book cannot all hold, whatever `care.settle` says.
bool drive(Session& session, RecordingTeacher& teacher, const Care& care);

/// How it went.
struct CareCounts {
  std::uint64_t restarts = 0;
  std::uint64_t contradictions = 0;
};

/// Sees to an error of a session: true when an answer was changed or taken back, so that another session can begin.
using Mend = std::function<bool(const Session&, const Error&)>;

/// Makes and drives sessions until one comes to its end. `make` is called for each of them. Throws what the session and
/// the teacher throw, unless it was settled or mended.
std::unique_ptr<Session> drive_carefully(RecordingTeacher& teacher, const Care& care,
                                         const std::function<std::unique_ptr<Session>()>& make,
                                         CareCounts* counts = nullptr, const Mend& mend = nullptr);

}  // namespace remap
