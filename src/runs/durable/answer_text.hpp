// Answers of a session in words, safe to show on a terminal.
#pragma once

#include <string>
#include <string_view>

#include "formats/log/session_log.hpp"
#include "logic/letters/shown.hpp"

namespace remap {

/// What is printed between two compared words: "is above".
std::string_view relation_text(Preference answer);

/// "answer 12: 'a b' is above 'ε'".
std::string answer_text(const AnswerBook& book, AnswerId id, const SessionHead& head);

/// Throws the Contradiction of a book whose answers cannot all hold: a sentence and a line per answer, with its number.
/// TooFewOutputs when the answers only need more values than there are outputs.
[[noreturn]] void throw_contradiction(const AnswerBook& book, const SessionHead& head, Output absorbing);

}  // namespace remap
