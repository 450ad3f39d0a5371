// What passes between a learner's side and a teacher's side: questions and answers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "remap/automata/moore.hpp"
#include "remap/learning/word_tree.hpp"

namespace remap {

/// "Which of these two words do you prefer, or are they equal?"
struct Comparison {
  WordId left;
  WordId right;
  bool operator==(const Comparison&) const = default;
};

/// The left word's value compared with the right word's. `unsure` says nothing at all; in particular not `equal`.
enum class Preference : std::uint8_t { less, equal, greater, unsure };

/// What is true of two values. Without a branch: nobody can predict which way it would go.
template <class T>
constexpr Preference compared(T left, T right) noexcept {
  return static_cast<Preference>(1 + static_cast<int>(left > right) - static_cast<int>(left < right));
}
static_assert(compared(1, 2) == Preference::less && compared(2, 2) == Preference::equal &&
              compared(2, 1) == Preference::greater);

/// The same answer to the same question with its sides swapped.
constexpr Preference swapped(Preference answer) noexcept {
  if (answer == Preference::less) return Preference::greater;
  return answer == Preference::greater ? Preference::less : answer;
}

/// What a teacher tells about the value of a counterexample.
struct Feedback {
  enum class Kind : std::uint8_t {
    none,       // nothing beyond "the machine is wrong here"
    value,      // the value itself: `outputs` holds it
    not_value,  // any value but those of `outputs`
    among,      // one of `outputs`
  };
  Kind kind = Kind::none;
  std::vector<Output> outputs;
};

/// How strong the feedback of a teacher is.
enum class FeedbackStrength : std::uint8_t { value, not_value, among };

/// "Does this machine give every word its value?" (`by_order` false), or, where only the order matters, "is every word
/// equal to the representative of its class?" (`by_order` true; then the values of the machine are of no account).
struct EquivalenceQuestion {
  const MooreMachine& machine;
  /// Per state of the machine: a word of the class of that state.
  std::span<const WordId> representative;
  const WordTree& words;
  bool by_order = false;
  std::size_t number = 1;  // 1 for the first question of a run
};

/// Accepted when there is no counterexample. "None found" is "none exists" only for teachers that say so.
struct EquivalenceAnswer {
  std::optional<Word> counterexample;
  Feedback feedback;
};

}  // namespace remap
