// Learners: from classes of words to the shape of a machine.
//
//     while (!advance().empty()) classify what it asked for
//     shape()            ->  offered to a teacher
//     counterexample(w)  ->  and on with advance()
//
// A learner never sees a value and never talks to a teacher: it reads `Classes`, says which words it needs classified,
// and offers a shape when it has one. A shape is consistent with every word whose class the learner asked for, and
// minimal. What is not promised: that it is right.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "learning/ranker.hpp"
#include "remap/learning/session.hpp"

namespace remap {

/// A machine over classes; states are numbered breadth first over the ordered alphabet, so state 0 is initial.
struct Shape {
  std::vector<ClassId> class_of;
  std::vector<State> next;  // state by state, letter by letter
  [[nodiscard]] std::size_t size() const noexcept { return class_of.size(); }
};

/// What the last steps of a run rest on, for those who doubt answers: had one of these words another class, they might
/// have been others.
struct Grounds {
  /// The words to whose classes a new class, state or column is owed.
  std::vector<WordId> growth;
  /// The words by which a transition was sifted to a state that was split afterwards because of it.
  std::vector<WordId> sifted;
  /// Words whose class is not the one that the shape predicts, as far as the learner came across them.
  struct Disagreement {
    WordId word;
    ClassId predicted;
  };
  std::vector<Disagreement> disagreements;

  void clear() noexcept;
  void append(const Grounds& more);
};

class Learner {
 public:
  virtual ~Learner() = default;

  /// Goes on as far as the known classes allow. The words that must be classified before the next call, each once and
  /// none of them classified; empty when there is a shape. The span lives until the next call of a member.
  virtual std::span<const Inquiry> advance() = 0;
  /// The shape found; only after `advance()` returned nothing.
  [[nodiscard]] virtual Shape shape() const = 0;
  /// A word whose class is not the one the shape gives it, or whose class has another value than was guessed.
  virtual void counterexample(WordId word) = 0;

  /// Other words that lead to the same state as far as the learner knows, for whoever cannot be told about this one. At
  /// most a few.
  [[nodiscard]] virtual std::vector<Word> same_state(WordId /*word*/) const { return {}; }

  /// What the last `advance()` rests on. Learners tell of growth; of the rest they tell what they know.
  [[nodiscard]] const Grounds& grounds() const noexcept { return grounds_; }

 protected:
  Grounds grounds_;
};

struct LearnerSetting {
  const Alphabet& alphabet;
  WordTree& words;
  const Classes& classes;
  Effort effort = Effort::full;
  /// No equivalence question will come to the learner's help: surprises must be met by tests.
  bool self_reliant = false;
  std::uint64_t seed = 0;
  SessionWatcher* watcher = nullptr;
};

std::unique_ptr<Learner> make_learner(LearnerKind kind, const LearnerSetting& setting);

}  // namespace remap
