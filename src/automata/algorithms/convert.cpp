// The conversions of the REMAP paper's appendix ("Handling Reward Machine Incompleteness").
//
// Reward machine → Mealy machine over letters → complete → Moore machine whose states are pairs (state, reward of the
// step into it), with every terminal state leading to one absorbing HALT state whose output lies below every reward.
// And back: outputs move from states to the steps into them, states that behave alike afterwards are merged (so there
// is one terminal state: the one that goes to HALT by every letter, or HALT itself), and all letters between two
// states that earn the same become one minimal formula. Sets that are not letters help to keep formulas small, but no
// set satisfies two formulas of a state: what is written is deterministic wherever it is read.
//
// A step into HALT from a state that has not ended has no counterpart among reward machines read from files; it leads
// to the terminal state with the reward HALT, which converts to the same Moore machine again.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "automata/machines/guard_formulas.hpp"
#include "logic/formulas/minimal_dnf.hpp"
#include "logic/letters/reward_names.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/reward_machine.hpp"

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

/// The formula of each transition, over the propositions of the letters.
std::vector<Formula> translated_formulas(const RewardMachine& machine, const Alphabet& alphabet) {
  if (!alphabet.propositional()) {
    throw InputError("a reward machine reads sets of propositions, expected an alphabet of such sets");
  }
  const std::vector<std::string>& known = alphabet.propositions();
  const auto translated = [&](PropositionSet set) {
    PropositionSet result = 0;
    for (; set != 0; set &= set - 1) {
      const std::string& name = machine.propositions[static_cast<std::size_t>(std::countr_zero(set))];
      const auto place = std::find(known.begin(), known.end(), name);
      if (place == known.end()) {
        throw InputError(fmt::format("proposition '{}' of the reward machine is not among those of the letters", name));
      }
      result |= PropositionSet{1} << (place - known.begin());
    }
    return result;
  };
  std::vector<Formula> result;
  for (const RewardTransition& t : machine.transitions) {
    std::vector<Cube> cubes;
    for (const Cube& cube : t.formula.cubes()) cubes.push_back({translated(cube.positive), translated(cube.negative)});
    result.emplace_back(std::move(cubes));
  }
  return result;
}

/// For each state and letter the number of the one transition that applies; beyond them if none does.
std::vector<std::size_t> resolve(const RewardMachine& machine, const Alphabet& alphabet) {
  const std::vector<Formula> formulas = translated_formulas(machine, alphabet);
  const std::vector<PropositionSet>& letters = alphabet.sets();
  std::vector<std::size_t> chosen(machine.states * letters.size(), formulas.size());
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const RewardTransition& t = machine.transitions[i];
    if (machine.is_terminal(t.from)) continue;
    for (std::size_t a = 0; a < letters.size(); ++a) {
      if (!formulas[i].holds(letters[a])) continue;
      std::size_t& slot = chosen[index(t.from) * letters.size() + a];
      if (slot == formulas.size()) slot = i;
      const RewardTransition& other = machine.transitions[slot];
      if (other.to != t.to || !same_reward(other.reward, t.reward)) {
        throw InputError(
            fmt::format("state {} is nondeterministic: letter {} satisfies both '{}' (to state {}, reward {}) and '{}' "
                        "(to state {}, "
                        "reward {})",
                        index(t.from), alphabet.names()[a], other.formula.text(machine.propositions), index(other.to),
                        other.reward, t.formula.text(machine.propositions), index(t.to), t.reward));
      }
    }
  }
  return chosen;
}

/// The same as a diagram per state, if letters are not listed.
Guards resolve_guarded(const RewardMachine& machine, const Alphabet& alphabet) {
  check_deterministic(machine);
  const std::vector<Formula> formulas = translated_formulas(machine, alphabet);
  Guards::Builder builder;
  std::vector<Guards::Diagram> diagrams(machine.states, builder.leaf(make_id<State>(formulas.size())));
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const State from = machine.transitions[i].from;
    if (machine.is_terminal(from)) continue;
    diagrams[index(from)] = assign(builder, diagrams[index(from)], formulas[i], make_id<State>(i));
  }
  return builder.build(diagrams);
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

std::vector<bool> terminal_states(const MealyMachine& machine) {
  std::vector<bool> terminal;
  for (std::size_t q = 0; q < machine.size(); ++q) terminal.push_back(machine.terminal(make_id<State>(q)));
  return terminal;
}

/// The step with the output of the same name.
Step renamed(const Step& step, const Outputs& from, const Outputs& to) {
  return step.to == no_state ? step : Step{step.to, to.find(from.name(step.output))};
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
  const MealyMachine same = with_steps(machine, outputs, terminal_states(machine),
                                       [&](State, Step step) { return renamed(step, machine.outputs(), outputs); });
  return complete(same, outputs.find(empty));
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
  std::vector<bool> terminal = terminal_states(machine);
  terminal.push_back(false);
  return with_steps(machine, outputs, terminal, [&](State state, const Step& step) {
    const bool missing = step.to == no_state && !terminal[index(state)];
    return missing ? sink : renamed(step, machine.outputs(), outputs);
  });
}

