// Cheap tests of a hypothesis: comparisons known before the run.
//
// If a hypothesis orders two words differently from a known comparison, one of the two is a counterexample. To find
// which, the longer one is classified, and only if that is as predicted, the other. So a known comparison replaces an
// equivalence question by about one comparison.
#pragma once

#include <vector>

#include "learning/learner/learner.hpp"
#include "learning/order/evidence.hpp"

namespace remap {

class KnownTests {
 public:
  KnownTests(const Alphabet& alphabet, WordTree& words, const Classes& classes)
      : alphabet_(alphabet), words_(words), classes_(classes) {}

  /// A known answer, not unsure. Only before the first `start` or `comparisons`.
  void add(const Word& left, const Word& right, Preference answer);
  /// All known answers, the shortest pairs first.
  [[nodiscard]] std::span<const ComparisonAnswer> comparisons();

  /// Starts testing a new shape.
  void start(const Shape& shape);
  /// The word to classify next. Empty when the test is finished: `counterexample()` then returns the result.
  std::span<const Inquiry> advance();
  /// A word that is not in its predicted class; `no_word` if the shape agrees with everything known.
  [[nodiscard]] WordId counterexample() const noexcept { return counterexample_; }
  [[nodiscard]] bool running() const noexcept { return running_; }

 private:
  [[nodiscard]] ClassId predict(WordId word);
  [[nodiscard]] bool as_predicted(const ComparisonAnswer& known);
  void look_for_a_doubt();

  const Alphabet& alphabet_;
  WordTree& words_;
  const Classes& classes_;
  std::vector<ComparisonAnswer> known_;  // shortest first
  bool sorted_ = false;
  Shape shape_;
  std::size_t at_ = 0;            // what comes before agrees with the shape or has been examined
  std::vector<WordId> doubtful_;  // at most two words, the next one last
  bool running_ = false;
  std::vector<Inquiry> inquiries_;
  WordId counterexample_ = no_word;
  Word spelled_;
};

}  // namespace remap
