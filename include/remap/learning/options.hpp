// What determines a run, apart from the answers: the method and its presets.
//
// The default asks the fewest questions of all methods here. `SessionOptions::paper()` is the method of the paper, and
// `SessionOptions::lstar()` the classical baseline, which asks for values instead of comparisons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "remap/automata/alphabet.hpp"

namespace remap {

enum class LearnerKind : std::uint8_t {
  best,   // tour where letters are sets of propositions, otherwise tree
  table,  // the paper's symbolic observation table
  tree,   // a discrimination tree
  tour,   // guesses transitions from propositions and tests many guesses with one comparison
  lstar,  // the paper's table filled by asking for values: the baseline, no comparisons
};

/// What is learned.
enum class MachineKind : std::uint8_t {
  moore,  // an output per state
  mealy,  // an output per transition, and one for the empty word
};

/// What a teacher is asked about words.
enum class Answers : std::uint8_t {
  comparisons,    // which of two words is better
  values,         // the value of a word and, in the same answer, of all its prefixes
  single_values,  // the value of a word
};

enum class RankerKind : std::uint8_t { quicksort, all_pairs, search, membership };

/// How long a learner tests a shape before it relies on the equivalence question: names for what an equivalence
/// question is worth.
enum class Effort : std::uint8_t {
  full,     // 340 comparisons
  economy,  // 33
  lazy,     // nothing: no tests
};
/// In comparisons.
double equivalence_cost_of(Effort effort) noexcept;

inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

enum class ValuationKind : std::uint8_t { direct, z3 };

/// Which value a class gets if several are possible.
enum class Guess : std::uint8_t {
  lowest,  // every value as low as possible
  middle,  // every value in the middle of its range: the best start for a search by feedback
};

/// Which limit ended a run before its machine was accepted.
enum class Limit : std::uint8_t { none, comparisons, seconds, states };

/// How a hypothesis is checked.
enum class Equivalence : std::uint8_t {
  exact,     // the teacher answers, with a counterexample and its value
  order,     // the teacher answers, but only the order of outputs matters and no value is ever given
  sampling,  // the same as `exact` to a session; the teacher tests random words
  /// No equivalence question: the session compares sampled words with their predicted classes.
  order_sampling,
};

/// No values are given or asked for: the machine is correct up to the order of its outputs. The result has values only
/// if there is no choice (there are as many classes as outputs); otherwise it is a machine over ranks.
constexpr bool order_alone(Equivalence kind) noexcept {
  return kind == Equivalence::order || kind == Equivalence::order_sampling;
}
constexpr bool samples_words(Equivalence kind) noexcept {
  return kind == Equivalence::sampling || kind == Equivalence::order_sampling;
}

/// Which questions are asked a second time, with sides swapped, before their answers count; a third time if the two
/// disagree.
enum class Confirm : std::uint8_t {
  off,
  growth,  // those about to create a new class, state or column
  all,
};

/// How many sampled words are used to check a hypothesis.
struct SampleSize {
  /// The same number each time; 0: the schedule m_k = ceil((ln(1/delta) + k ln 2) / epsilon) for the k-th question,
  /// which makes the result probably (1 - delta) approximately (up to epsilon) correct.
  std::uint64_t fixed = 0;
  double epsilon = 0.05;
  double delta = 0.05;

  [[nodiscard]] std::uint64_t for_question(std::size_t k) const;
  /// The error, at most 1, that remains with probability 1 - delta after so many questions: `epsilon`, or for a fixed
  /// number of words the schedule solved for epsilon.
  [[nodiscard]] double error_after(std::size_t questions) const;
  /// Throws InputError unless epsilon and delta lie strictly between 0 and 1 (or are not used).
  void check() const;
};

struct SessionOptions {
  MachineKind machine = MachineKind::moore;
  Answers answers = Answers::comparisons;
  LearnerKind learner = LearnerKind::best;
  Effort effort = Effort::full;  // of tree and tour
  /// What an equivalence question is worth in comparisons; 0: what the effort says.
  double equivalence_cost = 0;
  /// The most letters that the word of a test may have, for people, who do not answer about long words. Of `tree`.
  std::size_t longest_test = no_limit;
  RankerKind ranker = RankerKind::search;
  /// Words of tests that should be equal may be compared with each other, two by one comparison, instead of each with a
  /// word whose class is known. Of `tour` and of comparisons alone, with the ranker `search`.
  bool pairs = true;
  Equivalence equivalence = Equivalence::exact;
  ValuationKind valuation = ValuationKind::direct;
  Guess guess = Guess::middle;
  SampleSize samples;  // for both kinds of sampling
  double stop = 0.2;   // the probability that a sampled word ends after a letter
  /// An output that a word keeps when it is extended; `no_output`: none is declared.
  Output absorbing = no_output;
  std::uint64_t seed = 1;
  /// A run that would exceed one of these limits ends with the latest hypothesis (`Session::stop`); 0: no limit.
  /// Comparisons that are repeated to confirm an answer do not count. A session has no clock: seconds count in `drive`
  /// and in all that use it.
  std::uint64_t most_comparisons = 0;
  double most_seconds = 0;
  std::size_t most_states = 0;

  /// The paper's method: observation table, randomised quicksort, lowest values.
  static SessionOptions paper();
  /// The baseline: the same table filled by asking for values; needs a teacher that gives them.
  static SessionOptions lstar();
  /// For sessions of `learn_from_erring`.
  static SessionOptions erring();

  /// Whether values are asked for instead of comparisons.
  [[nodiscard]] bool asks_values() const noexcept {
    return answers != Answers::comparisons || ranker == RankerKind::membership || learner == LearnerKind::lstar;
  }
  /// The learner chosen for this alphabet.
  [[nodiscard]] LearnerKind learner_for(const Alphabet& alphabet) const noexcept;
};

}  // namespace remap
