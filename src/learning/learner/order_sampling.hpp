// Equivalence by comparisons alone: draw a word, compare it with the representative of its predicted class, expect
// "equal". Most words are drawn two by two, and if both have the same predicted class, they are compared with each
// other
// (`words_alone`).
//
// People can compare but not assign values, and few can judge a whole machine. With the schedule of `SampleSize` for
// the number of draws, the result is a machine that is probably approximately correct up to order, without any
// equivalence question.
#pragma once

#include <vector>

#include "learning/learner/learner.hpp"
#include "learning/questions/sample_size.hpp"
#include "remap/automata/random.hpp"

namespace remap {

class OrderSampling {
 public:
  OrderSampling(SampleSize size, double stop, std::uint64_t seed, const Alphabet& alphabet, WordTree& words,
                const Classes& classes, bool pairs);

  /// Starts testing a new shape. Words drawn for earlier shapes are tested first, since they cost nothing.
  void start(const Shape& shape);
  /// The words to classify next. Empty when the test is finished: `counterexample()` then returns the result.
  std::span<const Inquiry> advance();
  /// A word that is not in its predicted class; `no_word` if all draws agreed.
  [[nodiscard]] WordId counterexample() const noexcept { return counterexample_; }
  [[nodiscard]] bool running() const noexcept { return running_; }

 private:
  struct Draw {
    WordId word;
    ClassId predicted;
  };

  SampleSize size_;
  double stop_;
  Random random_;
  const Alphabet& alphabet_;
  WordTree& words_;
  const Classes& classes_;
  Shape shape_;
  bool running_ = false;
  [[nodiscard]] Draw draw();
  [[nodiscard]] Draw predicted(WordId word) const;
  void look_at_twins();
  void look_at_draws();
  void draw_more();

  bool pairs_;
  std::size_t questions_ = 0;
  std::uint64_t left_ = 0;         // words to be drawn
  std::uint64_t alone_ = 0;        // of them, those to be tested alone
  std::vector<Draw> draws_;        // words to be tested alone
  std::vector<Comparison> twins_;  // words to be compared with each other
  std::vector<WordId> drawn_;      // every word ever tested alone
  std::vector<Comparison> equal_;  // twins that were equal
  std::vector<Inquiry> inquiries_;
  WordId counterexample_ = no_word;
};

}  // namespace remap
