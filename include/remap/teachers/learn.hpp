// The driver: a session and a teacher who answers at once.
#pragma once

#include "remap/learning/session.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap {

/// Asks the teacher until the session is done; the result is `session.machine()`.
void drive(Session& session, Teacher& teacher);

/// Learns the machine behind a teacher. `outputs` may be null when `options.by_order` is set.
MooreMachine learn(Teacher& teacher, AlphabetPtr alphabet, OutputsPtr outputs, const SessionOptions& options = {});

}  // namespace remap
