// Learning from a teacher who answers immediately. The shortest program:
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

/// The machine learned and the questions asked.
struct Learned {
  Hypothesis machine;
  SessionCounts counts;
  Limit limit = Limit::none;  // of the options; if one was met, this is the latest machine, which nobody accepted
};

/// Learns the machine behind a teacher. `outputs` may be omitted if only the order is learned. Throws Contradiction or
/// Unsettled if the answers allow no machine; if answers may be wrong, see remap/teachers/erring.hpp. Throws Misuse for
/// an answer that cannot be.
Learned learn(Teacher& teacher, Alphabet alphabet, std::optional<Outputs> outputs, const SessionOptions& options = {});

/// Learns from a function that compares two words.
Learned learn(Alphabet alphabet, Outputs outputs, FunctionTeacher::Function compare,
              const SessionOptions& options = {});
/// The same for the order alone: the machine is over ranks.
Learned learn(Alphabet alphabet, FunctionTeacher::Function compare, const SessionOptions& options = {});

/// Learns from a function that gives a word its value. Only the order of the values matters; NaN is Misuse.
Learned learn_from_values(Alphabet alphabet, Outputs outputs, const std::function<double(const Word&)>& value,
                          const SessionOptions& options = {});

/// Asks the teacher until the session is done, or its seconds are over, and returns true; the result is
/// `session.machine()`. If checks are given,
/// they are called before each request, and after comparisons were answered but before the session receives the
/// answers; if one returns false, so does this function, at once.
bool drive(Session& session, Teacher& teacher, const std::function<bool()>& before_request = nullptr,
           const std::function<bool()>& after_comparisons = nullptr);

}  // namespace remap
