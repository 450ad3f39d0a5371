// Deterministic Mealy machines: an output per transition. Transitions may be missing (`no_state`) and states may be
// terminal, as in reward machines; `complete` adds what is missing.
#pragma once

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
    bool operator==(const Step&) const = default;
  };

  /// `steps` has one entry per state and letter, state by state. Throws Misuse if sizes or ids do not match.
  MealyMachine(Alphabet alphabet, Outputs outputs, State initial, std::vector<bool> terminal, std::vector<Step> steps);

  [[nodiscard]] const Alphabet& alphabet() const noexcept { return alphabet_; }
  [[nodiscard]] const Outputs& outputs() const noexcept { return outputs_; }

  [[nodiscard]] std::size_t size() const noexcept { return terminal_.size(); }
  [[nodiscard]] State initial() const noexcept { return initial_; }
  [[nodiscard]] bool terminal(State state) const { return terminal_[index(state)]; }
  [[nodiscard]] const Step& step(State state, Letter letter) const noexcept {
    return steps_[index(state) * alphabet_.size() + index(letter)];
  }
  /// No step is missing, except from terminal states.
  [[nodiscard]] bool complete() const noexcept;

  bool operator==(const MealyMachine& other) const {
    return initial_ == other.initial_ && terminal_ == other.terminal_ && steps_ == other.steps_ &&
           alphabet_ == other.alphabet_ && outputs_ == other.outputs_;
  }

 private:
  Alphabet alphabet_;
  Outputs outputs_;
  State initial_;
  std::vector<bool> terminal_;
  std::vector<Step> steps_;
};

/// Every missing step of a non-terminal state leads to a terminal state (a new one if there is none) with `output`.
MealyMachine complete(const MealyMachine& machine, Output output);

}  // namespace remap
