// Reward machines: Mealy machines whose transitions carry boolean formulas and rewards. The form in which users write
// and read machines.
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
  std::vector<State> terminal;                // sorted
  std::vector<RewardTransition> transitions;  // those of terminal states are ignored
  bool operator==(const RewardMachine&) const = default;

  [[nodiscard]] bool is_terminal(State state) const;
};

/// Throws an InputError that names state, formulas and letter if one letter satisfies two transitions of a state that
/// disagree.
void check_deterministic(const RewardMachine& machine);

/// The rule of the paper's appendix. Wherever two formulas x and y of a state q overlap and both orders lead to the
/// same state (q -x-> q2 -y-> q4, q -y-> q3 -x-> q4) the edges become x&!y and y&!x, and a new state q5 takes x&y,
/// waits for !x&!y, and goes to q4 on x|y. Throws InputError if the machine is nondeterministic in any other way.
RewardMachine determinise(const RewardMachine& machine);

/// Over the given letters; missing steps stay missing. The outputs are the rewards, always including 0, and below them
/// HALT if a state is terminal or a step is missing.
MealyMachine to_mealy(const RewardMachine& machine, Alphabet alphabet);

/// What a Mealy machine does not specify: the output of the empty word, and missing steps.
struct Undefined {
  enum class Rule : std::uint8_t {
    ends,    // a missing step has the output of the empty word and ends the machine: the rule for reward machines
    refuse,  // a missing step is an error
    output,  // a missing step has this `output`, as have all steps after it
  };
  Rule rule = Rule::ends;
  std::string output = {};
  std::string empty_word = "0";
};

/// Completes the machine, splits states by incoming reward, and sends every terminal state to one absorbing HALT state.
/// Minimal and canonical. Over the power set of the propositions unless letters are given.
MooreMachine to_moore(const RewardMachine& machine);
MooreMachine to_moore(const RewardMachine& machine, Alphabet alphabet);
MooreMachine to_moore(const MealyMachine& machine, const Undefined& undefined = {});
/// The same for a machine without missing steps whose outputs stay as they are: if a state is terminal, the lowest is
/// that of every longer word.
MooreMachine to_moore(const MealyMachine& machine, Output of_empty_word);

/// The halting state: absorbing, not initial, with the output HALT, which must be the lowest. `no_state` if there is
/// none; no other output ends a machine.
State find_halt(const MooreMachine& machine);

/// The minimal Mealy machine in which each step has the output of the state it leads to. A state from which every
/// letter leads to HALT becomes terminal. The output of the empty word is lost.
MealyMachine to_mealy(const MooreMachine& machine);

/// The same machine, but a state whose steps all return to it with HALT, the lowest output, is terminal.
MealyMachine end_at_halt(const MealyMachine& machine);

/// The smallest reward machine: states with the same future rewards are merged, so there is at most one terminal state;
/// letters of a state with the same target and reward share one formula, as small as those before it allow: no set, a
/// letter or not, satisfies two formulas of a state, nor the empty set one if it is no letter. A step to HALT from a
/// state that is not terminal has the reward HALT, which `to_moore` understands. The output of the empty word is not
/// part of a reward machine. Throws InputError if the alphabet is plain.
RewardMachine to_reward_machine(const MooreMachine& machine);
/// The same for a Mealy machine without missing steps.
RewardMachine to_reward_machine(const MealyMachine& machine);

}  // namespace remap
