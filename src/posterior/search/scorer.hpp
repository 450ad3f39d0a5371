// Scores: the logarithm of prior times likelihood, up to a constant; exact but for rounding.
//
// A machine that differs in a few transitions from one that was scored before, the base, is scored by walking only
// through the words below these transitions. With ten thousand pairs of words that takes microseconds.
#pragma once

#include "posterior/evidence/evidence.hpp"
#include "posterior/machines/prior.hpp"

namespace remap::posterior {

/// Rounded so that scores compare alike on all processors.
double on_grid(double x) noexcept;

class Scorer {
 public:
  Scorer(const Space& space, PriorName prior, const Numbers& numbers, const Evidence& evidence, bool errors);

  /// To be called when the evidence has changed; the base is gone then.
  void refresh();
  /// Whether rates of near ties are looked for. With many answers, a search that begins with them can explain a wrong
  /// machine by them and stay there. To be followed by `refresh`.
  void look_for_near_ties(bool yes) noexcept { near_ = yes; }

  /// Prior, and how examples are spelled.
  [[nodiscard]] double log_prior(const Machine& machine) const;
  /// Scores a machine from nothing; leaves the base.
  void rate(Machine& machine);

  /// Scores a machine, which is what `score_change` refers to.
  void set_base(const Machine& machine);
  [[nodiscard]] const Machine& base() const noexcept { return base_; }
  /// The logarithm of the likelihood of a machine that was made from the base without renumbering its states.
  double change_likelihood(const Machine& changed);

  // The base, word by word.
  [[nodiscard]] int state_at(Node place) const noexcept { return states_[place]; }
  [[nodiscard]] bool is_right(const Evidence::Answer& answer) const noexcept {
    return (evidence_.kind(answer).right >> pair(answer, states_) & 1U) != 0;
  }
  /// The classes of u (or of v) that would make the answer right, the other word's being as it is.
  [[nodiscard]] unsigned wanted(const Evidence::Answer& answer, bool of_u) const noexcept;
  [[nodiscard]] Rates rates(GiverId giver) const {
    return grid_.expected(of_givers(counts_), evidence_.number_of(giver));
  }

  [[nodiscard]] std::uint64_t scored() const noexcept { return scored_; }

 private:
  using States = std::vector<Target>;
  void trace(const Machine& machine, States& states) const;
  void count(const Machine& machine, const States& states, std::vector<int>& counts) const;
  [[nodiscard]] std::span<const int> of_givers(const std::vector<int>& counts) const {
    return {counts.data(), counts.size() - 2};
  }
  [[nodiscard]] double log_likelihood(const std::vector<int>& counts) const;
  [[nodiscard]] int pair(const Evidence::Answer& answer, const States& states) const noexcept {
    return base_.cls[states[answer.u]] * most_classes + base_.cls[states[answer.v]];
  }
  [[nodiscard]] Target changed_state(Node place) const noexcept {
    return stamps_[place] == now_ ? changed_states_[place] : states_[place];
  }
  void find_touched(const Machine& changed);
  void walk_touched(const Machine& changed);
  void recount(const Machine& changed);

  const Space& space_;
  const Numbers& numbers_;
  const Evidence& evidence_;
  bool errors_, near_ = true;
  Prior prior_;
  RateGrid grid_;
  std::uint64_t scored_ = 0;

  Machine base_;
  States states_, scratch_states_;  // by place
  std::vector<int> counts_, scratch_counts_;
  std::vector<std::uint32_t> first_by_step_, by_step_;  // places, by the state and the letter that lead there

  // of the change that is looked at
  std::uint32_t now_ = 0;
  std::vector<std::uint32_t> stamps_, answer_stamps_;
  States changed_states_;
  std::vector<Node> touched_, merged_, moved_;  // places that a changed step leads to; places whose class changed
};

}  // namespace remap::posterior
