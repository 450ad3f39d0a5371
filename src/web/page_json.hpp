// What the page receives, as JSON: words are lists of letter numbers.
#pragma once

#include <nlohmann/json.hpp>

#include "remap/learning/session.hpp"
#include "remap/runs/durable_run.hpp"
#include "teachers/book/answer_book.hpp"
#include "teachers/person/wording.hpp"

namespace remap::web {

using Json = nlohmann::json;

Json word_json(const Word& word);
/// Reads a word of an alphabet. Throws InputError.
Word parse_word_json(const Json& letters, const Alphabet& alphabet);

/// Letters, values, the maximum length of a sequence, and the name of the world, if there is one.
Json task_json(const SessionHead& head, const Wording& wording);
/// An answer of the book.
Json answer_json(const DurableRun& run, AnswerId id);
/// What the answers say about the order of words: levels, lowest first, each with its shortest word.
Json order_json(const AnswerBook& book);
/// What a machine predicts, for a person to check.
Json check_json(const EquivalenceQuestion& question, std::size_t longest);
/// What a person says is wrong about a machine: `word`, and its `value` unless only the order is learned. Throws
/// InputError if it is nothing of the kind, or what the machine says already.
EquivalenceAnswer parse_rejection(const Json& check, const Json& body, const SessionHead& head);
/// States and transitions, for stepping through it. Per state, a Moore machine has a `value`, a Mealy machine `values`
/// by letter, and beside its states the `value` of the empty word.
Json machine_json(const Hypothesis& machine);
/// What was learned, and with what confidence.
Json result_json(const RunResult& result);

/// The same machine with the letter and value names that people read.
Hypothesis named_machine(const Hypothesis& machine, const Wording& wording);

}  // namespace remap::web
