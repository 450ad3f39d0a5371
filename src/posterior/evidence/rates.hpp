// How givers err, as probabilities of what they say; the rates are summed over a grid and never fixed.
//
// What a giver said is counted by cases: the likelihood of all that a giver said is a sum over cases, so that it takes
// the same time for ten answers and for ten thousand. With several givers, each errs by the rates that all have in
// common, or, as likely, by rates of its own: so a giver that has said little is judged by the others, and one that has
// said much by its own answers.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "posterior/evidence/statements.hpp"
#include "posterior/machines/machine.hpp"
#include "posterior/machines/numbers.hpp"

namespace remap::posterior {

struct Rates {
  double wrong = 0;     // any wrong answer
  double near = 0;      // neighbouring classes taken for each other
  double first = 0;     // the word shown first preferred, whatever it is worth
  double longer = 0;    // the longer word preferred
  double overlook = 0;  // wrong predictions not noticed
  double forced = 0;    // ties decided by chance: 0 or 1, or the probability that they are
};

/// Which word of a pair is longer.
enum class Longer : std::uint8_t { second, neither, first };

// The cases, numbered.
inline constexpr int pair_cases = 5 * 9, class_cases = most_classes * most_classes;
inline constexpr int cases = pair_cases + 3 * class_cases;
/// `apart`: the first word's class minus the second's; more than two count as two.
int pair_case(int apart, Order said, Longer longer) noexcept;
int placed_case(int cls, int said) noexcept;
int accepted_case(int cls, int predicted) noexcept;
/// For a wrong prediction; otherwise it is as if the word was placed.
int marked_case(int cls, int said) noexcept;

/// The probabilities of what is said.
double chance_of_order(const Rates& rates, int apart, Order said, Longer longer) noexcept;
double chance_of_class(const Rates& rates, int classes, int cls, int said) noexcept;

/// Which rates are looked for; those that nothing could show are taken to be 0.
struct RatesSought {
  bool errors = true, near = true, sides = false, overlooking = false, forced = false;
  bool operator==(const RatesSought&) const = default;
};

class RateGrid {
 public:
  RateGrid(int classes, RatesSought sought, double same_rates);

  [[nodiscard]] const RatesSought& sought() const noexcept { return sought_; }
  /// The logarithm of the probability of all that was said. `counts`: for each giver, how often each case occurred.
  [[nodiscard]] double log_likelihood(std::span<const int> counts) const;
  /// The expected rates of a giver.
  [[nodiscard]] Rates expected(std::span<const int> counts, std::size_t giver) const;

 private:
  void add_points();
  void add_point(const Rates& rates, double weight);
  void tabulate();
  /// The likelihood of each point, divided by e^(result).
  double likelihoods(std::span<const int> counts, std::vector<double>& into) const;
  double share(std::span<const int> counts, std::vector<double>& own, std::vector<double>& shared) const;

  int classes_;
  RatesSought sought_;
  double same_rates_;
  std::vector<Rates> points_;
  std::vector<double> weights_;
  std::vector<double> log_chance_;  // case by case, of all points
};

}  // namespace remap::posterior
