// How a teacher errs, as probabilities of answers.
//
// An answer is right, or an error of one of few kinds: equal words called different, different words called equal, or
// the order reversed; the latter two are counted separately for neighbouring values and for others, since near values
// are confused more often. Errors that prefer a side may favour the longer word or the one shown first. All
// probabilities are tabulated, so that weighing an answer is one lookup.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "remap/learning/question.hpp"

namespace remap::belief {

/// How the values of two words compare: only whether they are equal, neighbours in the order or further apart counts.
enum class Distance : std::uint8_t { far_below, just_below, none, just_above, far_above };
inline constexpr std::size_t distances = 5;

/// From the difference of two places in half levels: levels are two apart, with a gap in between.
constexpr Distance distance(int half_levels) noexcept {
  if (half_levels == 0) return Distance::none;
  if (half_levels > 0) return half_levels <= 2 ? Distance::just_above : Distance::far_above;
  return half_levels >= -2 ? Distance::just_below : Distance::far_below;
}

/// Something per distance, by its number.
using Likelihoods = std::array<double, distances>;

constexpr Likelihoods mirrored(const Likelihoods& l) noexcept { return {l[4], l[3], l[2], l[1], l[0]}; }

/// Which of two words is longer, or was shown first.
enum class Side : std::uint8_t { second, neither, first };

/// Estimated shares of answers. "Near" are neighbouring values, "far" all others.
struct ErrorRates {
  double overall = 0.05;
  double told_apart = 0.05;    // of pairs with equal values
  double missed_near = 0.025;  // different values called equal
  double missed_far = 0.025;
  double reversed_near = 0.025;  // the order reversed
  double reversed_far = 0.025;
  double to_longer = 0.5;     // of errors that prefer a word: those that prefer the longer one
  double to_first = 0.5;      // those that prefer the one shown first
  double persistence = 0.25;  // of errors: those repeated when the same pair is asked again

  /// All kinds of errors are equally frequent.
  static ErrorRates even(double rate, double persistence) noexcept;
};

class ErrorModel {
 public:
  explicit ErrorModel(const ErrorRates& rates);

  [[nodiscard]] const ErrorRates& rates() const noexcept { return rates_; }
  /// The probability of an answer about two words, for each distance of the first from the second. Not for `unsure`.
  [[nodiscard]] const Likelihoods& chance(Preference answer, Side longer, Side shown_first) const noexcept {
    return table_[(static_cast<std::size_t>(answer) * 3 + static_cast<std::size_t>(longer)) * 3 +
                  static_cast<std::size_t>(shown_first)];
  }

 private:
  [[nodiscard]] double compute(int answer, int distance, int longer, int shown_first) const;

  ErrorRates rates_;
  std::array<Likelihoods, 27> table_;
};

}  // namespace remap::belief
