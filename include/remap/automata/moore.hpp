// Deterministic, complete Moore machines: what is learned.
//
// Stored flat: the successor of state q by letter a is next_[q * letters + a], the output of q is outputs_[q]. Alphabet
// and outputs are shared, so copying a machine copies two arrays of integers. If letters are not listed, successors are
// decision diagrams over propositions (`Guards`), which copies share, too. States need not be reachable, and machines
// need not be minimal; see `minimise` and `canonical`.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "remap/automata/alphabet.hpp"
#include "remap/automata/outputs.hpp"

namespace remap {

class Guards;

class MooreMachine {
 public:
  /// `next` has one entry per state and letter, state by state. Throws Misuse if sizes or ids do not match.
  MooreMachine(Alphabet alphabet, Outputs outputs, State initial, std::vector<Output> output_of,
               std::vector<State> next);
  /// The same with successors as diagrams, for alphabets that are not listed.
  MooreMachine(Alphabet alphabet, Outputs outputs, State initial, std::vector<Output> output_of,
               std::shared_ptr<const Guards> guards);

  [[nodiscard]] const Alphabet& alphabet() const noexcept { return alphabet_; }
  [[nodiscard]] const Outputs& outputs() const noexcept { return outputs_; }

  [[nodiscard]] std::size_t size() const noexcept { return output_of_.size(); }
  /// Throws InputError if letters are not listed.
  [[nodiscard]] std::size_t letters() const { return guards_ == nullptr ? letters_ : alphabet_.size(); }
  [[nodiscard]] State initial() const noexcept { return initial_; }
  [[nodiscard]] Output output(State state) const noexcept { return output_of_[index(state)]; }
  [[nodiscard]] State next(State state, Letter letter) const noexcept {
    return guards_ == nullptr ? next_[index(state) * letters_ + index(letter)] : guarded(state, letter);
  }
  /// Throws InputError if letters are not listed.
  [[nodiscard]] std::span<const State> row(State state) const {
    return std::span(next_).subspan(index(state) * letters(), letters());
  }
  /// Null if letters are listed.
  [[nodiscard]] const std::shared_ptr<const Guards>& guards() const noexcept { return guards_; }

  [[nodiscard]] State run(State from, std::span<const Letter> word) const noexcept;
  /// The output after a word from the initial state.
  [[nodiscard]] Output output_after(std::span<const Letter> word) const noexcept { return output(run(initial_, word)); }

  bool operator==(const MooreMachine& other) const {
    return initial_ == other.initial_ && output_of_ == other.output_of_ && next_ == other.next_ &&
           alphabet_ == other.alphabet_ && outputs_ == other.outputs_ && same_guards(other);
  }

 private:
  [[nodiscard]] State guarded(State state, Letter letter) const noexcept;
  [[nodiscard]] bool same_guards(const MooreMachine& other) const;
  void check_states() const;

  Alphabet alphabet_;
  Outputs outputs_;
  std::size_t letters_;
  State initial_;
  std::vector<Output> output_of_;
  std::vector<State> next_;
  std::shared_ptr<const Guards> guards_;
};

/// Only the reachable states, numbered breadth first over the ordered alphabet. Isomorphic machines become equal.
MooreMachine canonical(const MooreMachine& machine);

/// True when the reachable parts are the same up to the numbering of states.
bool isomorphic(const MooreMachine& a, const MooreMachine& b);

/// The same machine with other outputs, one for each state.
MooreMachine with_outputs(const MooreMachine& machine, Outputs outputs, std::vector<Output> output_of);

/// A machine of one state: every word has this output.
MooreMachine constant_machine(Alphabet alphabet, Outputs outputs, Output output);

/// The same machine over other letters, given as sets of propositions of the machine's alphabet, for instance
/// restricted to the letters that occur, or over the same propositions in another order. Throws InputError if a letter
/// has no counterpart.
MooreMachine restrict_letters(const MooreMachine& machine, Alphabet alphabet);

}  // namespace remap
