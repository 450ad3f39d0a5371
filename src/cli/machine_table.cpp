// Three tables, one per kind of machine. Reward machines: a line per transition, with its formula. Moore and Mealy
// machines: a line per state and a column per letter while that fits a terminal; with more letters, a line per state
// and successor with the letters, or the formula for them, that lead there.
#include "cli/machine_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "automata/machines/guard_formulas.hpp"
#include "cli/console.hpp"
#include "cli/text_table.hpp"
#include "remap/automata/equivalence.hpp"

namespace remap::cli {

namespace {

constexpr std::size_t widest = 100;

std::string state_name(State state) { return state == no_state ? "-" : fmt::format("q{}", index(state)); }

/// The letters as one formula where they are sets of propositions, otherwise as a list.
std::string letters_text(const Alphabet& alphabet, const std::vector<Letter>& letters) {
  if (!alphabet.propositional()) {
    std::string text;
    for (const Letter letter : letters) text += (text.empty() ? "" : " ") + alphabet.name(letter);
    return text;
  }
  std::vector<PropositionSet> on, off;
  std::vector<bool> chosen(alphabet.size(), false);
  for (const Letter letter : letters) chosen[index(letter)] = true;
  for (std::size_t a = 0; a < alphabet.size(); ++a) {
    (chosen[a] ? on : off).push_back(alphabet.set_of(make_id<Letter>(a)));
  }
  return minimal_dnf(on, off, alphabet.propositions().size()).text(alphabet.propositions());
}

bool fits(const Alphabet& alphabet, std::size_t per_letter) {
  std::size_t columns = 20;
  for (const std::string& name : alphabet.names()) columns += std::max(width(name), per_letter) + 2;
  return columns <= widest;
}

struct Limit {
  std::size_t rows;
  std::size_t left_out = 0;
  [[nodiscard]] bool full(const TextTable& table) const { return table.rows() > rows; }
  bool take(const TextTable& table) {
    left_out += full(table) ? 1 : 0;
    return !full(table);
  }
};

std::string with_rest(std::string text, const Limit& limit) {
  if (limit.left_out > 0) text += fmt::format("  … {}\n", counted(limit.left_out, "more line", "more lines"));
  return text;
}

std::string reward_table(const RewardMachine& machine, Limit limit) {
  std::string terminal;
  for (const State state : machine.terminal) terminal += (terminal.empty() ? "" : ", ") + state_name(state);
  TextTable table;
  table.add({"from", "on", "to", "reward"});
  for (const RewardTransition& step : machine.transitions) {
    if (!limit.take(table)) continue;
    table.add({state_name(step.from), step.formula.text(machine.propositions), state_name(step.to), step.reward});
  }
  return fmt::format("Reward machine: {}, initial {}, terminal {}\n", counted(machine.states, "state", "states"),
                     state_name(machine.initial), terminal.empty() ? "none" : terminal) +
         with_rest(table.text("  "), limit);
}

/// Rows for both kinds: the label of a state, and where a letter leads, with its label.
template <class AtState, class Step, class StepText>
std::string letter_table(const Alphabet& alphabet, std::size_t states, const char* at_state_title, AtState at_state,
                         Step step, StepText step_text, std::size_t step_width, Limit limit) {
  TextTable table;
  const bool wide = fits(alphabet, step_width);
  std::vector<std::string> head{"state"};
  if (at_state_title != nullptr) head.emplace_back(at_state_title);
  if (wide) {
    head.insert(head.end(), alphabet.names().begin(), alphabet.names().end());
  } else {
    head.insert(head.end(), {"on", "to"});
  }
  table.add(head);
  for (std::size_t q = 0; q < states; ++q) {
    const State state = make_id<State>(q);
    std::vector<std::string> row{state_name(state)};
    if (at_state_title != nullptr) row.push_back(at_state(state));
    if (wide) {
      if (!limit.take(table)) continue;
      for (std::size_t a = 0; a < alphabet.size(); ++a) row.push_back(step_text(step(state, make_id<Letter>(a))));
      table.add(std::move(row));
      continue;
    }
    if (limit.full(table)) {
      std::vector<decltype(step(state, Letter{}))> targets;
      for (std::size_t a = 0; a < alphabet.size(); ++a) targets.push_back(step(state, make_id<Letter>(a)));
      std::sort(targets.begin(), targets.end());
      limit.left_out += static_cast<std::size_t>(std::unique(targets.begin(), targets.end()) - targets.begin());
      continue;
    }
    std::map<decltype(step(state, Letter{})), std::vector<Letter>> letters;
    for (std::size_t a = 0; a < alphabet.size(); ++a) {
      letters[step(state, make_id<Letter>(a))].push_back(make_id<Letter>(a));
    }
    for (const auto& [target, by] : letters) {
      if (!limit.take(table)) continue;
      std::vector<std::string> line = row;
      line.insert(line.end(), {letters_text(alphabet, by), step_text(target)});
      table.add(std::move(line));
    }
  }
  return with_rest(table.text("  "), limit);
}

/// A line per state and leaf of its diagram. `column` and `value_of` as above; `step_text` says where a leaf leads.
std::string guarded_table(const Alphabet& alphabet, const Guards& guards, const char* column, auto value_of,
                          auto step_text, Limit limit) {
  TextTable table;
  std::vector<std::string> head{"state"};
  if (column != nullptr) head.emplace_back(column);
  head.insert(head.end(), {"on", "to"});
  table.add(std::move(head));
  for (std::size_t q = 0; q < guards.states(); ++q) {
    const State state = make_id<State>(q);
    for (const auto& [leaf, formula] : formulas_of(guards, state)) {
      if (!limit.take(table)) continue;
      std::vector<std::string> line{state_name(state)};
      if (column != nullptr) line.push_back(value_of(state));
      line.insert(line.end(), {formula.text(alphabet.propositions()), step_text(leaf)});
      table.add(std::move(line));
    }
  }
  return with_rest(table.text("  "), limit);
}

std::string moore_table(const MooreMachine& machine, Limit limit) {
  const auto output = [&](State state) { return machine.outputs().name(machine.output(state)); };
  const auto next = [&](State state, Letter letter) { return machine.next(state, letter); };
  return fmt::format("Moore machine: {}, initial {}, outputs {}\n", counted(machine.size(), "state", "states"),
                     state_name(machine.initial()), output_list(machine.outputs())) +
         (machine.guards() != nullptr
              ? guarded_table(machine.alphabet(), *machine.guards(), "output", output, state_name, limit)
              : letter_table(machine.alphabet(), machine.size(), "output", output, next, state_name, 3, limit));
}

std::string mealy_table(const MealyMachine& machine, Limit limit) {
  std::string terminal;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    if (machine.terminal(make_id<State>(q))) terminal += fmt::format("{}q{}", terminal.empty() ? "" : ", ", q);
  }
  const auto none = [](State) { return std::string(); };
  const auto step_of = [&](State state, Letter letter) { return machine.step(state, letter); };
  const auto step_text = [&](const MealyMachine::Step& step) {
    if (step.to == no_state) return std::string("-");
    return fmt::format("{} / {}", state_name(step.to), machine.outputs().name(step.output));
  };
  const auto leaf_text = [&](State leaf) { return step_text(machine.steps()[index(leaf)]); };
  return fmt::format("Mealy machine: {}, initial {}, terminal {}, outputs {}\n",
                     counted(machine.size(), "state", "states"), state_name(machine.initial()),
                     terminal.empty() ? "none" : terminal, output_list(machine.outputs())) +
         (machine.guards() != nullptr
              ? guarded_table(machine.alphabet(), *machine.guards(), nullptr, none, leaf_text, limit)
              : letter_table(machine.alphabet(), machine.size(), nullptr, none, step_of, step_text, 8, limit));
}

}  // namespace

