// Learning from a teacher who answers at once. The shortest program:
//
//     const Learned learned = learn({"a", "b"}, {"safe", "risky"}, [](const Word& left, const Word& right) { … });
//
// A teacher who does not check machines gets no equivalence question: hypotheses are tested on sampled words by
// comparisons (`Equivalence::order_sampling`), and the result is probably approximately correct.
#pragma once

#include <functional>

#include "remap/learning/session.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap {

/// What was learned, and what it took.
struct Learned {
  MooreMachine machine;
  SessionCounts counts;
};

/// Learns the machine behind a teacher. `outputs` may be left out when only the order is learned. Throws Contradiction
/// or Unsettled when the answers allow no machine.
Learned learn(Teacher& teacher, Alphabet alphabet, std::optional<Outputs> outputs, const SessionOptions& options = {});

/// Learns from a function that compares two words.
Learned learn(Alphabet alphabet, Outputs outputs, FunctionTeacher::Function compare,
              const SessionOptions& options = {});
/// Likewise, only the order: the machine is over ranks.
Learned learn(Alphabet alphabet, FunctionTeacher::Function compare, const SessionOptions& options = {});

/// Learns from a function that gives a word its value. Only the order of the values counts.
Learned learn_from_values(Alphabet alphabet, Outputs outputs, const std::function<double(const Word&)>& value,
                          const SessionOptions& options = {});

/// Asks the teacher until the session is done (true); the result is `session.machine()`. Checks, where given, are made
/// before each request, and when comparisons were answered but the session has not been told yet: as soon as one of
/// them says no, that is the end (false).
bool drive(Session& session, Teacher& teacher, const std::function<bool()>& before_request = nullptr,
           const std::function<bool()>& after_comparisons = nullptr);

}  // namespace remap
