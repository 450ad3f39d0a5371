// Many machines that a sampling teacher accepts are wrong only on letters that never occur: in both worlds a cell
// carries at most one object, so of the 32 letters of craft/t10 six are ever seen. Restricted to those and minimised,
// most wrong machines fall together with the true one or with each other, and one policy serves them all.
#include "experiments/trials/play.hpp"

#include <fmt/format.h>

#include <memory>
#include <sstream>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"

namespace remap::experiments {

namespace {

MooreMachine with_final_halt(const MooreMachine& machine, Output halt) {
  std::vector<Output> outputs;
  std::vector<State> next;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    const State state = make_id<State>(q);
    outputs.push_back(machine.output(state));
    for (const State to : machine.row(state)) next.push_back(machine.output(state) == halt ? state : to);
  }
  return {machine.alphabet(), machine.outputs(), machine.initial(), std::move(outputs), std::move(next)};
}

}  // namespace

PlayMachine play_machine(const MooreMachine& machine) {
  if (!machine.alphabet().propositional()) {
    throw InputError("a machine can be played only when its letters are sets of propositions");
  }
  const auto letters = Alphabet::at_most_one(machine.alphabet().propositions());
  const Output halt = machine.outputs().find(halt_name);
  const MooreMachine small = canonical(minimise(with_final_halt(restrict_letters(machine, letters), halt)));
  PlayMachine play;
  for (const std::string& name : letters.propositions()) play.text += name + ' ';
  play.text.back() = '\n';
  for (std::size_t q = 0; q < small.size(); ++q) {
    play.text += small.outputs().name(small.output(make_id<State>(q)));
    for (const State to : small.row(make_id<State>(q))) play.text += fmt::format(" {}", index(to));
    play.text += '\n';
  }
  play.machine = parse_play_text(play.text);
  return play;
}

RewardMachine parse_play_text(const std::string& text) {
  std::istringstream lines(text);
  RewardMachine result;
  std::string line;
  std::getline(lines, line);
  std::istringstream names(line);
  for (std::string name; names >> name;) result.propositions.push_back(name);
  std::vector<std::string> output;
  std::vector<std::vector<std::size_t>> next;
  while (std::getline(lines, line)) {
    std::istringstream fields(line);
    fields >> output.emplace_back();
    auto& row = next.emplace_back();
    for (std::size_t to = 0; fields >> to;) row.push_back(to);
    if (row.size() != result.propositions.size() + 1)
      throw Misuse("parse_play_text", "a line is too short or too long");
  }
  result.states = next.size();
  Cube none;
  for (std::size_t p = 0; p < result.propositions.size(); ++p) none.negative |= PropositionSet{1} << p;
  for (std::size_t q = 0; q < next.size(); ++q) {
    bool terminal = true;
    for (std::size_t a = 0; a < next[q].size(); ++a) {
      const std::size_t to = next[q][a];
      if (to >= next.size()) throw Misuse("parse_play_text", fmt::format("there is no state {}", to));
      if (output[to] == halt_name) continue;  // a missing step ends the episode with reward 0
      terminal = false;
      const Cube cube =
          a == 0 ? none : Cube{PropositionSet{1} << (a - 1), none.negative & ~(PropositionSet{1} << (a - 1))};
      result.transitions.push_back({make_id<State>(q), make_id<State>(to), Formula({cube}), output[to]});
    }
    if (terminal) result.terminal.push_back(make_id<State>(q));
  }
  return result;
}

}  // namespace remap::experiments
