// Boolean formulas over propositions: `!` binds tighter than `&`, `&` tighter than `|`; parentheses, True and False.
//
// A formula is kept in disjunctive normal form: a set of cubes, each a set of propositions that must hold and one that
// must not. This is what the reward machine format can express, fast to evaluate (two masks per cube), and readable.
// `minimal_dnf` finds a smallest such set for a truth table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "remap/automata/alphabet.hpp"
#include "remap/automata/error.hpp"

namespace remap {

/// A conjunction: all of `positive` hold, none of `negative`.
struct Cube {
  PropositionSet positive = 0;
  PropositionSet negative = 0;
  [[nodiscard]] bool holds(PropositionSet set) const noexcept {
    return (set & positive) == positive && (set & negative) == 0;
  }
  auto operator<=>(const Cube&) const = default;
};

class Formula {
 public:
  /// Empty: False.
  Formula() = default;
  explicit Formula(std::vector<Cube> cubes);
  static Formula always() { return Formula({Cube{}}); }
  static constexpr std::size_t most_cubes = std::size_t{1} << 14;
  /// Throws InputError if a formula would have more cubes than that.
  static void check_size(std::size_t cubes);

  [[nodiscard]] bool holds(PropositionSet set) const noexcept;
  /// Sorted, without repetitions.
  [[nodiscard]] const std::vector<Cube>& cubes() const noexcept { return cubes_; }
  /// True when some set of propositions satisfies both.
  [[nodiscard]] bool overlaps(const Formula& other) const noexcept;

  /// `a&!b|c` without blanks or parentheses; True and False for the constants. Literals follow the order of the
  /// propositions.
  [[nodiscard]] std::string text(std::span<const std::string> propositions) const;

  Formula operator&(const Formula& other) const;
  Formula operator|(const Formula& other) const;
  Formula operator!() const;
  bool operator==(const Formula&) const = default;

 private:
  std::vector<Cube> cubes_;
};

/// Reads a formula (blanks and parentheses allowed). Throws ParseError; positions count from `start`.
Formula parse_formula(std::string_view text, std::span<const std::string> propositions, TextPosition start = {1, 1});

/// The names of the propositions in a formula's text, in order of appearance, each once. Throws ParseError.
std::vector<std::string> propositions_in(std::string_view text, TextPosition start = {1, 1});

/// True for names that formulas can contain: a letter or underscore, then letters, digits, underscores; not True or
/// False.
bool is_proposition_name(std::string_view name);

/// A disjunctive normal form with the fewest cubes, and among those the fewest literals, that holds on every set of
/// `on` and on none of `off`; other sets do not matter. Quine-McCluskey primes and an exact cover by branch and bound;
/// if the search exceeds its budget (seen only beyond 6 propositions), the best cover found so far is returned.
Formula minimal_dnf(std::span<const PropositionSet> on, std::span<const PropositionSet> off, std::size_t propositions);

}  // namespace remap
