// Rankers: from comparisons to classes.
//
// A ranker is given words and finds their classes by comparing them, with representatives or with each other. It asks
// nobody: it says which comparisons it needs, all that do not depend on each other at once, and is fed the answers.
//
//     submit(words)  ->  while (questions()) answer(...)  ->  every word has a class
//
// What is not promised: that two rankers find the same class ids. The order of the classes is the same.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "learning/classes.hpp"
#include "remap/automata/random.hpp"
#include "remap/learning/options.hpp"
#include "remap/learning/question.hpp"

namespace remap {

/// A place in a learner where words meet classes with frequencies of their own (a column, a node of a tree).
enum class Context : std::uint32_t {};

/// A word to classify. `expected` is the learner's guess, if it has one, `alternative` what it expects otherwise; both
/// may save comparisons and are never taken for granted.
struct Inquiry {
  WordId word;
  Context context{};
  ClassId expected = no_class;
  ClassId alternative = no_class;
};

/// What a ranker wants to know next: comparisons, or the values of words (only the baseline asks for values).
struct Questions {
  std::span<const Comparison> comparisons;
  std::span<const WordId> values;
  [[nodiscard]] bool empty() const noexcept { return comparisons.empty() && values.empty(); }
};

/// Raised by a ranker that cannot go on without answers to comparisons that were answered `unsure`.
struct Undecided : Error {
  Undecided() : Error("answers that were unsure are needed") {}
  std::vector<Comparison> comparisons;
};

class Ranker {
 public:
  virtual ~Ranker() = default;

  /// Words without a class, each once. Only when nothing is pending.
  virtual void submit(std::span<const Inquiry> inquiries) = 0;
  /// What to ask next; empty when every submitted word has its class. The spans live until the next call of a member.
  virtual Questions questions() = 0;
  /// One answer per comparison of the last `questions()`, in the same order.
  virtual void answer(std::span<const Preference> answers) = 0;
  /// One answer per value asked for.
  virtual void answer(std::span<const Output> values);
  /// The most comparisons that can still be asked before every submitted word has its class, those of the last
  /// `questions()` included, whatever the answers are, as long as none is `unsure`. Some sequence of answers may come
  /// near it; none goes beyond.
  [[nodiscard]] virtual std::size_t most_comparisons_left() const = 0;
};

std::unique_ptr<Ranker> make_ranker(RankerKind kind, Classes& classes, std::uint64_t seed);

}  // namespace remap
