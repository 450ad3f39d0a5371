// What all answers together say about the order of words, when each of them may be wrong.
//
// Every word has a label: its level in an ordered list. Labels explain each answer as right or as an error, so answers
// never contradict each other; what counts are the most likely labels. Given all others, a word has a posterior over
// all levels and all gaps between them; moving one word at a time to its most likely place, and now and then trying
// labellings that begin elsewhere (reconsider.cpp), climbs to the most likely labelling. How the teacher errs is
// learned from the same answers (rates.cpp).
//
// Nobody is asked here: question.hpp says what to ask about a word, and answers are fed to `add`. A posterior costs one
// multiplication per answer about the word and per place.
#pragma once

#include <vector>

#include "evidence.hpp"
#include "statements.hpp"

namespace remap::belief {

struct BeliefOptions {
  double error_rate = 0.05;     // expected before anything was heard
  double weight = 20;           // ... as much as so many answers
  double kinds_weight = 30;     // answers that each kind of error needs to depart from the overall rate
  double persistence = 0.25;    // expected share of errors that come back
  double most_prior_odds = 10;  // what is expected of a word weighs no more than this
  double value_error = 0;       // the chance that a value told with a counterexample is wrong; 0: never
};

/// The chances of all places of a word given the labels of all others. With m levels there are 2m + 1 places: even ones
/// are gaps, odd ones levels. A word that is alone in its level has that level among the gaps.
struct Posterior {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::vector<double> chance;
  std::vector<Level> levels;
  std::size_t own = none;  // the place of its label

  [[nodiscard]] std::size_t best() const;
  /// The chance that the best place is not the right one.
  [[nodiscard]] double error() const { return 1 - chance[best()]; }
  /// The place of the level at a rank of `levels`.
  static constexpr std::size_t place(std::size_t rank) noexcept { return 2 * rank + 1; }
};

/// What is expected of a word before it is asked about: nothing, the class of another word, or of one of two.
struct Expectation {
  WordId expected = no_word;
  WordId alternative = no_word;
  std::vector<double> frequency;  // of levels, by their number, where such words are met; only when nothing is expected
};

class Belief {
 public:
  /// `outputs`: how many levels there can be; 0 when nobody knows.
  Belief(std::size_t outputs, const BeliefOptions& options);

  [[nodiscard]] const Evidence& evidence() const noexcept { return evidence_; }
  [[nodiscard]] const Labels& labels() const noexcept { return labels_; }
  [[nodiscard]] const Statements& statements() const noexcept { return statements_; }
  [[nodiscard]] const BeliefOptions& options() const noexcept { return options_; }
  /// One per annotator.
  [[nodiscard]] std::span<const ErrorModel> models() const noexcept { return models_; }
  /// How often the label of a word that was used has changed.
  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }

  WordId insert(std::span<const Letter> word);
  void add(Comparison asked, Preference answer, std::uint16_t annotator = 0);
  void state(WordId word, std::size_t value, std::size_t votes = 1);
  void unstate(WordId word) { statements_.erase(word); }
  void expect(WordId word, Expectation expectation);
  [[nodiscard]] const Expectation& expectation(WordId word) const { return items_[index(word)].expectation; }
  /// Notes whether what was expected of a word came true, for the weight of expectations to come. Each word counts
  /// once.
  void count_expectation(WordId word);
  /// From now on changes of its label count as revisions.
  void use(WordId word) { items_[index(word)].used = true; }
  [[nodiscard]] bool used(WordId word) const { return items_[index(word)].used; }
  /// There is nothing left to ask about a word: no prior counts for it any more.
  void set_exhausted(WordId word, bool exhausted) { items_[index(word)].exhausted = exhausted; }
  void set_error(WordId word, double error) { labels_.set_error(word, error); }

  void posterior(WordId word, Posterior& into) const;
  /// Computes how likely the label of a word is to be wrong. True when another place is likelier now.
  bool refresh(WordId word);
  /// Gives a word its most likely label. True when that is another one than before. A word that goes to and fro stays,
  /// until there is something new to be said about it.
  bool relabel(WordId word);
  /// The very first word.
  void label_first(WordId word);
  /// Estimates the error rates anew. Rates change little with each of many answers: unless `now`, it is done only when
  /// there are enough new ones.
  void learn(bool now = false);
  /// Looks for another labelling that explains the answers better. True when there was one.
  bool reconsider();

  /// Whether next to nothing was asked about neighbouring levels. Whoever calls near values equal then seems never to
  /// err: only pairs that should be told apart show it.
  [[nodiscard]] bool near_untested() const noexcept { return near_heard_ < near_share * equal_heard_; }

  /// How likely it is that an answer is wrong.
  [[nodiscard]] double chance_wrong(const Pair& pair, const Said& said) const;

 private:
  struct Item {
    Expectation expectation;
    bool used = false;
    bool exhausted = false;
    bool counted = false;    // whether its expectation came true
    std::uint8_t flips = 0;  // how often it was relabelled since it was last asked about
  };

  void prior(WordId word, Posterior& into) const;
  void weigh_values(WordId word, Posterior& into) const;
  void weigh_answers(WordId word, Posterior& into) const;
  /// Puts the word into the best place of its posterior.
  bool settle_in(WordId word, const Posterior& posterior);
  // For other labellings; see reconsider.cpp.
  [[nodiscard]] double score() const;
  void climb(const std::vector<WordId>& words);
  void start_from(WordId hub, const std::vector<WordId>& words, const Labels& before);

  BeliefOptions options_;
  Evidence evidence_;
  Labels labels_;
  Statements statements_;
  std::vector<ErrorModel> models_;
  std::vector<Item> items_;  // per word
  double hits_ = 4, trials_ = 5;
  std::uint64_t revision_ = 0;
  std::uint32_t learned_at_ = 0;
  static constexpr double near_share = 0.125;
  double equal_heard_ = 0, near_heard_ = 0;  // answers about equal and about neighbouring labels
  mutable Posterior scratch_;
  mutable Bounds bounds_;
};

}  // namespace remap::belief
