// What a session asks about and finally gives: a machine of the kind that is learned.
#pragma once

#include <memory>
#include <span>

#include "remap/automata/mealy.hpp"
#include "remap/automata/moore.hpp"

namespace remap {

/// Copies share the machine.
class Hypothesis {
 public:
  Hypothesis(MooreMachine machine);  // NOLINT(google-explicit-constructor): a Moore machine is one
  /// A minimal Mealy machine without missing steps, except from terminal states, and the output of the empty word.
  Hypothesis(MealyMachine machine, Output of_empty_word);

  /// Null if Moore machines are learned.
  [[nodiscard]] const MealyMachine* mealy() const noexcept { return mealy_.get(); }
  /// The machine itself, or the minimal Moore machine that gives every word the same output: for those who show or
  /// examine only these. It is made when it is first asked for, so not from several threads at once.
  [[nodiscard]] const MooreMachine& moore() const;

  [[nodiscard]] const Alphabet& alphabet() const noexcept;
  [[nodiscard]] const Outputs& outputs() const noexcept;
  /// The number of states.
  [[nodiscard]] std::size_t size() const noexcept { return mealy_ ? mealy_->size() : moore_->size(); }
  [[nodiscard]] Output output_after(std::span<const Letter> word) const noexcept;
  /// The same machine with other names for its outputs, as many as it has.
  [[nodiscard]] Hypothesis with_outputs(const Outputs& outputs) const;

  bool operator==(const Hypothesis& other) const;

 private:
  std::shared_ptr<const MealyMachine> mealy_;
  Output empty_word_ = no_output;
  mutable std::shared_ptr<const MooreMachine> moore_;
};

}  // namespace remap
