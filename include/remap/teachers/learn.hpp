// The driver: a session and a teacher who answers at once.
#pragma once

#include <functional>

#include "remap/learning/session.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap {

/// Asks the teacher until the session is done (true); the result is `session.machine()`. Checks, where given, are made
/// before each request, and when comparisons were answered but the session has not heard of it yet: as soon as one of
/// them says no, that is the end (false).
bool drive(Session& session, Teacher& teacher, const std::function<bool()>& before_request = nullptr,
           const std::function<bool()>& after_comparisons = nullptr);

/// Learns the machine behind a teacher. `outputs` may be null when `options.by_order` is set.
MooreMachine learn(Teacher& teacher, Alphabet alphabet, std::optional<Outputs> outputs,
                   const SessionOptions& options = {});

}  // namespace remap
