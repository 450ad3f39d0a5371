#include "study/question_name.hpp"

#include <fmt/format.h>

#include <charconv>

#include "automata/machines/fingerprint.hpp"

namespace remap {

std::string QuestionName::text() const { return fmt::format("{}.{}", subject, turn); }

std::optional<QuestionName> parse_question_name(const std::string& text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos) return std::nullopt;
  QuestionName name{text.substr(0, dot), 0};
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data() + dot + 1, end, name.turn);
  if (error != std::errc() || last != end) return std::nullopt;
  return name;
}

std::string subject_of(const Word& a, const Word& b) {
  std::string text;
  for (const Word* word : {&std::min(a, b), &std::max(a, b)}) {
    for (const Letter letter : *word) text += fmt::format("{} ", index(letter));
    text += '|';
  }
  return "c" + fingerprint(text);
}

std::string subject_of(const MooreMachine& machine) { return "m" + fingerprint(machine); }

}  // namespace remap
