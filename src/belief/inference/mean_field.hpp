// Labels that are not decided: each word is in every level with some probability.
//
// A labelling that puts each word where it fits best explains the noise as well: with two answers per word and several
// levels to choose from, wrong levels with few errors look better than the right ones with many. Here a word counts
// with all places where it may be, so labellings with different levels and different errors can be compared. Each
// word's probabilities are computed from those of all others, in turn, and the error rates from all of them (mean-field
// approximation, variational expectation maximisation). The score is a lower bound of the log probability of all
// answers.
#pragma once

#include <vector>

#include "belief/inference/belief.hpp"

namespace remap::belief {

class MeanField {
 public:
  /// About the words that have a label. Error rates begin as in `models`.
  MeanField(const Evidence& evidence, const Labels& labels, const Statements& statements, const BeliefOptions& options,
            std::span<const ErrorModel> models);

  /// Begins with the labels.
  void begin_at(const Labels& labels);
  /// Begins with so many levels, words in the order in which they were preferred to others.
  void begin_in_order(std::size_t levels);
  /// Until nothing changes any more.
  void settle();

  [[nodiscard]] double score() const;
  [[nodiscard]] std::size_t levels() const noexcept { return levels_; }
  [[nodiscard]] const std::vector<ErrorModel>& models() const noexcept { return models_; }
  /// Every word gets its most likely level.
  void decide(Labels& into) const;

 private:
  using Index = std::uint32_t;
  struct Link {
    Index first, second;  // words, by their place in `words_`
    const Pair* pair;
    Likelihoods log;  // of all answers, per distance
  };

  void begin_anew(std::size_t levels);
  /// True if something has changed by more than a little.
  bool update(Index word);
  void learn();
  void weigh();
  /// How likely the first word of a pair exceeds the second by 2 or more levels less, … 2 or more.
  [[nodiscard]] Likelihoods steps(const Link& link) const;
  [[nodiscard]] double& chance(Index word, std::size_t level) { return chance_[word * levels_ + level]; }
  [[nodiscard]] double chance(Index word, std::size_t level) const { return chance_[word * levels_ + level]; }

  const Statements& statements_;
  const BeliefOptions& options_;
  std::vector<ErrorModel> initial_models_, models_;  // per annotator
  std::vector<WordId> words_;
  std::vector<Link> links_;
  std::vector<std::vector<Index>> links_of_;  // per word
  std::size_t levels_ = 0;
  std::vector<double> chance_;     // per word and level
  std::vector<double> frequency_;  // of levels, log
  std::vector<double> scratch_;
};

}  // namespace remap::belief
