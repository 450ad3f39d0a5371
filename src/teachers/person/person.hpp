// The interface between the front end that asks a person (a terminal, a page) and the code that drives the session.
//
// Undo, quit and corrections are not answers: they are thrown to the code that drives the session, which changes the
// book and starts another session with it, or stops.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "remap/automata/outputs.hpp"
#include "teachers/book/answer_book.hpp"

namespace remap {

/// The person wants to undo the last answer.
struct UndoRequest : Error {
  UndoRequest() : Error("the last answer is to be taken back") {}
};
/// The person leaves. All answers given so far are kept.
struct QuitRequest : Error {
  QuitRequest() : Error("the person has left; every answer given so far stands") {}
};

/// How the person wants an answer corrected: a new answer, or (empty) to be asked again.
struct Correction {
  AnswerId id = no_answer;
  std::optional<Preference> answer;
};

/// The answers need more values than there are outputs, and the person says how to continue.
struct LevelsRequest : Error {
  explicit LevelsRequest(std::optional<Outputs> wanted)
      : Error("the run is to go on with other outputs"), outputs(std::move(wanted)) {}
  std::optional<Outputs> outputs;  // empty: with the order alone
};

/// Outputs with new ones added, lowest first. Throws InputError unless they contain the old ones in order and at least
/// one more.
Outputs with_more_levels(const Outputs& before, const std::vector<std::string>& names);
/// Names for this many levels: numbers continue, words get a number.
std::vector<std::string> suggested_levels(const Outputs& before, std::size_t count);

/// Why the run waits: answers that cannot all be true, unsure answers where an answer is needed, or answers that need
/// more values than there are outputs.
enum class Trouble : std::uint8_t { contradiction, unsure, levels };

/// The valid answer given or changed last, of those that count; `no_answer` if there is none.
AnswerId last_answer(
    const AnswerBook& book, const std::function<bool(AnswerId)>& counts = [](AnswerId) { return true; });

/// The number of answers in force that someone gave: all but those retracted or overruled.
std::size_t standing_answers(const AnswerBook& book);

}  // namespace remap
