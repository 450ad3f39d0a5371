#include "automata/machines/guard_formulas.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "automata/machines/isop.hpp"

namespace remap {

namespace {

constexpr std::size_t most_minimised = 8;  // propositions, for a minimal formula

std::vector<std::size_t> members(PropositionSet set) {
  std::vector<std::size_t> result;
  for (; set != 0; set &= set - 1) result.push_back(static_cast<std::size_t>(std::countr_zero(set)));
  return result;
}

/// Bit i of a small set stands for the proposition at position i of `places`.
PropositionSet spread(PropositionSet small, std::span<const std::size_t> places) {
  PropositionSet result = 0;
  for (std::size_t i = 0; i < places.size(); ++i) result |= (small >> i & 1) << places[i];
  return result;
}

}  // namespace

std::vector<std::pair<State, Formula>> formulas_of(const Guards& guards, State state) {
  const std::vector<std::size_t> places = members(guards.asked(state));
  std::vector<std::pair<State, Formula>> result;
  if (places.size() > most_minimised) {
    Guards::Builder builder;
    const Guards::Diagram diagram = builder.copy(guards, guards.of(state), {});
    for (const State target : guards.successors(state)) {
      result.emplace_back(target, irredundant_formula(builder, diagram, target));
    }
    return result;
  }
  std::map<State, std::vector<PropositionSet>> letters;
  for (PropositionSet small = 0; small < PropositionSet{1} << places.size(); ++small) {
    letters[guards.step(state, spread(small, places))].push_back(small);
  }
  for (const auto& [target, on] : letters) {
    std::vector<PropositionSet> off;
    for (const auto& [other, sets] : letters) {
      if (other != target) off.insert(off.end(), sets.begin(), sets.end());
    }
    const Formula small = minimal_dnf(on, off, places.size());
    std::vector<Cube> cubes;
    for (const Cube& cube : small.cubes()) {
      cubes.push_back({spread(cube.positive, places), spread(cube.negative, places)});
    }
    result.emplace_back(target, Formula(std::move(cubes)));
  }
  return result;
}

Guards::Diagram assign(Guards::Builder& builder, Guards::Diagram old, const Formula& formula, State target) {
  for (const Cube& cube : formula.cubes()) {
    Guards::Diagram inside = builder.leaf(target);
    std::vector<std::size_t> places = members(cube.positive | cube.negative);
    for (std::size_t i = places.size(); i-- > 0;) {
      const bool holds = (cube.positive >> places[i] & 1) != 0;
      inside = builder.choose(places[i], holds ? old : inside, holds ? inside : old);
    }
    old = inside;
  }
  return old;
}

MooreMachine guarded_machine(std::vector<std::string> propositions, Outputs outputs, State initial,
                             std::vector<Output> output_of, Guards guards) {
  Alphabet alphabet = Alphabet::power_set(std::move(propositions));
  if (!alphabet.listed()) {
    return {std::move(alphabet), std::move(outputs), initial, std::move(output_of),
            std::make_shared<const Guards>(std::move(guards))};
  }
  std::vector<State> next;
  for (std::size_t q = 0; q < output_of.size(); ++q) {
    for (const PropositionSet letter : alphabet.sets()) next.push_back(guards.step(make_id<State>(q), letter));
  }
  return {std::move(alphabet), std::move(outputs), initial, std::move(output_of), std::move(next)};
}

MealyMachine guarded_machine(std::vector<std::string> propositions, Outputs outputs, State initial,
                             std::vector<bool> terminal, std::vector<MealyMachine::Step> steps, const Guards& guards) {
  Alphabet alphabet = Alphabet::power_set(std::move(propositions));
  if (!alphabet.listed()) {
    return {std::move(alphabet), std::move(outputs), initial, std::move(terminal), std::move(steps), guards};
  }
  std::vector<MealyMachine::Step> rows;
  for (std::size_t q = 0; q < terminal.size(); ++q) {
    for (const PropositionSet letter : alphabet.sets()) {
      rows.push_back(steps[index(guards.step(make_id<State>(q), letter))]);
    }
  }
  return {std::move(alphabet), std::move(outputs), initial, std::move(terminal), std::move(rows)};
}

}  // namespace remap
