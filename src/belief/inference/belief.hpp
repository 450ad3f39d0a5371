// What all answers together say about the order of words if each of them may be wrong.
//
// Every word has a label: its level in an ordered list. Labels explain each answer as right or wrong, so answers never
// contradict each other; the most likely labels count. Given all others, a word has a posterior over all levels and all
// gaps between them; moving one word at a time to its most likely place, and occasionally trying other initial
// labellings (reconsider.cpp), climbs to the most likely labelling. The teacher's error rates are estimated from the
// same answers (rates.cpp).
//
// Nothing is asked here: question.hpp chooses what to ask about a word, and answers are passed to `add`. A posterior
// costs one multiplication per answer about the word and per place.
#pragma once

#include <vector>

#include "belief/answers/evidence.hpp"
#include "belief/answers/statements.hpp"

namespace remap::belief {

struct BeliefOptions {
  double error_rate = 0.05;     // expected before the first answer
  double weight = 20;           // weight of that expectation, in answers
  double alike_weight = 80;     // answers needed for a kind of error to depart from the overall rate if all are alike,
  double unlike_weight = 5;     // and if each has a rate of its own; either is as likely before the first answer
  double persistence = 0.25;    // expected share of errors that are repeated
  double most_prior_odds = 10;  // the maximum weight of what is expected of a word
  double value_error = 0;       // the chance that a value given for a counterexample is wrong; 0: never
};

/// The chances of all places of a word given the labels of all others. With m levels there are 2m + 1 places: even ones
/// are gaps, odd ones levels. The level of a word that is alone in it counts as a gap.
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
  std::vector<double> frequency;  // of levels in that context, by number; only if nothing is expected
};

/// How far an annotator is to be trusted.
struct Reliability {
  double answers = 0;  // answers that count; a repeated answer counts in part
  double wrong = 0;    // of these, expected

  /// Errs so often that answers hardly help, as seen by someone who expects one error in ten answers.
  [[nodiscard]] bool unreliable() const noexcept { return (wrong + 1) / (answers + 10) > too_often; }
  static constexpr double too_often = 0.2;
};

class Belief {
 public:
  /// `outputs`: the maximum number of levels; 0 if not known.
  Belief(std::size_t outputs, const BeliefOptions& options);

