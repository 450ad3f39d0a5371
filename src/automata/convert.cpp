// The conversions of the REMAP paper's appendix ("Handling Reward Machine Incompleteness").
//
// Reward machine → Mealy machine over letters → complete → Moore machine whose states are pairs (state, reward of the
// step into it), with every terminal state leading to one absorbing HALT state whose output lies below every reward.
// And back: outputs move from states to the steps into them, states that behave alike afterwards are merged (so there
// is one terminal state: the one that goes to HALT by every letter, or HALT itself), and all letters between two
// states that earn the same become one minimal formula.
//
// A step into HALT from a state that has not ended has no counterpart among reward machines read from files; it leads
// to the terminal state with the reward HALT, which converts to the same Moore machine again.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "automata/guard_formulas.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/minimise.hpp"
#include "remap/automata/reward_machine.hpp"
#include "reward_names.hpp"

namespace remap {
namespace {

using Step = MealyMachine::Step;

void check(const RewardMachine& machine) {
  const auto state = [&](State q, const char* what) {
    if (index(q) >= machine.states) {
      throw InputError(fmt::format("{} {} does not exist, expected a state below {}", what, index(q), machine.states));
    }
  };
  state(machine.initial, "initial state");
  for (const State q : machine.terminal) state(q, "terminal state");
  for (const RewardTransition& t : machine.transitions) {
    state(t.from, "a transition's state");
    state(t.to, "a transition's state");
    if (t.reward != halt_name && !parse_number(t.reward)) {
      throw InputError(fmt::format("reward '{}' of a transition of state {} is not a number", t.reward, index(t.from)));
    }
  }
}

/// Every letter as a set of the reward machine's own propositions.
std::vector<PropositionSet> translated_letters(const RewardMachine& machine, const Alphabet& alphabet) {
  if (!alphabet.propositional()) {
    throw InputError("a reward machine reads sets of propositions, expected an alphabet of such sets");
  }
  PropositionSet used = 0;
  for (const RewardTransition& t : machine.transitions) {
    for (const Cube& cube : t.formula.cubes()) used |= cube.positive | cube.negative;
  }
  std::vector<PropositionSet> letters(alphabet.size(), 0);
  for (std::size_t i = 0; i < machine.propositions.size(); ++i) {
    const auto& known = alphabet.propositions();
    const auto place = std::find(known.begin(), known.end(), machine.propositions[i]);
    if (place == known.end()) {
      if ((used >> i & 1) == 0) continue;
      throw InputError(fmt::format("proposition '{}' of the reward machine is not among those of the letters",
                                   machine.propositions[i]));
    }
    for (std::size_t a = 0; a < letters.size(); ++a) {
      letters[a] |= (alphabet.sets()[a] >> (place - known.begin()) & 1) << i;
    }
  }
  return letters;
}

/// For each state and letter the one transition that applies, or null.
std::vector<const RewardTransition*> resolve(const RewardMachine& machine, const Alphabet& alphabet) {
  const std::vector<PropositionSet> letters = translated_letters(machine, alphabet);
  std::vector<const RewardTransition*> chosen(machine.states * letters.size(), nullptr);
  for (const RewardTransition& t : machine.transitions) {
    if (machine.is_terminal(t.from)) continue;
    for (std::size_t a = 0; a < letters.size(); ++a) {
      if (!t.formula.holds(letters[a])) continue;
      const RewardTransition*& slot = chosen[index(t.from) * letters.size() + a];
      if (slot == nullptr) slot = &t;
      if (slot->to != t.to || !same_reward(slot->reward, t.reward)) {
        throw InputError(
            fmt::format("state {} is nondeterministic: letter {} satisfies both '{}' (to state {}, reward {}) and '{}' "
                        "(to state {}, "
                        "reward {})",
                        index(t.from), alphabet.names()[a], slot->formula.text(machine.propositions), index(slot->to),
                        slot->reward, t.formula.text(machine.propositions), index(t.to), t.reward));
      }
    }
  }
  return chosen;
}

Outputs outputs_of(const RewardMachine& machine, bool halts) {
  std::map<double, std::string> rewards{{0.0, "0"}};
  for (const RewardTransition& t : machine.transitions) {
    if (machine.is_terminal(t.from)) continue;
    if (const auto number = parse_number(t.reward)) rewards.emplace(*number, format_number(*number));
    halts = halts || t.reward == halt_name;
  }
  std::vector<std::string> names;
  if (halts) names.emplace_back(halt_name);
  for (const auto& [number, name] : rewards) names.push_back(name);
  return Outputs(std::move(names));
}

/// The same machine with HALT, if it ends anywhere, and `empty`, the output of the empty word, among its outputs.
MealyMachine with_halt_and(const MealyMachine& machine, const std::string& empty) {
  std::vector<std::string> names = machine.outputs().names();
  bool ends = !machine.complete();
  for (std::size_t q = 0; q < machine.size(); ++q) ends = ends || machine.terminal(make_id<State>(q));
  if (const Output halt = machine.outputs().find(halt_name); halt != no_output && index(halt) != 0) {
    throw InputError(fmt::format("output {} is not the lowest, expected it below every other output", halt_name));
  } else if (halt == no_output && ends) {
    names.insert(names.begin(), std::string(halt_name));
  }
  if (Outputs(names).find(empty) == no_output) {
    std::size_t place = names.front() == halt_name ? 1 : 0;
    const auto number = parse_number(empty);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto other = parse_number(names[i]);
      if (number && other && *other < *number) place = i + 1;
    }
    names.insert(names.begin() + static_cast<std::ptrdiff_t>(place), empty);
  }
  const auto outputs = Outputs(std::move(names));
  std::vector<bool> terminal;
  std::vector<Step> steps;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    terminal.push_back(machine.terminal(make_id<State>(q)));
    for (std::size_t a = 0; a < machine.alphabet().size(); ++a) {
      Step step = machine.step(make_id<State>(q), make_id<Letter>(a));
      if (step.to != no_state) step.output = outputs.find(machine.outputs().name(step.output));
      steps.push_back(step);
    }
  }
  return complete({machine.alphabet(), outputs, machine.initial(), std::move(terminal), std::move(steps)},
                  outputs.find(empty));
}