AnyMachine in_form(const AnyMachine& machine, Form form) {
  switch (form) {
    case Form::moore:
      return as_moore(machine);
    case Form::reward:
      return as_reward_machine(machine);
    case Form::mealy:
      break;
  }
  if (const auto* reward = std::get_if<RewardMachine>(&machine); reward != nullptr) {
    return minimise(to_mealy(*reward, Alphabet::power_set(reward->propositions)));
  }
  if (const auto* moore = std::get_if<MooreMachine>(&machine); moore != nullptr) return to_mealy(*moore);
  return minimise(std::get<MealyMachine>(machine));
}

AnyMachine readable(const AnyMachine& machine) {
  const auto* moore = std::get_if<MooreMachine>(&machine);
  const auto* mealy = std::get_if<MealyMachine>(&machine);
  const bool halts = moore != nullptr ? moore->alphabet().propositional() && find_halt(*moore) != no_state
                                      : mealy != nullptr && mealy->alphabet().propositional() &&
                                            mealy->outputs().find(halt_name) != no_output;
  if (!halts) return machine;
  try {
    return as_reward_machine(machine);
  } catch (const InputError&) {  // a halting state alone does not make a reward machine
    return machine;
  }
}

std::string machine_table(const AnyMachine& machine, std::size_t rows) {
  const Limit limit{rows};
  if (const auto* moore = std::get_if<MooreMachine>(&machine); moore != nullptr) return moore_table(*moore, limit);
  if (const auto* mealy = std::get_if<MealyMachine>(&machine); mealy != nullptr) return mealy_table(*mealy, limit);
  return reward_table(std::get<RewardMachine>(machine), limit);
}

std::string output_list(const Outputs& outputs) {
  constexpr std::size_t shown = 12;
  std::string text;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (i > 0) text += " < ";
    if (outputs.size() > shown && i + 1 == shown) {
      text += "… < ";
      i = outputs.size() - 1;
    }
    text += outputs.name(make_id<Output>(i));
  }
  return text;
}

}  // namespace remap::cli