  [[nodiscard]] const Evidence& evidence() const noexcept { return evidence_; }
  [[nodiscard]] const Labels& labels() const noexcept { return labels_; }
  [[nodiscard]] const Statements& statements() const noexcept { return statements_; }
  [[nodiscard]] const BeliefOptions& options() const noexcept { return options_; }
  /// One per annotator.
  [[nodiscard]] std::span<const ErrorModel> models() const noexcept { return learned_.models; }
  /// The same, as of the last time that rates were learned.
  [[nodiscard]] std::span<const Reliability> reliabilities() const noexcept { return learned_.reliabilities; }
  /// The error rates of an answer by any of them: the mean, by how much each has answered.
  [[nodiscard]] ErrorRates rates() const;
  /// The annotator who answers most: the one to expect next.
  [[nodiscard]] std::uint16_t usual_annotator() const;
  /// How often the label of a used word has changed.
  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }

  WordId insert(std::span<const Letter> word);
  void add(Comparison asked, Preference answer, std::uint16_t annotator = 0);
  /// See Evidence.
  void note_passed(WordId first, WordId second, int steps) { evidence_.note_passed(first, second, steps); }
  void state(WordId word, std::size_t value, std::size_t votes = 1);
  void unstate(WordId word) { statements_.erase(word); }
  void expect(WordId word, Expectation expectation);
  [[nodiscard]] const Expectation& expectation(WordId word) const { return items_[index(word)].expectation; }
  /// Records whether the expectation about a word was correct, which affects the weight of later expectations. Each
  /// word counts once.
  void count_expectation(WordId word);
  /// From now on, changes of its label count as revisions.
  void use(WordId word) { items_[index(word)].used = true; }
  [[nodiscard]] bool used(WordId word) const { return items_[index(word)].used; }
  /// Whether so many answers about a word were unsure, and no other was given, that no partner will do.
  [[nodiscard]] bool incomparable(WordId word) const;
  /// A word is misjudged, always and against every partner, or never compared: from now on it counts as one of the
  /// class of the other, whatever is said about it. `no_word`: no longer.
  void replace(WordId word, WordId other);
  /// `no_word` for words that count as what answers say.
  [[nodiscard]] WordId replaced_by(WordId word) const { return items_[index(word)].replaced_by; }
  /// The level that a word counts as.
  [[nodiscard]] Level counted_level(WordId word) const;
  [[nodiscard]] std::size_t counted_rank(WordId word) const { return labels_.rank(counted_level(word)); }
  /// There is nothing left to ask about a word: it no longer has a prior.
  void set_exhausted(WordId word, bool exhausted) { items_[index(word)].exhausted = exhausted; }
  void set_error(WordId word, double error) { labels_.set_error(word, error); }

  void posterior(WordId word, Posterior& into) const;
  /// Computes how likely the label of a word is to be wrong. True if another place is now likelier.
  bool refresh(WordId word);
  /// Gives a word its most likely label. True if that differs from the old one. A word that oscillates stays where it
  /// is until there is a new answer about it.
  bool relabel(WordId word);
  /// The very first word.
  void label_first(WordId word);
  /// Re-estimates the error rates. A single answer among many changes them little: unless `now`, it is done only if
  /// there are enough new answers.
  void learn(bool now = false);
  /// Searches for a labelling that explains the answers better. True if there was one.
  bool reconsider();

  /// Whether hardly anything was asked about neighbouring levels. A teacher that calls near values equal then seems
  /// never to err: only pairs that should be distinguished show it.
  [[nodiscard]] bool near_untested() const noexcept { return learned_.near_heard < near_share * learned_.equal_heard; }

  /// The probability that an answer is wrong.
  [[nodiscard]] double chance_wrong(const Pair& pair, const Said& said) const;

 private:
  struct Item {
    Expectation expectation;
    WordId replaced_by = no_word;
    bool used = false;
    bool exhausted = false;
    bool counted = false;    // its expectation has been recorded
    std::uint8_t flips = 0;  // how often it was relabelled since the last question about it
  };
  /// What the labels tell about the annotators.
  struct Learned {
    std::vector<ErrorModel> models;          // per annotator
    std::vector<Reliability> reliabilities;  // likewise
    double equal_heard = 0, near_heard = 0;  // answers about equal and about neighbouring labels
  };

  [[nodiscard]] Learned learned() const;
  void prior(WordId word, Posterior& into) const;
  void weigh_values(WordId word, Posterior& into) const;
  void weigh_answers(WordId word, Posterior& into) const;
  /// Puts the word into the best place of its posterior.
  bool settle_in(WordId word, const Posterior& posterior);
  // For alternative labellings; see reconsider.cpp.
  [[nodiscard]] double score() const;
  /// With the error rates that the labels imply.
  [[nodiscard]] double score_by_own_rates();
  /// Takes other levels that explain the answers better where no word is decided (mean_field.hpp). False if there are
  /// none.
  bool reconsider_undecided();
  void climb(const std::vector<WordId>& words);
  void start_from(WordId hub, const std::vector<WordId>& words, const Labels& before);

  BeliefOptions options_;
  Evidence evidence_;
  Labels labels_;
  Statements statements_;
  Learned learned_;
  std::vector<Item> items_;  // per word
  double hits_ = 4, trials_ = 5;
  std::uint64_t revision_ = 0;
  std::uint32_t learned_at_ = 0;
  static constexpr double near_share = 0.125;
  mutable Posterior scratch_;
  mutable Bounds bounds_;
};

/// Whether one of the two is replaced by another word: answers about the pair say nothing.
[[nodiscard]] inline bool misjudged(const Pair& pair, const Belief& belief) {
  return belief.replaced_by(pair.first) != no_word || belief.replaced_by(pair.second) != no_word;
}

}  // namespace remap::belief
