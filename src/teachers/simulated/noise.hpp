// A decorator that errs as people do, for teachers whose values can be asked for.
//
// The answer for a pair of words depends on the seed, the letters of both words and, for transient noise, on how often
// the pair was asked before, but not on the order of questions or, unless the first word is favoured, on which word
// comes first. Only fatigue depends on the number of earlier questions. Equivalence questions are passed to the
// teacher.
#pragma once

#include <unordered_map>
#include <vector>

#include "remap/automata/alphabet.hpp"
#include "remap/automata/outputs.hpp"
#include "remap/automata/random.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap {

struct NoiseOptions {
  double mistakes = 0;       // the chance of a wrong answer: either of the two others, equally likely
  double unsure = 0;         // the chance of no answer
  double tie_threshold = 0;  // values closer than this are called equal
  /// Bradley–Terry: of two values d apart the higher is preferred with probability 1 / (1 + exp(-d / temperature)), the
  /// lower otherwise; equal values stay equal. 0: always the higher.
  double temperature = 0;
  double near_ties = 0;  // the chance that neighbouring values, in the order of outputs, are called equal
  /// The chance of a wrong answer grows linearly from `fatigue_first` to `fatigue_last` over `fatigue_questions`
  /// questions, and stays there; it replaces `mistakes`. 0 questions: no fatigue.
  double fatigue_first = 0, fatigue_last = 0;
  double fatigue_questions = 0;
  double longer = 0;        // the chance that an answer prefers the longer word, whatever its value
  double first = 0;         // the same for the word shown first
  double misread = 0;       // the share of words that are taken for one of another value, always the same
  double incomparable = 0;  // the share of words that are never compared with any other: always unsure
  /// The same pair always gets the same answer; otherwise each answer is drawn independently.
  bool persistent = false;
  std::uint64_t seed = 1;

  [[nodiscard]] bool any() const noexcept {
    return mistakes > 0 || unsure > 0 || tie_threshold > 0 || temperature > 0 || near_ties > 0 ||
           fatigue_questions > 0 || longer > 0 || first > 0 || misread > 0 || incomparable > 0;
  }
};

class NoiseTeacher final : public Teacher {
 public:
  /// `teacher` gives values; letters and outputs are its own. Differences of outputs are those of their numbers, or of
  /// their positions if one of them is not a number.
  NoiseTeacher(Teacher& teacher, Alphabet alphabet, const Outputs& outputs, NoiseOptions options);

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override;
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override { return teacher_.equivalence(question); }
  [[nodiscard]] bool judges() const noexcept override { return teacher_.judges(); }
  [[nodiscard]] ValueTeacher* value_teacher() noexcept override { return teacher_.value_teacher(); }

 private:
  /// The two values of a comparison, and which word is longer and shown first: the left one (greater) or the right one.
  struct Asked {
    Output left, right;
    Preference longer, first;
  };
  [[nodiscard]] std::uint64_t fingerprint(const WordTree& words, WordId word);
  /// A stream of random numbers that belongs to a word.
  [[nodiscard]] Random of_word(std::uint64_t fingerprint, std::uint64_t purpose) const;
  /// The value that a word is taken to have.
  [[nodiscard]] Output perceived(Output value, std::uint64_t fingerprint) const;
  [[nodiscard]] bool incomparable(std::uint64_t fingerprint) const;
  [[nodiscard]] Preference disturbed(const Asked& asked, Random& random) const;
  [[nodiscard]] double mistakes_now() const;

  Teacher& teacher_;
  Alphabet alphabet_;
  NoiseOptions options_;
  std::vector<double> number_;                                // per output
  std::unordered_map<std::uint64_t, std::uint64_t> askings_;  // per pair of words
  std::uint64_t questions_ = 0;
  std::uint64_t tree_ = 0;                   // the identity of the tree that fingerprints_ belongs to
  std::vector<std::uint64_t> fingerprints_;  // per word, 0: not yet known
  std::vector<WordId> path_, asked_;
  std::vector<Output> values_;
};

}  // namespace remap
