#include "remap/automata/mealy.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "remap/automata/error.hpp"

namespace remap {

MealyMachine::MealyMachine(Alphabet alphabet, Outputs outputs, State initial, std::vector<bool> terminal,
                           std::vector<Step> steps)
    : alphabet_(std::move(alphabet)),
      outputs_(std::move(outputs)),
      initial_(initial),
      terminal_(std::move(terminal)),
      steps_(std::move(steps)) {
  const auto refuse = [](const std::string& what) { throw Misuse("MealyMachine", what); };
  if (size() == 0) refuse("a machine needs at least one state");
  if (index(initial_) >= size()) refuse(fmt::format("initial state {} of {} states", index(initial_), size()));
  if (steps_.size() != size() * alphabet_.size()) {
    refuse(fmt::format("{} steps for {} states and {} letters", steps_.size(), size(), alphabet_.size()));
  }
  for (const Step& step : steps_) {
    if (step == Step{}) continue;
    if (index(step.to) >= size()) refuse(fmt::format("successor {} of {} states", index(step.to), size()));
    if (index(step.output) >= outputs_.size()) {
      refuse(fmt::format("output {} of {}", index(step.output), outputs_.size()));
    }
  }
}

bool MealyMachine::complete() const noexcept {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].to == no_state && !terminal_[i / alphabet_.size()]) return false;
  }
  return true;
}

MealyMachine complete(const MealyMachine& machine, Output output) {
  if (index(output) >= machine.outputs().size()) {
    throw Misuse("complete", fmt::format("output {} of {}", index(output), machine.outputs().size()));
  }
  if (machine.complete()) return machine;
  std::vector<bool> terminal;
  for (std::size_t q = 0; q < machine.size(); ++q) terminal.push_back(machine.terminal(make_id<State>(q)));
  const std::size_t end =
      static_cast<std::size_t>(std::find(terminal.begin(), terminal.end(), true) - terminal.begin());
  if (end == terminal.size()) terminal.push_back(true);
  std::vector<MealyMachine::Step> steps;
  for (std::size_t q = 0; q < machine.size(); ++q) {
    for (std::size_t a = 0; a < machine.alphabet().size(); ++a) {
      const MealyMachine::Step& step = machine.step(make_id<State>(q), make_id<Letter>(a));
      const bool missing = step.to == no_state && !terminal[q];
      steps.push_back(missing ? MealyMachine::Step{make_id<State>(end), output} : step);
    }
  }
  steps.resize(terminal.size() * machine.alphabet().size());
  return {machine.alphabet(), machine.outputs(), machine.initial(), std::move(terminal), std::move(steps)};
}

}  // namespace remap