void refuse_missing_steps(const MealyMachine& machine) {
  for (std::size_t q = 0; q < machine.size(); ++q) {
    if (machine.terminal(make_id<State>(q))) continue;
    for (const auto& [letter, step] : machine.different_steps(make_id<State>(q))) {
      if (step.to != no_state) continue;
      throw InputError(fmt::format("state {} has no transition for the letter '{}', expected one for each letter", q,
                                   machine.alphabet().name(letter)));
    }
  }
}

/// Splits states by the output of the step into them.
MooreMachine split(const MealyMachine& machine, Output empty) {
  constexpr Step halt{};  // no state, no output
  std::vector<Step> entered;
  std::map<Step, State> number;
  const auto meet = [&](const Step& step) {
    const auto [place, fresh] = number.try_emplace(step, make_id<State>(entered.size()));
    if (fresh) entered.push_back(step);
    return place->second;
  };
  meet({machine.initial(), empty});
  std::vector<Output> output_of;
  std::vector<State> next;
  Guards::Builder builder;
  std::vector<Guards::Diagram> diagrams;
  for (std::size_t i = 0; i < entered.size(); ++i) {
    const Step step = entered[i];
    output_of.push_back(step == halt ? Output{0} : step.output);
    const bool over = step == halt || machine.terminal(step.to);
    if (machine.guards() == nullptr) {
      for (std::size_t a = 0; a < machine.alphabet().size(); ++a)
        next.push_back(meet(over ? halt : machine.step(step.to, make_id<Letter>(a))));
    } else if (over) {
      diagrams.push_back(builder.leaf(meet(halt)));
    } else {
      std::vector<State> to(machine.steps().size(), no_state);
      for (const State leaf : machine.guards()->successors(step.to))
        to[index(leaf)] = meet(machine.steps()[index(leaf)]);
      diagrams.push_back(builder.copy(*machine.guards(), machine.guards()->of(step.to), to));
    }
  }
  if (machine.guards() == nullptr) {
    return minimise({machine.alphabet(), machine.outputs(), State{0}, std::move(output_of), std::move(next)});
  }
  return minimise({machine.alphabet(), machine.outputs(), State{0}, std::move(output_of),
                   std::make_shared<const Guards>(builder.build(diagrams))});
}

[[noreturn]] void refuse_plain_letters() {
  throw InputError("a reward machine reads sets of propositions, but the letters of this machine are plain");
}

bool goes_only_to(const MooreMachine& machine, State from, State to) {
  if (machine.guards() != nullptr) return machine.guards()->successors(from) == std::vector<State>{to};
  return std::ranges::all_of(machine.row(from), [to](State next) { return next == to; });
}

}  // namespace

MealyMachine to_mealy(const RewardMachine& machine, Alphabet alphabet) {
  check(machine);
  std::vector<bool> terminal(machine.states);
  for (const State q : machine.terminal) terminal[index(q)] = true;
  const auto step_of = [&](std::size_t transition, const Outputs& outputs) {
    if (transition == machine.transitions.size()) return Step{};
    const RewardTransition& t = machine.transitions[transition];
    return Step{t.to, outputs.find(t.reward)};
  };
  const std::size_t missing = machine.transitions.size();  // terminal states have no steps
  std::vector<Step> steps;
  if (!alphabet.listed()) {
    const Guards guards = resolve_guarded(machine, alphabet);
    bool ends = false;
    for (std::size_t q = 0; q < machine.states; ++q) {
      ends = ends || index(guards.successors(make_id<State>(q)).back()) == missing;
    }
    const Outputs outputs = outputs_of(machine, ends);
    for (std::size_t i = 0; i <= missing; ++i) steps.push_back(step_of(i, outputs));
    return {std::move(alphabet), outputs, machine.initial, std::move(terminal), std::move(steps), guards};
  }
  const std::vector<std::size_t> chosen = resolve(machine, alphabet);
  const Outputs outputs = outputs_of(machine, std::find(chosen.begin(), chosen.end(), missing) != chosen.end());
  for (const std::size_t transition : chosen) steps.push_back(step_of(transition, outputs));
  return {std::move(alphabet), outputs, machine.initial, std::move(terminal), std::move(steps)};
}

MooreMachine to_moore(const RewardMachine& machine) {
  return to_moore(machine, Alphabet::power_set(machine.propositions));
}

MooreMachine to_moore(const RewardMachine& machine, Alphabet alphabet) {
  return to_moore(to_mealy(machine, std::move(alphabet)));
}

