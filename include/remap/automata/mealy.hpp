// Deterministic Mealy machines: an output per transition. Transitions may be missing (`no_state`) and states may be
// terminal, as in reward machines; `complete` adds what is missing. If letters are not listed, transitions are decision
// diagrams over propositions (`Guards`) whose leaves are positions in a list of steps.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "remap/automata/alphabet.hpp"
#include "remap/automata/moore.hpp"
#include "remap/automata/outputs.hpp"

namespace remap {

class MealyMachine {
 public:
  struct Step {
    State to = no_state;
    Output output = no_output;
    auto operator<=>(const Step&) const = default;
  };

  /// `steps` has one entry per state and letter, state by state. Throws Misuse if sizes or ids do not match.
  MealyMachine(Alphabet alphabet, Outputs outputs, State initial, std::vector<bool> terminal, std::vector<Step> steps);
  /// The same with diagrams, for alphabets that are not listed. `steps` may be in any order and have entries that no
  /// diagram leads to; the machine keeps those that occur, each once, sorted.
  MealyMachine(Alphabet alphabet, Outputs outputs, State initial, std::vector<bool> terminal, std::vector<Step> steps,
               const Guards& guards);

  [[nodiscard]] const Alphabet& alphabet() const noexcept { return alphabet_; }
  [[nodiscard]] const Outputs& outputs() const noexcept { return outputs_; }

  [[nodiscard]] std::size_t size() const noexcept { return terminal_.size(); }
  [[nodiscard]] State initial() const noexcept { return initial_; }
  [[nodiscard]] bool terminal(State state) const { return terminal_[index(state)]; }
  [[nodiscard]] const Step& step(State state, Letter letter) const noexcept {
    return steps_[guards_ == nullptr ? index(state) * letters_ + index(letter) : guarded(state, letter)];
  }
  /// The output of a word that is not empty. No step on its way may be missing, except from a terminal state, after
  /// which the output is the lowest.
  [[nodiscard]] Output output_after(std::span<const Letter> word) const noexcept;
  /// Null if letters are listed.
  [[nodiscard]] const std::shared_ptr<const Guards>& guards() const noexcept { return guards_; }
  /// With diagrams: what their leaves stand for.
  [[nodiscard]] const std::vector<Step>& steps() const noexcept { return steps_; }
  /// Each step of a state once, with its first letter, in the order of letters.
  [[nodiscard]] std::vector<std::pair<Letter, Step>> different_steps(State state) const;
  /// No step is missing, except from terminal states.
  [[nodiscard]] bool complete() const noexcept;

  bool operator==(const MealyMachine& other) const {
    return initial_ == other.initial_ && terminal_ == other.terminal_ && steps_ == other.steps_ &&
           alphabet_ == other.alphabet_ && outputs_ == other.outputs_ && same_guards(other);
  }

 private:
  [[nodiscard]] std::size_t guarded(State state, Letter letter) const noexcept;
  [[nodiscard]] bool same_guards(const MealyMachine& other) const;
  void check() const;

  Alphabet alphabet_;
  Outputs outputs_;
  State initial_;
  std::vector<bool> terminal_;
  std::size_t letters_;
  std::vector<Step> steps_;
  std::shared_ptr<const Guards> guards_;
};

/// The machine with other steps, outputs and terminal states: a step of a state becomes what `changed` says. States
/// beyond those of the machine are new; their steps are changed from missing ones.
MealyMachine with_steps(const MealyMachine& machine, Outputs outputs, std::vector<bool> terminal,
                        const std::function<MealyMachine::Step(State, const MealyMachine::Step&)>& changed);

/// Every missing step of a non-terminal state leads to a terminal state (a new one if there is none) with `output`.
MealyMachine complete(const MealyMachine& machine, Output output);

}  // namespace remap