/// Every missing step leads to a new state that always gives `name`.
MealyMachine with_sink(const MealyMachine& machine, const std::string& name) {
  std::vector<std::string> names = machine.outputs().names();
  if (machine.outputs().find(name) == no_output) names = with_halt_and(machine, name).outputs().names();
  if (names.front() == halt_name && name != halt_name && machine.outputs().find(halt_name) == no_output) {
    names.erase(names.begin());
  }
  const auto outputs = Outputs(std::move(names));
  const Step sink{make_id<State>(machine.size()), outputs.find(name)};
  std::vector<bool> terminal;
  std::vector<Step> steps;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    terminal.push_back(machine.terminal(make_id<State>(q)));
    for (std::size_t a = 0; a < machine.alphabet().size(); ++a) {
      Step step = machine.step(make_id<State>(q), make_id<Letter>(a));
      if (step.to != no_state) {
        step.output = outputs.find(machine.outputs().name(step.output));
      } else if (!terminal.back()) {
        step = sink;
      }
      steps.push_back(step);
    }
  }
  terminal.push_back(false);
  steps.insert(steps.end(), machine.alphabet().size(), sink);
  return {machine.alphabet(), outputs, machine.initial(), std::move(terminal), std::move(steps)};
}

void refuse_missing_steps(const MealyMachine& machine) {
  for (std::size_t q = 0; q < machine.size(); ++q) {
    for (std::size_t a = 0; a < machine.alphabet().size(); ++a) {
      const bool missing = machine.step(make_id<State>(q), make_id<Letter>(a)).to == no_state;
      if (!missing || machine.terminal(make_id<State>(q))) continue;
      throw InputError(fmt::format("state {} has no transition for the letter '{}', expected one for each letter", q,
                                   machine.alphabet().name(make_id<Letter>(a))));
    }
  }
}

/// Splits states by the output of the step into them.
MooreMachine split(const MealyMachine& machine, Output empty) {
  const std::size_t letters = machine.alphabet().size();
  constexpr Step halt{};  // no state, no output
  std::vector<Step> entered;
  std::map<std::pair<State, Output>, State> number;
  const auto meet = [&](const Step& step) {
    const auto [place, fresh] = number.try_emplace({step.to, step.output}, make_id<State>(entered.size()));
    if (fresh) entered.push_back(step);
    return place->second;
  };
  meet({machine.initial(), empty});
  std::vector<Output> output_of;
  std::vector<State> next;
  for (std::size_t i = 0; i < entered.size(); ++i) {
    const Step step = entered[i];
    output_of.push_back(step == halt ? Output{0} : step.output);
    const bool over = step == halt || machine.terminal(step.to);
    for (std::size_t a = 0; a < letters; ++a)
      next.push_back(meet(over ? halt : machine.step(step.to, make_id<Letter>(a))));
  }
  return minimise({machine.alphabet(), machine.outputs(), State{0}, std::move(output_of), std::move(next)});
}

