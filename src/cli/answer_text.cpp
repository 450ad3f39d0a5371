#include "cli/answer_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace remap::cli {

std::string answer_text(const AnswerBook& book, AnswerId id, const SessionHead& head) {
  const BookEntry& entry = book.at(id);
  const auto text = [&](WordId word) { return shown_word(*head.alphabet, book.words().spell(word)); };
  std::string told;
  switch (entry.kind) {
    case BookEntry::Kind::comparison: {
      static constexpr std::string_view relation[] = {"is below", "equals", "is above", "may be below or above"};
      told = fmt::format("'{}' {} '{}'", text(entry.left), relation[static_cast<std::size_t>(entry.answer)],
                         text(entry.right));
      if (entry.answer == Preference::unsure) told += " (unsure)";
      if (entry.purpose != Purpose::question) {
        told += entry.purpose == Purpose::recheck ? " (recheck)" : " (confirmation)";
      }
      break;
    }
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
  return fmt::format("answer {}: {}{}", index(id), told, entry.valid ? "" : " (taken back)");
}

std::string contradiction_text(const AnswerBook& book, const SessionHead& head, Output absorbing) {
  std::vector<AnswerId> ids;
  const std::vector<Answer> all = book.evidence(&ids);
  std::optional<AbsorbingRule> rule;
  if (absorbing != no_output) rule.emplace(AbsorbingRule{book.words(), absorbing});
  const std::vector<Answer> core = minimal_contradiction(all, book.outputs(), rule);
  if (core.empty()) return {};
  const auto words_of = [](const Answer& answer) {
    if (const auto* c = std::get_if<ComparisonAnswer>(&answer)) return std::pair(c->question.left, c->question.right);
    if (const auto* d = std::get_if<DifferenceAnswer>(&answer)) return std::pair(d->word, d->other);
    return std::pair(std::get<ValueAnswer>(answer).word, no_word);
  };
  std::string text = absorbing == no_output ? "the answers contradict each other; these cannot all hold:"
                                            : fmt::format(
                                                  "the answers contradict each other; with {} declared "
                                                  "absorbing these cannot all hold:",
                                                  safe(head.outputs->name(absorbing)));
  // The core is a selection of `all`, in its order.
  std::size_t at = 0;
  for (const Answer& answer : core) {
    const auto same = [&](const Answer& other) {
      if (other.index() != answer.index() || words_of(other) != words_of(answer)) return false;
      const auto* value = std::get_if<ValueAnswer>(&answer);
      return value == nullptr || value->allowed == std::get<ValueAnswer>(other).allowed;
    };
    while (!same(all[at])) ++at;
    text += "\n  " + answer_text(book, ids[at++], head);
  }
  return text;
}

}  // namespace remap::cli
