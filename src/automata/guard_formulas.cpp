#include "automata/guard_formulas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>

#include "remap/automata/error.hpp"

namespace remap {

namespace {

constexpr int most_minimised = 8;  // propositions, for a minimal formula

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
  const PropositionSet asked = guards.asked(state);
  const std::vector<std::size_t> places = members(asked);
  std::map<State, std::vector<PropositionSet>> letters;
  std::map<State, std::vector<Cube>> cubes;
  const bool few = std::popcount(asked) <= most_minimised;
  if (few) {
    for (PropositionSet small = 0; small < PropositionSet{1} << places.size(); ++small) {
      letters[guards.step(state, spread(small, places))].push_back(small);
    }
  } else {
    for (const GuardedEdge& edge : guards.edges(state)) cubes[edge.to].push_back({edge.value, edge.mask & ~edge.value});
  }
  for (const auto& [target, on] : letters) {
    std::vector<PropositionSet> off;
    for (const auto& [other, sets] : letters) {
      if (other != target) off.insert(off.end(), sets.begin(), sets.end());
    }
    const Formula formula = minimal_dnf(on, off, places.size());
    cubes[target] = over_all(formula, places).cubes();
  }
  std::vector<std::pair<State, Formula>> result;
  for (auto& [target, of_target] : cubes) result.emplace_back(target, Formula(std::move(of_target)));
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

MooreMachine over_propositions(const MooreMachine& machine, std::vector<std::string> propositions) {
  std::vector<std::size_t> places;
  for (const std::string& name : machine.alphabet().propositions()) {
    const auto found = std::find(propositions.begin(), propositions.end(), name);
    if (found == propositions.end()) throw InputError(fmt::format("proposition '{}' of the machine is missing", name));
    places.push_back(static_cast<std::size_t>(found - propositions.begin()));
  }
  Guards::Builder builder;
  std::vector<Guards::Diagram> diagrams;
  std::vector<Output> output_of;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const State state = make_id<State>(q);
    output_of.push_back(machine.output(state));
    const std::function<Guards::Diagram(std::size_t, PropositionSet)> made = [&](std::size_t i, PropositionSet set) {
      if (i == places.size()) return builder.leaf(machine.next(state, machine.alphabet().letter_of(set)));
      const Guards::Diagram low = made(i + 1, set), high = made(i + 1, set | PropositionSet{1} << i);
      return builder.choose(places[i], low, high);
    };
    diagrams.push_back(made(0, 0));
  }
  return guarded_machine(std::move(propositions), machine.outputs(), machine.initial(), std::move(output_of),
                         builder.build(diagrams));
}

RewardMachine without_idle_propositions(const RewardMachine& machine) {
  PropositionSet used = 0;
  for (const RewardTransition& transition : machine.transitions) {
    for (const Cube& cube : transition.formula.cubes()) used |= cube.positive | cube.negative;
  }
  const std::vector<std::size_t> places = members(used);
  if (places.size() > 16) {
    throw InputError(
        fmt::format("its formulas use {} propositions, expected at most 16; --events one allows one "
                    "proposition at a time, at-most:M so many, and a file lists the sets that occur",
                    places.size()));
  }
  RewardMachine narrow = machine;
  narrow.propositions.clear();
  for (const std::size_t place : places) narrow.propositions.push_back(machine.propositions[place]);
  const auto gathered = [&](PropositionSet set) {
    PropositionSet small = 0;
    for (std::size_t i = 0; i < places.size(); ++i) small |= (set >> places[i] & 1) << i;
    return small;
  };
  for (RewardTransition& transition : narrow.transitions) {
    std::vector<Cube> cubes;
    for (const Cube& cube : transition.formula.cubes()) {
      cubes.push_back({gathered(cube.positive), gathered(cube.negative)});
    }
    transition.formula = Formula(std::move(cubes));
  }
  return narrow;
}

MooreMachine without_idle_propositions(const MooreMachine& machine, std::vector<std::size_t>& places) {
  const Guards& guards = *machine.guards();
  PropositionSet asked = 0;
  for (std::size_t q = 0; q < machine.size(); ++q) asked |= guards.asked(make_id<State>(q));
  places = members(asked);
  std::vector<std::string> names;
  for (const std::size_t place : places) names.push_back(machine.alphabet().propositions()[place]);
  const Alphabet alphabet = Alphabet::power_set(std::move(names));
  if (!alphabet.listed()) {
    throw InputError(
        fmt::format("{} propositions matter in this machine, expected at most 16 here; a .json file can "
                    "hold it",
                    places.size()));
  }
  std::vector<Output> output_of;
  std::vector<State> next;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    output_of.push_back(machine.output(make_id<State>(q)));
    for (const PropositionSet small : alphabet.sets()) {
      next.push_back(guards.step(make_id<State>(q), spread(small, places)));
    }
  }
  return {alphabet, machine.outputs(), machine.initial(), std::move(output_of), std::move(next)};
}

Formula over_all(const Formula& formula, std::span<const std::size_t> places) {
  std::vector<Cube> cubes;
  for (const Cube& cube : formula.cubes()) {
    cubes.push_back({spread(cube.positive, places), spread(cube.negative, places)});
  }
  return Formula(std::move(cubes));
}

}  // namespace remap
