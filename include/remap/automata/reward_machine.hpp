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
  std::vector<State> terminal;                // sorted
  std::vector<RewardTransition> transitions;  // those of terminal states mean nothing
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

/// What a Mealy machine does not say: the output of the empty word, and steps that are missing.
struct Undefined {
  enum class Rule : std::uint8_t {
    ends,    // a missing step gives what the empty word gives, and ends: the rule for reward machines
    refuse,  // a missing step is an error
    output,  // a missing step gives `output`, and so does whatever follows
  };
  Rule rule = Rule::ends;
  std::string output = {};
  std::string empty_word = "0";
};

/// Completes, splits states by incoming reward, sends every terminal state to one absorbing HALT state. Minimal and
/// canonical. Over the power set of the propositions unless letters are given.
MooreMachine to_moore(const RewardMachine& machine);
MooreMachine to_moore(const RewardMachine& machine, Alphabet alphabet);
MooreMachine to_moore(const MealyMachine& machine, const Undefined& undefined = {});

/// The state that halts: absorbing, with the output HALT, which must be the lowest, and not initial. `no_state` when
/// there is none; no other output ends a machine.
State find_halt(const MooreMachine& machine);

/// The minimal Mealy machine whose steps give what the states give that they lead to. A state that goes to HALT by
/// every letter becomes terminal. The output of the empty word is lost.
MealyMachine to_mealy(const MooreMachine& machine);

/// The smallest reward machine: states that earn alike from then on are one, so there is at most one terminal state;
/// the letters of a state that lead to one state and earn the same are one minimal formula; letters that the alphabet
/// lacks do not matter. A step to HALT from a state that has not ended has the reward HALT; `to_moore` understands
/// that. The output of the empty word is not part of a reward machine. Throws InputError when the alphabet is plain.
RewardMachine to_reward_machine(const MooreMachine& machine);

}  // namespace remap
