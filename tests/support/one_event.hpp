// The paper's tasks over letters with at most one proposition, as `--events one` has them.
#pragma once

#include <memory>
#include <string_view>

#include "remap/automata/equivalence.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap::test {

inline std::shared_ptr<const MooreMachine> one_event_task(std::string_view name) {
  const MooreMachine all = task_machine(*find_task(name));
  const auto letters = Alphabet::at_most_one(all.alphabet().propositions());
  return std::make_shared<const MooreMachine>(minimise(restrict_letters(all, letters)));
}

}  // namespace remap::test
