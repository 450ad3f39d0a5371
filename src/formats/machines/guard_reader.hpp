// Machines whose files give transitions by formulas, for alphabets that are not listed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "logic/guards/guards.hpp"
#include "remap/automata/formula.hpp"
#include "remap/automata/mealy.hpp"

namespace remap {

/// Puts the diagrams of states together from formulas.
class GuardReader {
 public:
  /// Throws InputError if a proposition has a name that no formula can contain, or if there are too many.
  GuardReader(std::vector<std::string> propositions, std::size_t states);

  /// The next transition of a state, to a leaf. Throws ParseError if the formula cannot be read, InputError if some set
  /// of propositions satisfies this formula and an earlier one of the state.
  void add(State from, const std::string& formula, State leaf);
  /// The first state in which some set of propositions satisfies no formula.
  [[nodiscard]] std::optional<State> incomplete() const;

  [[nodiscard]] MooreMachine moore(Outputs outputs, State initial, std::vector<Output> output_of) const;
  /// Leaves are positions in `steps`; sets that satisfy no formula have no step.
  [[nodiscard]] MealyMachine mealy(Outputs outputs, State initial, std::vector<bool> terminal,
                                   std::vector<MealyMachine::Step> steps) const;

 private:
  std::vector<std::string> propositions_;
  Guards::Builder builder_;
  std::vector<Guards::Diagram> diagrams_;
  std::vector<std::vector<Formula>> formulas_;  // per state, those read
};

}  // namespace remap
