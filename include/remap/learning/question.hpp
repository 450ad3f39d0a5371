// Questions and answers: what a session and a teacher exchange, and the machine that they exchange it about.
//
// Threads: const members of all classes of this library may be called from several threads at once, unless their
// comment says otherwise; members that are not const, only if nobody else uses the object meanwhile. Objects that share
// nothing that their user can see are independent: several threads may learn at the same time, also with the same
// alphabet, and a batch of comparisons may be answered by several threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "remap/automata/mealy.hpp"
#include "remap/automata/moore.hpp"

namespace remap {

/// What a session asks about and finally gives: a machine of the kind that is learned. Copies share it.
class Hypothesis {
 public:
  Hypothesis(MooreMachine machine);  // NOLINT(google-explicit-constructor): a Moore machine is one
  /// A minimal Mealy machine without missing steps, except from terminal states, and the output of the empty word.
  Hypothesis(MealyMachine machine, Output of_empty_word);

  /// Null if Moore machines are learned.
  [[nodiscard]] const MealyMachine* mealy() const noexcept;
  /// The machine itself, or the minimal Moore machine that gives every word the same output: for those who show or
  /// examine only these. It is made when it is first asked for.
  [[nodiscard]] const MooreMachine& moore() const;

  [[nodiscard]] const Alphabet& alphabet() const noexcept;
  [[nodiscard]] const Outputs& outputs() const noexcept;
  /// The number of states.
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] Output output_after(std::span<const Letter> word) const noexcept;
  /// The same machine with other names for its outputs, as many as it has.
  [[nodiscard]] Hypothesis with_outputs(const Outputs& outputs) const;

  bool operator==(const Hypothesis& other) const;

 private:
  class Machines;
  std::shared_ptr<const Machines> machines_;
};

class WordTree;

/// "Which of these two words do you prefer, or are they equal?"
struct Comparison {
  WordId left;
  WordId right;
  bool operator==(const Comparison&) const = default;
};

/// The left word's value compared with the right word's. `unsure` carries no information; it does not mean `equal`.
enum class Preference : std::uint8_t { less, equal, greater, unsure };
/// None of the four: a comparison that was not answered.
inline constexpr auto no_preference = static_cast<Preference>(UINT8_MAX);

/// The correct answer for two values; `no_preference` if one of them is NaN. For numbers of up to 32 bits it is the
/// sign of a difference, because compilers turn two comparisons into branches, which are unpredictable here.
template <class T>
constexpr Preference compared(T left, T right) noexcept {
  if constexpr ((std::is_enum_v<T> || std::is_integral_v<T>)&&sizeof(T) <= sizeof(std::uint32_t)) {
    const auto difference = static_cast<std::int64_t>(left) - static_cast<std::int64_t>(right);
    return static_cast<Preference>(1 + (difference >> 63) +
                                   static_cast<std::int64_t>(std::uint64_t(-difference) >> 63));
  } else {
    if constexpr (std::is_floating_point_v<T>) {
      if (!(left < right) && !(left >= right)) return no_preference;
    }
    return static_cast<Preference>(1 + static_cast<int>(left > right) - static_cast<int>(left < right));
  }
}
static_assert(compared(1, 2) == Preference::less && compared(2, 2) == Preference::equal &&
              compared(2, 1) == Preference::greater);

/// The same answer to the same question with its sides swapped.
constexpr Preference swapped(Preference answer) noexcept {
  if (answer == Preference::less) return Preference::greater;
  return answer == Preference::greater ? Preference::less : answer;
}

/// Comparisons that do not depend on each other, to be answered together. Valid only during the call it is passed to.
class Comparisons {
 public:
  Comparisons() = default;
  Comparisons(const WordTree& words, std::span<const Comparison> pairs, bool again = false) noexcept
      : words_(&words), pairs_(pairs), again_(again) {}

  [[nodiscard]] std::size_t size() const noexcept { return pairs_.size(); }
  [[nodiscard]] bool empty() const noexcept { return pairs_.empty(); }
  [[nodiscard]] Word left(std::size_t position) const;
  [[nodiscard]] Word right(std::size_t position) const;
  /// Asked before, and now asked again deliberately, to confirm the answer.
  [[nodiscard]] bool again() const noexcept { return again_; }

