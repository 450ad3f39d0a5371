#include "remap/formats/machine_file.hpp"

#include <fmt/format.h>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"

namespace remap {

AnyMachine as_learned(const Hypothesis& hypothesis) {
  if (const MealyMachine* mealy = hypothesis.mealy()) return *mealy;
  return hypothesis.moore();
}

MooreMachine as_moore(const AnyMachine& machine) {
  if (const auto* moore = std::get_if<MooreMachine>(&machine)) return *moore;
  if (const auto* mealy = std::get_if<MealyMachine>(&machine)) return to_moore(*mealy);
  return to_moore(std::get<RewardMachine>(machine));
}

RewardMachine as_reward_machine(const AnyMachine& machine) {
  if (const auto* reward_machine = std::get_if<RewardMachine>(&machine)) return *reward_machine;
  const MooreMachine moore = as_moore(machine);
  if (!moore.alphabet().propositional()) {
    throw InputError(
        "a machine whose letters are not sets of propositions has no formulas and cannot be a reward machine");
  }
  const auto* mealy = std::get_if<MealyMachine>(&machine);
  RewardMachine result = mealy != nullptr && mealy->complete() ? to_reward_machine(*mealy) : to_reward_machine(moore);
  const MooreMachine back = to_moore(result, moore.alphabet());
  if (const auto word = find_counterexample(moore, back)) {
    throw InputError(fmt::format("this machine gives {} for the word {}, where a reward machine gives {}",
                                 moore.outputs().name(moore.output_after(*word)), format_word(moore.alphabet(), *word),
                                 back.outputs().name(back.output_after(*word))));
  }
  return result;
}

}  // namespace remap
