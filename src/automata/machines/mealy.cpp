#include "remap/automata/mealy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "logic/guards/guards.hpp"
#include "remap/automata/error.hpp"

namespace remap {

namespace {
[[noreturn]] void refuse_mealy(const std::string& what) { throw Misuse("MealyMachine", what); }
}  // namespace

MealyMachine::MealyMachine(Alphabet alphabet, Outputs outputs, State initial, std::vector<bool> terminal,
                           std::vector<Step> steps)
    : alphabet_(std::move(alphabet)),
      outputs_(std::move(outputs)),
      initial_(initial),
      terminal_(std::move(terminal)),
      letters_(alphabet_.size()),
      steps_(std::move(steps)) {
  check();
  if (steps_.size() != size() * letters_) {
    refuse_mealy(fmt::format("{} steps for {} states and {} letters", steps_.size(), size(), letters_));
  }
}

MealyMachine::MealyMachine(Alphabet alphabet, Outputs outputs, State initial, std::vector<bool> terminal,
                           std::vector<Step> steps, const Guards& guards)
    : alphabet_(std::move(alphabet)),
      outputs_(std::move(outputs)),
      initial_(initial),
      terminal_(std::move(terminal)),
      letters_(0) {
  if (alphabet_.listed()) refuse_mealy("diagrams for letters that are listed");
  if (guards.states() != size()) refuse_mealy("a diagram is needed for each state");
  std::map<Step, State> place;
  for (std::size_t q = 0; q < size(); ++q) {
    for (const State leaf : guards.successors(make_id<State>(q))) {
      if (index(leaf) >= steps.size()) refuse_mealy(fmt::format("step {} of {}", index(leaf), steps.size()));
      place.emplace(steps[index(leaf)], no_state);
    }
  }
  for (auto& [step, number] : place) {
    number = make_id<State>(steps_.size());
    steps_.push_back(step);
  }
  check();
  std::vector<State> renamed;
  for (const Step& step : steps) renamed.push_back(place.contains(step) ? place.at(step) : no_state);
  Guards::Builder builder;
  std::vector<Guards::Diagram> diagrams;
  for (std::size_t q = 0; q < size(); ++q) {
    diagrams.push_back(builder.copy(guards, guards.of(make_id<State>(q)), renamed));
  }
  guards_ = std::make_shared<const Guards>(builder.build(diagrams));
}

void MealyMachine::check() const {
  if (size() == 0) refuse_mealy("a machine needs at least one state");
  if (index(initial_) >= size()) refuse_mealy(fmt::format("initial state {} of {} states", index(initial_), size()));
  for (const Step& step : steps_) {
    if (step == Step{}) continue;
    if (index(step.to) >= size()) refuse_mealy(fmt::format("successor {} of {} states", index(step.to), size()));
    if (index(step.output) >= outputs_.size()) {
      refuse_mealy(fmt::format("output {} of {}", index(step.output), outputs_.size()));
    }
  }
}

Output MealyMachine::output_after(std::span<const Letter> word) const noexcept {
  State state = initial_;
  Output output = no_output;
  for (Letter letter : word) {
    if (terminal_[index(state)]) return Output{0};
    output = step(state, letter).output;
    state = step(state, letter).to;
  }
  return output;
}

std::size_t MealyMachine::guarded(State state, Letter letter) const noexcept {
  return index(guards_->step(state, alphabet_.set_of(letter)));
}

bool MealyMachine::same_guards(const MealyMachine& other) const {
  return guards_ == other.guards_ || (guards_ != nullptr && other.guards_ != nullptr && *guards_ == *other.guards_);
}

std::vector<std::pair<Letter, MealyMachine::Step>> MealyMachine::different_steps(State state) const {
  std::vector<std::pair<Letter, Step>> result;
  if (guards_ != nullptr) {
    for (const Guards::Arrival& arrival : guards_->arrivals(state)) {
      result.emplace_back(alphabet_.letter_of(arrival.letter), steps_[index(arrival.to)]);
    }
    return result;
  }
  std::set<Step> seen;
  for (std::size_t a = 0; a < letters_; ++a) {
    const Step& each = step(state, make_id<Letter>(a));
    if (seen.insert(each).second) result.emplace_back(make_id<Letter>(a), each);
  }
  return result;
}

bool MealyMachine::complete() const noexcept {
  for (std::size_t q = 0; q < size(); ++q) {
    if (terminal_[q]) continue;
    if (guards_ == nullptr) {
      const auto row = std::span(steps_).subspan(q * letters_, letters_);
      if (std::ranges::any_of(row, [](const Step& step) { return step.to == no_state; })) return false;
      continue;
    }
    for (const State leaf : guards_->successors(make_id<State>(q))) {
      if (steps_[index(leaf)].to == no_state) return false;
    }
  }
  return true;
}

MealyMachine with_steps(const MealyMachine& machine, Outputs outputs, std::vector<bool> terminal,
                        const std::function<MealyMachine::Step(State, const MealyMachine::Step&)>& changed) {
  using Step = MealyMachine::Step;
  std::vector<Step> steps;
  if (machine.guards() == nullptr) {
    for (std::size_t q = 0; q < terminal.size(); ++q) {
      for (std::size_t a = 0; a < machine.alphabet().size(); ++a) {
        const Step old = q < machine.size() ? machine.step(make_id<State>(q), make_id<Letter>(a)) : Step{};
        steps.push_back(changed(make_id<State>(q), old));
      }
    }
    return {machine.alphabet(), std::move(outputs), machine.initial(), std::move(terminal), std::move(steps)};
  }
  const Guards& guards = *machine.guards();
  Guards::Builder builder;
  std::vector<Guards::Diagram> diagrams;
  const auto place = [&](State state, const Step& old) {
    steps.push_back(changed(state, old));
    return make_id<State>(steps.size() - 1);
  };
  std::vector<State> renamed(machine.steps().size(), no_state);
  for (std::size_t q = 0; q < terminal.size(); ++q) {
    const State state = make_id<State>(q);
    if (q >= machine.size()) {
      diagrams.push_back(builder.leaf(place(state, {})));
      continue;
    }
    for (const State leaf : guards.successors(state)) renamed[index(leaf)] = place(state, machine.steps()[index(leaf)]);
    diagrams.push_back(builder.copy(guards, guards.of(state), renamed));
  }
  return {machine.alphabet(),  std::move(outputs), machine.initial(),
          std::move(terminal), std::move(steps),   builder.build(diagrams)};
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
  return with_steps(machine, machine.outputs(), terminal, [&](State state, const MealyMachine::Step& step) {
    const bool missing = step.to == no_state && !terminal[index(state)];
    return missing ? MealyMachine::Step{make_id<State>(end), output} : step;
  });
}

}  // namespace remap