MooreMachine to_moore(const MealyMachine& machine, const Undefined& undefined) {
  if (undefined.rule == Undefined::Rule::refuse) refuse_missing_steps(machine);
  const bool sink = undefined.rule == Undefined::Rule::output;
  const MealyMachine all = with_halt_and(sink ? with_sink(machine, undefined.output) : machine, undefined.empty_word);
  return split(all, all.outputs().find(undefined.empty_word));
}

MooreMachine to_moore(const MealyMachine& machine, Output of_empty_word) { return split(machine, of_empty_word); }

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
  for (std::size_t q = 0; q < machine.size(); ++q) {
    terminal.push_back(halt != no_state && goes_only_to(machine, make_id<State>(q), halt));
  }
  std::vector<Step> steps;
  if (machine.guards() != nullptr) {
    const Guards& guards = *machine.guards();
    Guards::Builder builder;
    std::vector<Guards::Diagram> diagrams;
    for (std::size_t q = 0; q < machine.size(); ++q) {
      steps.push_back({make_id<State>(q), machine.output(make_id<State>(q))});
      diagrams.push_back(terminal[q] ? builder.leaf(make_id<State>(machine.size()))
                                     : builder.copy(guards, guards.of(make_id<State>(q)), {}));
    }
    steps.push_back({});
    return minimise(MealyMachine(machine.alphabet(), machine.outputs(), machine.initial(), std::move(terminal),
                                 std::move(steps), builder.build(diagrams)));
  }
  for (std::size_t q = 0; q < machine.size(); ++q) {
    for (const State to : machine.row(make_id<State>(q))) {
      steps.push_back(terminal[q] ? Step{} : Step{to, machine.output(to)});
    }
  }
  return minimise(
      MealyMachine(machine.alphabet(), machine.outputs(), machine.initial(), std::move(terminal), std::move(steps)));
}

MealyMachine end_at_halt(const MealyMachine& machine) {
  if (machine.guards() != nullptr) return machine;  // its terminal states are marked
  const bool halts = machine.outputs().find(halt_name) == Output{0};
  const std::size_t letters = machine.alphabet().size();
  std::vector<bool> terminal;
  std::vector<Step> steps;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    bool ended = halts;
    for (std::size_t a = 0; a < letters; ++a) {
      steps.push_back(machine.step(make_id<State>(q), make_id<Letter>(a)));
      ended = ended && steps.back() == Step{make_id<State>(q), Output{0}};
    }
    terminal.push_back(ended || machine.terminal(make_id<State>(q)));
    if (ended) std::fill(steps.end() - static_cast<std::ptrdiff_t>(letters), steps.end(), Step{});
  }
  return {machine.alphabet(), machine.outputs(), machine.initial(), std::move(terminal), std::move(steps)};
}

namespace {

/// The formula of each different step of a state that has not ended. No set satisfies two of them, whether or not it is
/// a letter, and the empty set none if it is not one.
std::vector<std::pair<Step, Formula>> step_formulas(const MealyMachine& machine, State from) {
  std::vector<std::pair<Step, Formula>> result;
  if (machine.guards() != nullptr) {
    for (auto& [leaf, formula] : formulas_of(*machine.guards(), from)) {
      result.emplace_back(machine.steps()[index(leaf)], std::move(formula));
    }
    return result;
  }
  const Alphabet& alphabet = machine.alphabet();
  std::map<Step, std::vector<bool>> by;  // the letters of each step
  for (std::size_t a = 0; a < alphabet.size(); ++a) {
    std::vector<bool>& letters = by[machine.step(from, make_id<Letter>(a))];
    letters.resize(alphabet.size());
    letters[a] = true;
  }
  Formula taken;
  for (const auto& [step, letters] : by) {
    std::vector<PropositionSet> on;
    std::vector<PropositionSet> off{0};
    if (alphabet.letter_of(0) != no_letter) off.clear();
    for (std::size_t a = 0; a < alphabet.size(); ++a) (letters[a] ? on : off).push_back(alphabet.sets()[a]);
    const Formula formula = minimal_dnf_apart(on, off, taken, alphabet.propositions().size());
    taken = taken | formula;
    result.emplace_back(step, formula);
  }
  return result;
}

}  // namespace

RewardMachine to_reward_machine(const MooreMachine& moore) {
  if (!moore.alphabet().propositional()) refuse_plain_letters();
  return to_reward_machine(to_mealy(moore));
}

RewardMachine to_reward_machine(const MealyMachine& mealy) {
  const MealyMachine machine = end_at_halt(minimise(mealy));
  const Alphabet& alphabet = machine.alphabet();
  if (!alphabet.propositional()) refuse_plain_letters();
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
    for (auto& [step, formula] : step_formulas(machine, from)) {
      result.transitions.push_back({from, step.to, std::move(formula), machine.outputs().name(step.output)});
    }
  }
  return result;
}

}  // namespace remap
