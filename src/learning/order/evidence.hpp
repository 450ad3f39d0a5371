// All answers, and the search for those that contradict each other.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "learning/questions/output_set.hpp"
#include "learning/words/word_tree.hpp"
#include "remap/automata/error.hpp"
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

/// A declaration: all extensions of a word with this output have it too.
struct AbsorbingRule {
  const WordTree& words;
  Output output;
};

/// A smallest selection of answers that no assignment of values satisfies: without any one of them the rest is
/// consistent. Empty if all answers are consistent. `outputs`: how many values there are, 0 when unknown. Each trial is
/// linear in the number of answers; a result of k answers out of m takes about k log m trials.
std::vector<Answer> minimal_contradiction(std::span<const Answer> answers, std::size_t outputs,
                                          const std::optional<AbsorbingRule>& rule = std::nullopt);

/// The only answer to a comparison that is consistent with these answers; empty if there are several, or none. Three
/// trials.
std::optional<Preference> implied_answer(std::span<const Answer> answers, const Comparison& comparison,
                                         std::size_t outputs, const std::optional<AbsorbingRule>& rule = std::nullopt);

/// The minimum number of values that the answers of a minimal contradiction need, if they are comparisons that would be
/// consistent with enough outputs; 0 if they contradict each other whatever the outputs.
std::size_t values_needed(std::span<const Answer> contradiction, std::size_t outputs);

/// An answer in words.
std::string describe(const Answer& answer, const WordTree& words, const Alphabet& alphabet,
                     const std::optional<Outputs>& outputs);

}  // namespace remap
