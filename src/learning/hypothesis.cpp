#include "remap/learning/question.hpp"

#include "remap/automata/error.hpp"
#include "remap/automata/reward_machine.hpp"

namespace remap {

Hypothesis::Hypothesis(MooreMachine machine) : moore_(std::make_shared<const MooreMachine>(std::move(machine))) {}

Hypothesis::Hypothesis(MealyMachine machine, Output of_empty_word)
    : mealy_(std::make_shared<const MealyMachine>(std::move(machine))), empty_word_(of_empty_word) {}

const MooreMachine& Hypothesis::moore() const {
  if (moore_ == nullptr) moore_ = std::make_shared<const MooreMachine>(to_moore(*mealy_, empty_word_));
  return *moore_;
}

const Alphabet& Hypothesis::alphabet() const noexcept { return mealy_ ? mealy_->alphabet() : moore_->alphabet(); }
const Outputs& Hypothesis::outputs() const noexcept { return mealy_ ? mealy_->outputs() : moore_->outputs(); }

Output Hypothesis::output_after(std::span<const Letter> word) const noexcept {
  if (!mealy_) return moore_->output_after(word);
  return word.empty() ? empty_word_ : mealy_->output_after(word);
}

Hypothesis Hypothesis::with_outputs(const Outputs& outputs) const {
  if (outputs.size() != this->outputs().size()) throw Misuse("Hypothesis::with_outputs", "other outputs are missing");
  if (mealy_) {
    std::vector<bool> terminal;
    for (std::size_t q = 0; q < mealy_->size(); ++q) terminal.push_back(mealy_->terminal(make_id<State>(q)));
    const auto same = [](State, const MealyMachine::Step& step) { return step; };
    return {with_steps(*mealy_, outputs, std::move(terminal), same), empty_word_};
  }
  std::vector<Output> output_of;
  for (std::size_t q = 0; q < moore_->size(); ++q) output_of.push_back(moore_->output(make_id<State>(q)));
  return remap::with_outputs(*moore_, outputs, std::move(output_of));
}

bool Hypothesis::operator==(const Hypothesis& other) const {
  if (mealy_ == nullptr || other.mealy_ == nullptr) return !mealy_ && !other.mealy_ && *moore_ == *other.moore_;
  return *mealy_ == *other.mealy_ && empty_word_ == other.empty_word_;
}

}  // namespace remap
