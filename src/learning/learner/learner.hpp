// Learners: from classes of words to the shape of a machine.
//
//     while (!advance().empty()) classify the words it needs
//     shape()            ->  offered to a teacher
//     counterexample(w)  ->  and on with advance()
//
// A learner never sees a value and never talks to a teacher: it reads `Classes`, says which words it needs classified,
// and offers a shape when it has one. A shape is consistent with every word whose class the learner asked for, and
// minimal. It is not guaranteed to be correct.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "learning/ranking/ranker.hpp"
#include "remap/learning/session.hpp"

namespace remap {

/// A machine over classes; states are numbered breadth first over the ordered alphabet, so state 0 is initial.
struct Shape {
  std::vector<ClassId> class_of;              // per state; in a Mealy machine only the initial state has one
  std::vector<State> next;                    // state by state, letter by letter
  std::vector<ClassId> class_of_step = {};    // of a Mealy machine, in the same order
  std::shared_ptr<const Guards> guards = {};  // instead of `next`, if letters are not listed
  [[nodiscard]] std::size_t size() const noexcept { return class_of.size(); }
  [[nodiscard]] bool is_mealy() const noexcept { return !class_of_step.empty(); }
  [[nodiscard]] State step(State from, Letter letter, const Alphabet& alphabet) const;
  /// The class that the machine gives a word.
  [[nodiscard]] ClassId predict(std::span<const Letter> word, const Alphabet& alphabet) const;
};

/// What the last steps of a run depend on, for code that doubts answers: if one of these words had another class, the
/// steps might have been different.
struct Grounds {
  /// The words whose classes led to a new class, state or column.
  std::vector<WordId> growth;
  /// A transition that was sifted to a state that was later split because of it: its word, and the place in the
  /// learner's tree it had reached. `Learner::sifted_by` lists the words by which it was sifted.
  struct Sifting {
    WordId word;
    std::uint32_t place;
  };
  std::vector<Sifting> sifted;
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

  /// Continues as far as the known classes allow. Returns the words that must be classified before the next call, each
  /// once and none of them classified; empty if there is a shape. The span is valid until the next call of a member.
  virtual std::span<const Inquiry> advance() = 0;
  /// The shape found; only after `advance()` returned no words.
  [[nodiscard]] virtual Shape shape() const = 0;
  /// How many states have been told apart so far.
  [[nodiscard]] virtual std::size_t states() const = 0;
  /// A word whose class is not the one the shape gives it, or whose class has another value than was guessed.
  virtual void counterexample(WordId word) = 0;

  /// Other words that lead to the same state as far as the learner knows, for use if no answer about this one can be
  /// had. At most a few.
  [[nodiscard]] virtual std::vector<Word> same_state(WordId /*word*/) const { return {}; }

  /// The words by which a transition was sifted, the last one first. There may be many, and looking them up takes time.
  [[nodiscard]] virtual std::vector<WordId> sifted_by(const Grounds::Sifting& /*sifting*/) const { return {}; }

  /// What the last `advance()` depends on. Learners report growth, and of the rest what they know.
  [[nodiscard]] const Grounds& grounds() const noexcept { return grounds_; }

 protected:
  Grounds grounds_;
};

class KnownTests;

struct LearnerSetting {
  const Alphabet& alphabet;
  WordTree& words;
  const Classes& classes;
  Effort effort = Effort::full;
  /// There will be no equivalence questions: the learner must find errors by tests.
  bool self_reliant = false;
  std::uint64_t seed = 0;
  SessionWatcher* watcher = nullptr;
  /// Comparisons known before the run; null: none.
  KnownTests* known = nullptr;
  /// What an equivalence question is worth in comparisons; 0: as the learner and its effort say.
  double equivalence_cost = 0;
  /// The most letters that the word of a test may have.
  std::size_t longest_test = no_limit;
  /// What to learn. The tables have the shape of a Moore machine in any case.
  MachineKind machine = MachineKind::moore;
  /// How words get their classes.
  Answers answers = Answers::comparisons;
  /// Inquiries may have a twin.
  bool pairs = false;
};

}  // namespace remap
