#include "experiments/trials/subject.hpp"

#include <fmt/format.h>

#include "experiments/trials/identity.hpp"
#include "remap/automata/families.hpp"

namespace remap::experiments {

Subject machine_subject(std::string name, MooreMachine machine, const std::optional<RewardMachine>& rewards,
                        const SubjectOptions& options) {
  Subject subject{.name = std::move(name),
                  .print = fingerprint(machine),
                  .machine = std::make_shared<const MooreMachine>(std::move(machine))};
  if (rewards) subject.paths = std::make_shared<const FormulaPaths>(*rewards, subject.machine->alphabet());
  subject.examination = std::make_shared<const TestSet>(subject.machine, subject.paths, options.test_samples,
                                                        derive_seed(options.seed, "test set " + subject.print));
  return subject;
}

Subject task_subject(const Task& task, const SubjectOptions& options) {
  Subject subject = machine_subject(task.name, task_machine(task), task.machine, options);
  // Two tasks of different worlds may be the same machine, but their policies are not the same.
  subject.print = fingerprint(task.name + subject.print);
  subject.world = &world_of(task.name);
  subject.task = find_task(task.name);
  return subject;
}

std::vector<Subject> regex_subjects(std::size_t letters) {
  const std::vector<std::vector<std::string>> classifiers = {
      {"a*b"}, {"a*b", "b*a"}, {"a*b", "b*a", "(a|b)*"}, {"a*b", "b*a", "(ab)*"}, {"a*b", "b*a", "(ab)*", "(ba)*"}};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < letters; ++i) names.emplace_back(1, static_cast<char>('a' + i));
  const auto alphabet = Alphabet::plain(std::move(names));
  std::vector<Subject> subjects;
  for (const auto& expressions : classifiers) {
    Subject& subject = subjects.emplace_back();
    subject.name = fmt::format("{}", fmt::join(expressions, ", "));
    subject.machine = std::make_shared<const MooreMachine>(machine_from_regexes(expressions, alphabet));
    subject.print = fingerprint(*subject.machine);
    subject.examination = std::make_shared<const ClassMembers>(subject.machine, regex_members_per_class);
  }
  return subjects;
}

}  // namespace remap::experiments
