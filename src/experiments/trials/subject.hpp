// The subject of an experiment: a machine to learn, and the world in which it is played if it is a task.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/trials/examination.hpp"
#include "remap/worlds/tasks.hpp"
#include "worlds/world.hpp"

namespace remap::experiments {

struct Subject {
  std::string name;   // for people, and in figures
  std::string print;  // the machine's fingerprint: the key of its trials
  std::shared_ptr<const MooreMachine> machine;
  std::shared_ptr<const FormulaPaths> paths = nullptr;  // null unless letters are sets of propositions
  std::shared_ptr<const Examination> examination = nullptr;
  const World* world = nullptr;  // null unless it is a task
  const Task* task = nullptr;    // likewise

  [[nodiscard]] bool in(WorldName where) const noexcept { return task != nullptr && task->world == where; }
};

struct SubjectOptions {
  std::uint64_t test_samples = 0;  // of the test set
  std::uint64_t seed = 1;
};

Subject task_subject(const Task& task, const SubjectOptions& options);
/// A user's machine; the formulas of a reward machine guide the guided sampler.
Subject machine_subject(std::string name, MooreMachine machine, const std::optional<RewardMachine>& rewards,
                        const SubjectOptions& options);

/// The classifiers of the paper's appendix over the first `letters` (2 to 26) of a, b, c, …
std::vector<Subject> regex_subjects(std::size_t letters);
inline constexpr std::uint64_t regex_members_per_class = 200;

}  // namespace remap::experiments
