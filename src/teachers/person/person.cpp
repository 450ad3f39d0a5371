#include "teachers/person/person.hpp"

#include <fmt/format.h>

#include "remap/automata/error.hpp"

namespace remap {

AnswerId last_answer(const AnswerBook& book, const std::function<bool(AnswerId)>& counts) {
  // A change counts as said after the answer that was the latest then.
  const auto said_at = [&](std::size_t i) {
    const BookEntry& entry = book.at(make_id<AnswerId>(i));
    return entry.changed_at == no_answer ? 2 * i : 2 * index(entry.changed_at) + 1;
  };
  std::size_t last = 0;
  for (std::size_t i = 1; i <= book.size(); ++i) {
    const BookEntry& entry = book.at(make_id<AnswerId>(i));
    if (!entry.valid || !entry.was_said() || !counts(make_id<AnswerId>(i))) continue;
    if (last == 0 || said_at(i) >= said_at(last)) last = i;
  }
  return make_id<AnswerId>(last);
}

Outputs with_more_levels(const Outputs& before, const std::vector<std::string>& names) {
  Outputs outputs(names);
  std::size_t kept = 0;
  for (const std::string& name : names) {
    if (kept < before.size() && name == before.names()[kept]) ++kept;
  }
  if (kept < before.size() || names.size() == before.size()) {
    throw InputError("name one more level; the others keep their names and their order");
  }
  return outputs;
}

std::vector<std::string> suggested_levels(const Outputs& before, std::size_t count) {
  std::vector<std::string> names = before.names();
  while (names.size() < count) {
    const auto number = parse_number(names.back());
    names.push_back(number ? format_number(*number + 1) : fmt::format("level {}", names.size() + 1));
  }
  return names;
}

std::size_t standing_answers(const AnswerBook& book) {
  std::size_t count = 0;
  for (std::size_t i = 1; i <= book.size(); ++i) {
    const BookEntry& entry = book.at(make_id<AnswerId>(i));
    count += entry.valid && entry.was_said() ? 1 : 0;
  }
  return count;
}

}  // namespace remap
