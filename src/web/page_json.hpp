// What a page is told, as JSON: words are lists of the numbers of letters.
#pragma once

#include <nlohmann/json.hpp>

#include "remap/learning/session.hpp"
#include "remap/runs/durable_run.hpp"
#include "teachers/answer_book.hpp"
#include "teachers/wording.hpp"

namespace remap::web {

using Json = nlohmann::json;

Json word_json(const Word& word);
/// Reads a word of an alphabet. Throws InputError.
Word parse_word_json(const Json& letters, const Alphabet& alphabet);

/// Letters, values, how long a sequence may be, and the name of the world, if there is one.
Json task_json(const SessionHead& head, const Wording& wording);
/// An answer of the book.
Json answer_json(const DurableRun& run, AnswerId id);
/// The answers that stand, the latest first; at most `most`.
Json history_json(const DurableRun& run, std::size_t most);
/// What the answers say of the order of words: levels, lowest first, each with its shortest word.
Json order_json(const AnswerBook& book);
/// What a machine predicts, for somebody who is to check it.
Json check_json(const EquivalenceQuestion& question, std::size_t longest);
/// States and transitions, for stepping through it.
Json machine_json(const MooreMachine& machine);
/// What was learned, and how sure that is.
Json result_json(const RunResult& result);

/// The same machine over letters and values by the names that people read.
MooreMachine named_machine(const MooreMachine& machine, const Wording& wording);

}  // namespace remap::web