bool goes_only_to(const MooreMachine& machine, State from, State to) {
  if (machine.guards() != nullptr) return machine.guards()->successors(from) == std::vector<State>{to};
  return std::ranges::all_of(machine.row(from), [to](State next) { return next == to; });
}

}  // namespace

MealyMachine to_mealy(const RewardMachine& machine, Alphabet alphabet) {
  check(machine);
  const auto chosen = resolve(machine, alphabet);
  const bool missing = std::find(chosen.begin(), chosen.end(), nullptr) != chosen.end();  // terminal states have none
  const auto outputs = Outputs(outputs_of(machine, missing));
  std::vector<bool> terminal(machine.states);
  for (const State q : machine.terminal) terminal[index(q)] = true;
  std::vector<Step> steps;
  for (const RewardTransition* t : chosen) {
    steps.push_back(t == nullptr ? Step{} : Step{t->to, outputs.find(t->reward)});
  }
  return {std::move(alphabet), outputs, machine.initial, std::move(terminal), std::move(steps)};
}

MooreMachine to_moore(const RewardMachine& machine) {
  return to_moore(machine, Alphabet::power_set(machine.propositions));
}

// If letters are not listed, those over the propositions that matter are.
MooreMachine to_moore(const RewardMachine& machine, Alphabet alphabet) {
  if (!alphabet.listed()) {
    return over_propositions(to_moore(without_idle_propositions(machine)), alphabet.propositions());
  }
  return to_moore(to_mealy(machine, std::move(alphabet)));
}

MooreMachine to_moore(const MealyMachine& machine, const Undefined& undefined) {
  if (undefined.rule == Undefined::Rule::refuse) refuse_missing_steps(machine);
  const bool sink = undefined.rule == Undefined::Rule::output;
  const MealyMachine all = with_halt_and(sink ? with_sink(machine, undefined.output) : machine, undefined.empty_word);
  return split(all, all.outputs().find(undefined.empty_word));
}

State find_halt(const MooreMachine& machine) {
  const Output halt = machine.outputs().find(halt_name);
  if (halt != Output{0}) return no_state;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const State state = make_id<State>(q);
    if (machine.output(state) == halt && state != machine.initial() && goes_only_to(machine, state, state)) {
      return state;
    }
  }
  return no_state;
}

MealyMachine to_mealy(const MooreMachine& any) {
  const MooreMachine machine = minimise(any);
  const State halt = find_halt(machine);
  std::vector<bool> terminal;
  std::vector<Step> steps;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    terminal.push_back(halt != no_state && goes_only_to(machine, make_id<State>(q), halt));
    for (const State to : machine.row(make_id<State>(q))) {
      steps.push_back(terminal.back() ? Step{} : Step{to, machine.output(to)});
    }
  }
  return minimise({machine.alphabet(), machine.outputs(), machine.initial(), std::move(terminal), std::move(steps)});
}

RewardMachine to_reward_machine(const MooreMachine& moore) {
  const Alphabet& alphabet = moore.alphabet();
  if (!alphabet.propositional()) {
    throw InputError("a reward machine reads sets of propositions, but the letters of this machine are plain");
  }
  if (moore.guards() != nullptr) {
    std::vector<std::size_t> places;
    RewardMachine narrow = to_reward_machine(without_idle_propositions(moore, places));
    narrow.propositions = alphabet.propositions();
    for (RewardTransition& transition : narrow.transitions) transition.formula = over_all(transition.formula, places);
    return narrow;
  }
  const MealyMachine machine = to_mealy(moore);
  RewardMachine result;
  result.propositions = alphabet.propositions();
  result.states = machine.size();
  result.initial = machine.initial();
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const State from = make_id<State>(q);
    if (machine.terminal(from)) {
      result.terminal.push_back(from);
      continue;
    }
    std::map<std::pair<State, Output>, std::vector<bool>> by;  // the letters of each step
    for (std::size_t a = 0; a < alphabet.size(); ++a) {
      const Step& step = machine.step(from, make_id<Letter>(a));
      std::vector<bool>& letters = by[{step.to, step.output}];
      letters.resize(alphabet.size());
      letters[a] = true;
    }
    for (const auto& [step, letters] : by) {
      std::vector<PropositionSet> on;
      std::vector<PropositionSet> off;
      for (std::size_t a = 0; a < alphabet.size(); ++a) (letters[a] ? on : off).push_back(alphabet.sets()[a]);
      result.transitions.push_back({from, step.first, minimal_dnf(on, off, alphabet.propositions().size()),
                                    machine.outputs().name(step.second)});
    }
  }
  return result;
}

}  // namespace remap
