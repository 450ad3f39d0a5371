// The name of a question to people: what it is about, and how often that was answered before.
//
// A name depends on the answers given so far alone. So a question keeps its name when the server is restarted, another
// question has another name, and whether it was answered can be seen from the answers.
#pragma once

#include <optional>
#include <string>

#include "remap/learning/question.hpp"

namespace remap {

struct QuestionName {
  std::string subject;  // without a dot
  std::size_t turn = 0;

  bool operator==(const QuestionName&) const = default;
  auto operator<=>(const QuestionName&) const = default;
  [[nodiscard]] std::string text() const;
};

/// Empty if no question has such a name.
std::optional<QuestionName> parse_question_name(const std::string& text);

/// Of a comparison; the same for both orders of the words.
std::string subject_of(const Word& a, const Word& b);
/// Of the check of a machine.
std::string subject_of(const MooreMachine& machine);

}  // namespace remap
