// Reward machines: Mealy machines whose transitions carry boolean formulas and rewards. What users write and read.
#pragma once

#include <string>
#include <vector>

#include "remap/automata/formula.hpp"
#include "remap/automata/mealy.hpp"
#include "remap/automata/moore.hpp"

namespace remap {

struct RewardTransition {
  State from{};
  State to{};
  Formula formula;
  std::string reward;  // a name as in `Outputs`: usually a number
  bool operator==(const RewardTransition&) const = default;
};

struct RewardMachine {
  std::vector<std::string> propositions;
  std::size_t states = 0;
  State initial{};
  std::vector<State> terminal;  // sorted
  std::vector<RewardTransition> transitions;
  bool operator==(const RewardMachine&) const = default;

  [[nodiscard]] bool is_terminal(State state) const;
};

/// Throws InputError when two transitions of a state are satisfied by one letter and disagree, naming state, formulas
/// and letter.
void check_deterministic(const RewardMachine& machine);

/// The rule of the paper's appendix. Wherever two formulas x, y of a state q overlap and both orders meet again
/// (q -x-> q2 -y-> q4, q -y-> q3 -x-> q4) the edges become x&!y and y&!x, and a new state q5 takes x&y, waits for
/// !x&!y, and goes to q4 on x|y. Throws InputError when a machine is nondeterministic in another way.
RewardMachine determinise(const RewardMachine& machine);

/// Over the given letters; missing steps stay missing. Outputs are HALT (if a state is terminal or a step is missing)
/// below the rewards; the reward 0 is among them.
MealyMachine to_mealy(const RewardMachine& machine, Alphabet alphabet);

/// Completes (a missing step earns 0 and ends), splits states by incoming reward, sends every terminal state to one
/// absorbing HALT state. The empty word has output 0. Minimal and canonical. Over the power set of the propositions
/// unless letters are given.
MooreMachine to_moore(const RewardMachine& machine);
MooreMachine to_moore(const RewardMachine& machine, Alphabet alphabet);
MooreMachine to_moore(const MealyMachine& machine);

/// The state that halts: absorbing, the only one with the lowest output, and not initial. `no_state` when there is
/// none.
State find_halt(const MooreMachine& machine);

/// Removes HALT; states that lead only to HALT become terminal and are kept apart; the letters between two states are
/// summarised as one minimal formula; letters that the alphabet lacks do not matter. Where a state goes to HALT by some
/// letters only, HALT stays as a terminal state, entered with the reward HALT; `to_moore` understands that. The output
/// of the empty word is not part of a reward machine. Throws InputError when the alphabet is plain.
RewardMachine to_reward_machine(const MooreMachine& machine);

}  // namespace remap
