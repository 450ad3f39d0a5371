// The built-in tasks: four of OfficeWorld, ten of CraftWorld, as reward machines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "remap/automata/reward_machine.hpp"

namespace remap {

enum class WorldName : std::uint8_t { office, craft };

struct Task {
  WorldName world{};
  std::size_t number = 0;  // within its world, from 1
  bool original = false;   // as published, before being made deterministic
  bool repaired = false;   // made from an original
  std::string name;        // office/t1, craft/t10, craft/t5/original
  std::string title;       // one line for people
  RewardMachine machine;
};

/// office/t1 … office/t4, craft/t1 … craft/t10, all deterministic. The propositions are ordered so that the letters of
/// the power set have the numbering of the paper's authors.
const std::vector<Task>& tasks();

/// craft/t5/original … craft/t10/original: the nondeterministic machines that craft/t5 … craft/t10 are made from.
const std::vector<Task>& original_tasks();

/// Searches both lists; null if there is no task of that name.
const Task* find_task(std::string_view name);

/// The teacher's machine: minimal, over all subsets of the task's propositions. Throws InputError for an original,
/// which is nondeterministic.
MooreMachine task_machine(const Task& task);

}  // namespace remap
