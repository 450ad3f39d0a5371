// Answers of a session in words, safe to show on a terminal.
#pragma once

#include <string>

#include "remap/automata/shown.hpp"
#include "remap/formats/session_log.hpp"

namespace remap::cli {

/// "answer 12: 'a b' is above 'ε'".
std::string answer_text(const AnswerBook& book, AnswerId id, const SessionHead& head);

/// Which answers contradict each other, or leave the run without a next step: a sentence and a line per answer.
std::string contradiction_text(const AnswerBook& book, const SessionHead& head, Output absorbing);

}  // namespace remap::cli
