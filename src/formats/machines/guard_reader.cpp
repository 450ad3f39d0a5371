#include "formats/machines/guard_reader.hpp"

#include <fmt/format.h>

#include "automata/machines/guard_formulas.hpp"
#include "formats/text/file_limits.hpp"
#include "formats/text/names.hpp"

namespace remap {

GuardReader::GuardReader(std::vector<std::string> propositions, std::size_t states)
    : propositions_(std::move(propositions)), diagrams_(states, builder_.leaf(no_state)), formulas_(states) {
  check_propositions(propositions_);
  const std::size_t count = propositions_.size();
  if (Alphabet::lists(count) && states > max_steps >> count) {
    throw InputError(fmt::format("{} states and the sets of {} propositions are too many", states, count));
  }
}

void GuardReader::add(State from, const std::string& text, State leaf) {
  std::vector<Formula>& before = formulas_[index(from)];
  Formula formula = parse_formula(text, propositions_);
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!before[i].overlaps(formula)) continue;
    throw InputError(
        fmt::format("a set of propositions satisfies both '{}' and transition {} of the same state", text, i));
  }
  diagrams_[index(from)] = assign(builder_, diagrams_[index(from)], formula, leaf);
  before.push_back(std::move(formula));
}

std::optional<State> GuardReader::incomplete() const {
  for (std::size_t q = 0; q < diagrams_.size(); ++q) {
    if (builder_.leaves(diagrams_[q]).back() == no_state) return make_id<State>(q);
  }
  return std::nullopt;
}

MooreMachine GuardReader::moore(Outputs outputs, State initial, std::vector<Output> output_of) const {
  return guarded_machine(propositions_, std::move(outputs), initial, std::move(output_of), builder_.build(diagrams_));
}

MealyMachine GuardReader::mealy(Outputs outputs, State initial, std::vector<bool> terminal,
                                std::vector<MealyMachine::Step> steps) const {
  const State missing = make_id<State>(steps.size());
  steps.push_back({});
  Guards::Builder builder;
  std::vector<Guards::Diagram> diagrams;
  const Guards guards = builder_.build(diagrams_);
  for (std::size_t q = 0; q < diagrams_.size(); ++q) {
    const Guards::Diagram copied = builder.copy(guards, guards.of(make_id<State>(q)), {});
    diagrams.push_back(builder.combine(copied, builder.leaf(missing),
                                       [](State leaf, State none) { return leaf == no_state ? none : leaf; }));
  }
  return guarded_machine(propositions_, std::move(outputs), initial, std::move(terminal), std::move(steps),
                         builder.build(diagrams));
}

}  // namespace remap
