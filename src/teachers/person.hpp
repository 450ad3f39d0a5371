// What whoever asks a person (a terminal, a page) and whoever drives the session tell each other.
//
// Undo, quit and corrections are not answers: they are thrown to whoever drives the session, who changes the book and
// starts another session with it, or stops.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "remap/automata/outputs.hpp"
#include "teachers/answer_book.hpp"

namespace remap {

/// The person wants to take the last answer back.
struct UndoRequest : Error {
  UndoRequest() : Error("the last answer is to be taken back") {}
};
/// The person leaves. Every answer given so far stands.
struct QuitRequest : Error {
  QuitRequest() : Error("the person has left; every answer given so far stands") {}
};

/// What the person wants done about an answer: another one instead, or (none) to be asked again.
struct Correction {
  AnswerId id = no_answer;
  std::optional<Preference> answer;
};
/// The person wants that done now, whatever is being asked.
struct CorrectionRequest : Error {
  explicit CorrectionRequest(Correction wanted) : Error("an answer is to be changed"), correction(wanted) {}
  Correction correction;
};

/// The answers need more values than there are outputs, and the person says how to go on.
struct LevelsRequest : Error {
  explicit LevelsRequest(std::optional<Outputs> wanted)
      : Error("the run is to go on with other outputs"), outputs(std::move(wanted)) {}
  std::optional<Outputs> outputs;  // none: with the order alone
};

/// Outputs with other ones added, lowest first. Throws InputError unless those of before are there in their order, and
/// at least one more.
Outputs with_more_levels(const Outputs& before, const std::vector<std::string>& names);
/// Names for so many levels: numbers go on counting, words get a number.
std::vector<std::string> suggested_levels(const Outputs& before, std::size_t count);

/// Why the run waits: answers that cannot all be true, answers that are unsure where an answer is needed, or answers
/// that need more values than there are outputs.
enum class Trouble : std::uint8_t { contradiction, unsure, levels };

/// The valid answer that was given or changed last; `no_answer` when there is none.
AnswerId last_answer(const AnswerBook& book);

/// How many answers stand: all but those taken back or overruled.
std::size_t standing_answers(const AnswerBook& book);

}  // namespace remap
