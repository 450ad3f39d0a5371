#include <mutex>

#include "remap/automata/error.hpp"
#include "remap/automata/reward_machine.hpp"
#include "remap/learning/question.hpp"

namespace remap {

/// What copies of a hypothesis share.
class Hypothesis::Machines {
 public:
  explicit Machines(MooreMachine machine) : moore_(std::move(machine)) {}
  Machines(MealyMachine machine, Output of_empty_word) : mealy_(std::move(machine)), empty_word_(of_empty_word) {}

  [[nodiscard]] const MealyMachine* mealy() const noexcept { return mealy_ ? &*mealy_ : nullptr; }
  [[nodiscard]] Output of_empty_word() const noexcept { return empty_word_; }
  [[nodiscard]] const MooreMachine& moore() const {
    if (mealy_) std::call_once(converted_, [this] { moore_.emplace(to_moore(*mealy_, empty_word_)); });
    return *moore_;
  }
  /// The one that was given, if it is a Moore machine.
  [[nodiscard]] const MooreMachine& given_moore() const noexcept { return *moore_; }

 private:
  std::optional<MealyMachine> mealy_;
  Output empty_word_ = no_output;
  mutable std::once_flag converted_;
  mutable std::optional<MooreMachine> moore_;
};

Hypothesis::Hypothesis(MooreMachine machine) : machines_(std::make_shared<const Machines>(std::move(machine))) {}

Hypothesis::Hypothesis(MealyMachine machine, Output of_empty_word)
    : machines_(std::make_shared<const Machines>(std::move(machine), of_empty_word)) {}

const MealyMachine* Hypothesis::mealy() const noexcept { return machines_->mealy(); }
const MooreMachine& Hypothesis::moore() const { return machines_->moore(); }

std::size_t Hypothesis::size() const noexcept { return mealy() ? mealy()->size() : machines_->given_moore().size(); }
const Alphabet& Hypothesis::alphabet() const noexcept {
  return mealy() ? mealy()->alphabet() : machines_->given_moore().alphabet();
}
const Outputs& Hypothesis::outputs() const noexcept {
  return mealy() ? mealy()->outputs() : machines_->given_moore().outputs();
}

Output Hypothesis::output_after(std::span<const Letter> word) const noexcept {
  if (!mealy()) return machines_->given_moore().output_after(word);
  return word.empty() ? machines_->of_empty_word() : mealy()->output_after(word);
}

Hypothesis Hypothesis::with_outputs(const Outputs& outputs) const {
  if (outputs.size() != this->outputs().size()) throw Misuse("Hypothesis::with_outputs", "other outputs are missing");
  if (mealy()) {
    std::vector<bool> terminal;
    for (std::size_t q = 0; q < mealy()->size(); ++q) terminal.push_back(mealy()->terminal(make_id<State>(q)));
    const auto same = [](State, const MealyMachine::Step& step) { return step; };
    return {with_steps(*mealy(), outputs, std::move(terminal), same), machines_->of_empty_word()};
  }
  std::vector<Output> output_of;
  for (std::size_t q = 0; q < moore().size(); ++q) output_of.push_back(moore().output(make_id<State>(q)));
  return remap::with_outputs(moore(), outputs, std::move(output_of));
}

bool Hypothesis::operator==(const Hypothesis& other) const {
  if (!mealy() || !other.mealy()) return !mealy() && !other.mealy() && moore() == other.moore();
  return *mealy() == *other.mealy() && machines_->of_empty_word() == other.machines_->of_empty_word();
}

}  // namespace remap
