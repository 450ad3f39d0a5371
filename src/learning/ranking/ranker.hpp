// Rankers: from comparisons to classes.
//
// A ranker is given words and finds their classes by comparing them, with representatives or with each other. It does
// not ask itself: it says which comparisons it needs, independent ones together, and receives the answers.
//
//     submit(words)  ->  while (questions()) answer(...)  ->  every word has a class
//
// Two rankers need not find the same class ids, but the order of the classes is the same.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "learning/order/classes.hpp"
#include "remap/automata/random.hpp"
#include "remap/learning/options.hpp"
#include "remap/learning/question.hpp"

namespace remap {

/// A place in a learner with its own class frequencies (a column, a node of a tree).
enum class Context : std::uint32_t {};

/// A word to classify. `expected` is the learner's guess, if it has one, `alternative` its second guess; both may save
/// comparisons and are always verified. `one_of_two`: the learner would rather know which of them it is by one
/// comparison with a class between them than have its class confirmed as equal. Wrong answers then show less often.
/// `twin`: another word without a class that is expected to be equal. The two are compared and, if they are equal,
/// united; neither gets a class, whatever the answer. Only of a ranker that pairs.
struct Inquiry {
  WordId word;
  Context context{};
  ClassId expected = no_class;
  ClassId alternative = no_class;
  bool one_of_two = false;
  WordId twin = no_word;
};

/// What a ranker needs next: comparisons, or the values of words.
struct Questions {
  std::span<const Comparison> comparisons;
  std::span<const WordId> values;
  [[nodiscard]] bool empty() const noexcept { return comparisons.empty() && values.empty(); }
};

/// Whether one of the answers is unsure. That is the last of them, so compilers look at many at once.
[[nodiscard]] inline bool any_unsure(std::span<const Preference> answers) noexcept {
  auto last = static_cast<std::uint8_t>(Preference::less);
  for (Preference answer : answers) last = std::max(last, static_cast<std::uint8_t>(answer));
  return last == static_cast<std::uint8_t>(Preference::unsure);
}

/// Thrown by a ranker that cannot continue without answers to comparisons that were answered `unsure`.
struct Undecided : Error {
  Undecided() : Error("answers that were unsure are needed") {}
  std::vector<Comparison> comparisons;
};

class Ranker {
 public:
  virtual ~Ranker() = default;

  /// Whether inquiries may have a twin.
  [[nodiscard]] virtual bool pairs() const noexcept { return false; }
  /// Words without a class, each once. Only if nothing is pending.
  virtual void submit(std::span<const Inquiry> inquiries) = 0;
  /// What to ask next; empty when every submitted word has its class or was compared with its twin. The spans are valid
  /// until the next call of a member.
  virtual Questions questions() = 0;
  /// One answer per comparison of the last `questions()`, in the same order.
  virtual void answer(std::span<const Preference> answers) = 0;
  /// One answer per value asked for.
  virtual void answer(std::span<const Output> values);
  /// The value of a word, asked for or not, to a ranker that asks for values. What is then known is not asked for.
  virtual void tell(WordId word, Output value);
  /// An upper bound on the comparisons still needed until every submitted word has its class, including those of the
  /// last `questions()`, whatever the answers, as long as none is `unsure`.
  [[nodiscard]] virtual std::size_t most_comparisons_left() const = 0;
};

std::unique_ptr<Ranker> make_ranker(RankerKind kind, Classes& classes, std::uint64_t seed);

}  // namespace remap
