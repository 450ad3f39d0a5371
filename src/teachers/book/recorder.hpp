// A teacher whose answers are in a book: what those who answer may see of it.
#pragma once

#include <optional>

#include "remap/teachers/teacher.hpp"
#include "teachers/book/answer_book.hpp"

namespace remap {

class Recorder : public Teacher {
 public:
  [[nodiscard]] bool judges() const noexcept override { return true; }
  [[nodiscard]] virtual const AnswerBook& book() const noexcept = 0;
  /// How many comparisons of the batch that is being answered have their answer; none where nobody can say how many
  /// questions a step will take.
  [[nodiscard]] virtual std::optional<std::size_t> answered_of_batch() const noexcept = 0;
};

}  // namespace remap
