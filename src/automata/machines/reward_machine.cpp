// Reward machines: is one deterministic, and how is one made so.
//
// Two transitions conflict when some set satisfies both formulas and they lead elsewhere or pay otherwise. Since
// formulas are sets of cubes this is decided cube by cube, without listing the letters.
//
// `determinise` is the rule of the REMAP paper's appendix ("Handling Reward Machine Nondeterminism"): a conflict of x
// and y at q is resolved when x then y and y then x meet in one state. All conflicts are looked up in the machine as
// given, because splitting one state's edges would hide the second steps that another state's rule needs. Quadratic in
// the transitions of a state.
#include "remap/automata/reward_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "logic/letters/reward_names.hpp"

namespace remap {
namespace {

bool conflict(const RewardTransition& x, const RewardTransition& y) {
  return x.from == y.from && (x.to != y.to || !same_reward(x.reward, y.reward)) && x.formula.overlaps(y.formula);
}

/// Some set that satisfies both formulas, with as few propositions as their cubes allow.
PropositionSet common_set(const Formula& x, const Formula& y) { return (x & y).cubes().front().positive; }

void refuse(const RewardMachine& machine, const RewardTransition& x, const RewardTransition& y) {
  const Alphabet letter = Alphabet::of_sets(machine.propositions, {common_set(x.formula, y.formula)});
  throw InputError(
      fmt::format("state {} is nondeterministic: letter {} satisfies both '{}' (to state {}, reward {}) and '{}' (to "
                  "state {}, reward {})",
                  index(x.from), letter.names().front(), x.formula.text(machine.propositions), index(x.to), x.reward,
                  y.formula.text(machine.propositions), index(y.to), y.reward));
}

bool equivalent(const Formula& x, const Formula& y) { return !x.overlaps(!y) && !y.overlaps(!x); }

const RewardTransition* find_step(const RewardMachine& machine, State from, const Formula& formula) {
  for (const RewardTransition& step : machine.transitions) {
    if (step.from == from && equivalent(step.formula, formula)) return &step;
  }
  return nullptr;
}

/// Where x then y and y then x meet: the transition into that state, if both orders have one and earn alike.
std::optional<RewardTransition> meeting(const RewardMachine& machine, const RewardTransition& x,
                                        const RewardTransition& y) {
  const RewardTransition* xy = find_step(machine, x.to, y.formula);
  const RewardTransition* yx = find_step(machine, y.to, x.formula);
  if (xy == nullptr || yx == nullptr || xy->to != yx->to) return std::nullopt;
  if (!same_reward(xy->reward, yx->reward) || !same_reward(x.reward, y.reward)) return std::nullopt;
  return *xy;
}

}  // namespace

bool RewardMachine::is_terminal(State state) const {
  return std::binary_search(terminal.begin(), terminal.end(), state);
}

void check_deterministic(const RewardMachine& machine) {
  const auto& all = machine.transitions;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      if (conflict(all[i], all[j]) && !machine.is_terminal(all[i].from)) refuse(machine, all[i], all[j]);
    }
  }
}

RewardMachine determinise(const RewardMachine& machine) {
  RewardMachine result = machine;
  const auto& given = machine.transitions;
  for (std::size_t i = 0; i < given.size(); ++i) {
    for (std::size_t j = i + 1; j < given.size(); ++j) {
      if (!conflict(given[i], given[j])) continue;
      const auto last_step = meeting(machine, given[i], given[j]);
      if (!last_step) refuse(machine, given[i], given[j]);
      const Formula& x = given[i].formula;
      const Formula& y = given[j].formula;
      result.transitions[i].formula = result.transitions[i].formula & !y;
      result.transitions[j].formula = result.transitions[j].formula & !x;
      const State both = make_id<State>(result.states++);
      result.transitions.push_back({given[i].from, both, x & y, given[i].reward});
      result.transitions.push_back({both, last_step->to, x | y, last_step->reward});
      result.transitions.push_back({both, both, !(x | y), "0"});
    }
  }
  check_deterministic(result);
  return result;
}

}  // namespace remap
