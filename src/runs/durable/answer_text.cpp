#include "runs/durable/answer_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "remap/learning/session.hpp"

namespace remap {

std::string_view relation_text(Preference answer) {
  static constexpr std::string_view relation[] = {"is below", "equals", "is above", "may be below or above"};
  return relation[static_cast<std::size_t>(answer)];
}

std::string answer_text(const AnswerBook& book, AnswerId id, const SessionHead& head) {
  const BookEntry& entry = book.at(id);
  const auto text = [&](WordId word) { return shown_word(head.alphabet, book.words().spell(word)); };
  std::string told;
  switch (entry.kind) {
    case BookEntry::Kind::comparison:
      told = fmt::format("'{}' {} '{}'", text(entry.left), relation_text(entry.answer), text(entry.right));
      if (entry.answer == Preference::unsure) told += " (unsure)";
      if (entry.purpose != Purpose::question) told += fmt::format(" ({})", name_of(entry.purpose));
      break;
    case BookEntry::Kind::value:
      told = fmt::format("the value of '{}' is {}", text(entry.left), safe(head.outputs->name(entry.value)));
      break;
    case BookEntry::Kind::limits: {
      std::string names;
      for (const Output output : book.allowed(id).members()) {
        names += (names.empty() ? "" : " or ") + safe(head.outputs->name(output));
      }
      told = fmt::format("the value of '{}' is {} (counterexample)", text(entry.left), names.empty() ? "none" : names);
      break;
    }
    case BookEntry::Kind::difference:
      told = fmt::format("'{}' does not equal '{}' (counterexample)", text(entry.left), text(entry.right));
      break;
    case BookEntry::Kind::acceptance:
      told = fmt::format("the machine of {} states is accepted", book.accepted(id).size());
      break;
  }
  return fmt::format("answer {}: {}{}", index(id), told, entry.valid ? "" : " (retracted)");
}

void throw_contradiction(const AnswerBook& book, const SessionHead& head, Output absorbing) {
  const std::vector<AnswerId> core = book.contradiction(absorbing);
  const std::size_t needed = book.values_needed(core);
  std::string text = "the answers contradict each other; these cannot all hold:";
  if (needed > 0) {
    text = fmt::format("the answers need {} different values, but there are only {} outputs; these need them:", needed,
                       book.outputs());
  } else if (absorbing != no_output) {
    text = fmt::format("the answers contradict each other; with {} declared absorbing these cannot all hold:",
                       safe(head.outputs->name(absorbing)));
  }
  for (const AnswerId id : core) text += "\n  " + answer_text(book, id, head);
  if (needed > 0) throw TooFewOutputs(text, core.size(), needed);
  throw Contradiction(text, core.size());
}

}  // namespace remap
