// Learns machines of many families in several ways, and prints what that took: a line for each family and way, with the
// comparisons (or values) and equivalence questions of all its machines and seeds. bench/ablate.py runs it, built with
// REMAP_TUNABLE, with other numbers in `REMAP_TUNE`.
//
//     ablation_bench [all | held-out | numbers]
//
// `held-out` are machines on which no number was chosen. `numbers` lists the numbers that can be changed.
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

#include "learning/tuning/tuning.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/error.hpp"
#include "remap/automata/families.hpp"
#include "remap/automata/random.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap::bench {
namespace {

struct Group {
  std::string name;
  bool held_out;
  std::vector<std::string> machines;
};

std::vector<Group> groups() {
  std::vector<Group> all{
      {"tasks", false, {}},
      {"random", false, {"random:20,5,4", "random:60,5,3", "random:200,5,4", "random:60,20,8", "random:500,3,2"}},
      {"deep", false, {"chain:60", "lock:20,2", "counter:40", "permutation:40", "grid:8,8"}},
      {"sets", false, {"collect:4", "collect:3,12", "relevant:30,4", "guards:20,8", "priority:6,10"}},
      {"systems", false, {"protocol:30,8,6", "controller:60,15,6"}},
      {"held-out random", true, {"random:35,4,3,77", "random:120,8,2,78", "random:90,3,5,79"}},
      {"held-out sets", true, {"conjunction:2,4,9,5", "relevant:18,7,9", "guards:13,20,11", "parity:2,3,5,3"}},
      {"held-out systems", true, {"protocol:22,10,5,31", "controller:50,20,4,32", "chain:90"}},
  };
  for (const Task& task : tasks()) all.front().machines.emplace_back(task.name);
  return all;
}

MooreMachine machine_named(const std::string& name) {
  if (const Task* task = find_task(name)) return task_machine(*task);
  RandomMachineShape shape;
  unsigned long long seed = 1;
  if (std::sscanf(name.c_str(), "random:%zu,%zu,%zu,%llu", &shape.states, &shape.letters, &shape.outputs, &seed) >= 3) {
    return random_machine(shape, seed);
  }
  if (const auto machine = family_machine(name)) return *machine;
  throw InputError("there is no machine " + name);
}

struct Way {
  const char* name;
  MachineKind machine;
  Answers answers;
  Effort effort;
};

constexpr Way ways[] = {
    {"full", MachineKind::moore, Answers::comparisons, Effort::full},
    {"economy", MachineKind::moore, Answers::comparisons, Effort::economy},
    {"mealy", MachineKind::mealy, Answers::comparisons, Effort::full},
    {"values", MachineKind::mealy, Answers::values, Effort::full},
};
constexpr std::uint64_t seeds = 3;

void learn_group(const Group& group, const Way& way) {
  std::uint64_t questions = 0, equivalence = 0, wrong = 0;
  for (const std::string& name : group.machines) {
    const MooreMachine hidden = machine_named(name);
    if (way.machine == MachineKind::mealy && hidden.alphabet().propositional() && !hidden.alphabet().listed()) continue;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      MachineTeacher teacher(hidden);
      SessionOptions options;
      options.machine = way.machine;
      options.answers = way.answers;
      options.effort = way.effort;
      options.seed = seed;
      const Learned learned = learn(teacher, hidden.alphabet(), hidden.outputs(), options);
      questions += learned.counts.comparisons + learned.counts.values;
      equivalence += learned.counts.equivalence_questions;
      wrong += find_counterexample(learned.machine.moore(), hidden).has_value() ? 1 : 0;
    }
  }
  fmt::print("{}\t{}\t{}\t{}\t{}\n", group.name, way.name, questions, equivalence, wrong);
  std::fflush(stdout);
}

void print_numbers() {
#define REMAP_PRINT(type, name, value, lowest, highest, effect) \
  fmt::print("{}\t{}\t{}\t{}\t{}\n", #name, double(value), double(lowest), double(highest), effect);
  REMAP_TUNING(REMAP_PRINT)
#undef REMAP_PRINT
}

}  // namespace
}  // namespace remap::bench

int main(int count, char** arguments) {
  const std::string part = count > 1 ? arguments[1] : "all";
  if (part == "numbers") {
    remap::bench::print_numbers();
    return 0;
  }
  for (const auto& group : remap::bench::groups()) {
    if (part == "held-out" && !group.held_out) continue;
    for (const auto& way : remap::bench::ways) remap::bench::learn_group(group, way);
  }
}