  /// For teachers inside the library, which identify words by number.
  [[nodiscard]] const WordTree& words() const noexcept { return *words_; }
  [[nodiscard]] std::span<const Comparison> pairs() const noexcept { return pairs_; }
  [[nodiscard]] const Comparison& operator[](std::size_t position) const noexcept { return pairs_[position]; }
  [[nodiscard]] auto begin() const noexcept { return pairs_.begin(); }
  [[nodiscard]] auto end() const noexcept { return pairs_.end(); }

 private:
  const WordTree* words_ = nullptr;
  std::span<const Comparison> pairs_;
  bool again_ = false;
};

/// Words whose values are requested: one value per word or, with prefixes, an output word for each: the values of all
/// its prefixes, from the empty word to the word itself. Valid only during the call it is passed to.
class AskedWords {
 public:
  AskedWords() = default;
  AskedWords(const WordTree& words, std::span<const WordId> ids, bool with_prefixes = false) noexcept
      : words_(&words), ids_(ids), with_prefixes_(with_prefixes) {}

  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
  [[nodiscard]] bool empty() const noexcept { return ids_.empty(); }
  [[nodiscard]] Word word(std::size_t position) const;
  [[nodiscard]] bool with_prefixes() const noexcept { return with_prefixes_; }
  /// How many values the answer has.
  [[nodiscard]] std::size_t values() const noexcept;
  /// The letters of all words.
  [[nodiscard]] std::size_t letters() const noexcept;

  /// For teachers inside the library.
  [[nodiscard]] const WordTree& words() const noexcept { return *words_; }
  [[nodiscard]] std::span<const WordId> ids() const noexcept { return ids_; }
  [[nodiscard]] WordId operator[](std::size_t position) const noexcept { return ids_[position]; }
  [[nodiscard]] auto begin() const noexcept { return ids_.begin(); }
  [[nodiscard]] auto end() const noexcept { return ids_.end(); }

 private:
  const WordTree* words_ = nullptr;
  std::span<const WordId> ids_;
  bool with_prefixes_ = false;
};

/// What a teacher says about the value of a counterexample.
struct Feedback {
  enum class Kind : std::uint8_t {
    none,       // nothing beyond "the machine is wrong here": no `outputs`
    value,      // the value itself: `outputs` holds it alone
    not_value,  // any value but those of `outputs`, of which there is one at least, but which are not all
    among,      // one of `outputs`, of which there is one at least
  };
  Kind kind = Kind::none;
  std::vector<Output> outputs;
};

/// How strong the feedback of a teacher is.
enum class FeedbackStrength : std::uint8_t { value, not_value, among };

/// "Does this machine give every word its value?" (`by_order` false) or, if only the order matters, "is every word
/// equal to the representative of its class?" (`by_order` true; the values of the machine are then ignored).
struct EquivalenceQuestion {
  Hypothesis machine;
  /// Per output of the machine: a word of the class that has it; `no_word` if no class has.
  std::span<const WordId> representative;
  const WordTree& words;
  bool by_order = false;
  std::size_t number = 1;  // 1 for the first question of a run

  /// The representative of the class that the machine gives a word.
  [[nodiscard]] WordId same_class(std::span<const Letter> word) const {
    return representative[index(machine.output_after(word))];
  }
  [[nodiscard]] Word representative_of(Output output) const;
};

/// Accepted if there is no counterexample. "None found" means "none exists" only for teachers that say so.
struct EquivalenceAnswer {
  static EquivalenceAnswer accepted() { return {}; }
  /// The machine is wrong about a word.
  static EquivalenceAnswer wrong(Word word) { return {std::move(word), {}}; }
  /// The machine is wrong about a word, whose value is this.
  static EquivalenceAnswer wrong(Word word, Output value) {
    return {std::move(word), {Feedback::Kind::value, {value}}};
  }
  /// Likewise, with other feedback on its value.
  static EquivalenceAnswer wrong(Word word, Feedback feedback) { return {std::move(word), std::move(feedback)}; }

  std::optional<Word> counterexample;
  Feedback feedback;
};

}  // namespace remap
