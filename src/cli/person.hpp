// A session whose teacher is a person at this terminal.
#pragma once

#include <functional>

#include "remap/formats/session_head.hpp"
#include "runs/run_teacher.hpp"

namespace remap::cli {

/// What the first line of a log says about such a teacher. `names`: one per letter, or empty.
Settings person_settings(const std::vector<std::string>& names);
/// Whether a person answers the session of a first line.
bool by_person(const SessionHead& head);

/// `file`: of the log, for the top line; empty when there is none. `check`: called before the first question; may
/// throw.
std::unique_ptr<RunTeacher> make_person(const SessionHead& head, const std::string& file, std::function<void()> check);

/// A name for a log that does not exist yet, for people who gave none: session-1.jsonl, session-2.jsonl, …
std::string free_session_name();

}  // namespace remap::cli
