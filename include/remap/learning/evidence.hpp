// Everything that was answered, and the search for those answers that contradict each other.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "remap/automata/error.hpp"
#include "remap/learning/output_set.hpp"
#include "remap/learning/question.hpp"

namespace remap {

/// One answer to a comparison.
struct ComparisonAnswer {
  Comparison question;
  Preference answer;
};

/// A word's value is one of `allowed`, said with a counterexample.
struct ValueAnswer {
  WordId word;
  OutputSet allowed;
};

/// Two words do not have the same value: a counterexample to the order.
struct DifferenceAnswer {
  WordId word;
  WordId other;
};

using Answer = std::variant<ComparisonAnswer, ValueAnswer, DifferenceAnswer>;

/// A declaration: whatever extends a word with this output has it too.
struct AbsorbingRule {
  const WordTree& words;
  Output output;
};

/// A smallest selection of answers that no assignment of values satisfies: without any one of them the rest is
/// consistent. Empty when all answers are consistent. `outputs`: how many values there are, 0 when unknown. Each trial
/// is linear in the number of answers; a result of k answers out of m takes about k log m trials.
std::vector<Answer> minimal_contradiction(std::span<const Answer> answers, std::size_t outputs,
                                          const std::optional<AbsorbingRule>& rule = std::nullopt);

/// The answer to a comparison that these answers leave as the only one; none when they leave several, or none at all.
/// Three trials.
std::optional<Preference> implied_answer(std::span<const Answer> answers, const Comparison& comparison,
                                         std::size_t outputs, const std::optional<AbsorbingRule>& rule = std::nullopt);

/// The teacher contradicted itself. `what()` is a sentence followed by the answers, one per line.
class Contradiction : public Error {
 public:
  Contradiction(const std::string& text, std::vector<Answer> answers) : Error(text), answers_(std::move(answers)) {}
  [[nodiscard]] const std::vector<Answer>& answers() const noexcept { return answers_; }

 private:
  std::vector<Answer> answers_;
};

/// An answer in words.
std::string describe(const Answer& answer, const WordTree& words, const Alphabet& alphabet,
                     const std::optional<Outputs>& outputs);

}  // namespace remap
