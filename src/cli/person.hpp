// A session whose teacher is a person at this terminal.
#pragma once

#include <functional>

#include "remap/formats/session_head.hpp"
#include "runs/method/run_teacher.hpp"

namespace remap::cli {

/// `file`: the log, for the top line; empty if there is none. `resume`: the command that continues the session, shown
/// when a signal ends the program. `check`: called before the first question; may throw.
std::unique_ptr<RunTeacher> make_person(const SessionHead& head, const std::string& file, const std::string& resume,
                                        std::function<void()> check);

/// The name of the current user; empty if not known.
std::string user_name();

/// An unused name for a log, for people who gave none: session-1.jsonl, session-2.jsonl, …
std::string free_session_name();

}  // namespace remap::cli
