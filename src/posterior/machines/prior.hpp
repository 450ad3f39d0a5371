// How likely a machine is before anybody says anything about it.
//
// `plain` is the mean of four models of transitions, each a distribution over machines with so many named states: all
// targets alike; each letter with a rate of its own to stay, to move and to end; the same with popular targets; rows
// that copy an earlier row but for some letters. `person` is what people have in mind: as the second, but moves rarely
// go back, and where two letters move, the order in which they come rarely matters; mixed with a little of `plain`, so
// that nothing is impossible.
//
// States have no names, so a machine counts (n - 1)! times. Without squares, both give each number of states a total of
// a constant to that number (the row model a little less, since machines are not always numbered as it thinks); the sum
// over numbers of states is not normalised.
#pragma once

#include "posterior/machines/machine.hpp"
#include "posterior/machines/numbers.hpp"

namespace remap::posterior {

enum class PriorName : std::uint8_t { person, plain };

/// log (a (a + 1) … (a + n - 1)) for n up to twice the number of states: how Dirichlet distributions count.
class Rising {
 public:
  explicit Rising(double from = 1);
  [[nodiscard]] double operator[](int n) const noexcept { return sums_[static_cast<std::size_t>(n)]; }

 private:
  std::array<double, 2 * most_states + 1> sums_{};
};

/// The terms of `plain`.
class PlainPrior {
 public:
  PlainPrior(const Space& space, const Numbers& numbers);
  [[nodiscard]] double log(const Machine& machine) const;

  // Of transitions, for states that have names.
  [[nodiscard]] double uniform(const Machine& machine) const;
  struct Letters {
    double alike = 0, popular = 0;  // targets of moves
  };
  [[nodiscard]] Letters letters(const Machine& machine) const;
  [[nodiscard]] double rows(const Machine& machine) const;
  /// Of the classes of live states.
  [[nodiscard]] double classes(const Machine& machine) const;

 private:
  const Space& space_;
  double state_, copies_, open_class_;
  Rising one_{1}, half_{0.5}, per_end_, single_, several_;
  std::vector<Rising> targets_;  // by the number of live states
  std::array<double, most_states + most_classes + 1> log_{};
};

/// The terms of what people have in mind.
class PersonPrior {
 public:
  PersonPrior(const Space& space, const Numbers& numbers);
  [[nodiscard]] double log(const Machine& machine) const { return letters(machine) + squares(machine); }

  /// Everything but squares.
  [[nodiscard]] double letters(const Machine& machine) const;
  [[nodiscard]] double squares(const Machine& machine) const;

 private:
  const Space& space_;
  double state_, closes_, log_classes_, open_square_;
  Rising stays_, moves_, ends_, all_, names_{1};
  std::array<double, most_states + 1> back_{}, ahead_{}, any_{}, closed_square_{};
};

class Prior {
 public:
  Prior(const Space& space, PriorName name, const Numbers& numbers);
  [[nodiscard]] double log(const Machine& machine) const;

 private:
  const Space& space_;
  double person_share_, missing_class_;
  PlainPrior plain_;
  PersonPrior person_;
};

/// log(e^a + e^b)
double log_sum(double a, double b) noexcept;

}  // namespace remap::posterior
