// Sessions with a teacher who does not err: every learner, ranker, kind of equivalence and kind of letters learns a few
// machines.
#include "question_runs.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"
#include "support/events.hpp"
#include "support/grid.hpp"
#include "support/one_event.hpp"

namespace remap::test::questions {
namespace {

enum class Check : std::uint8_t { exact, order, nameless, sampling, comparisons };

template <class Value>
struct Named {
  const char* name;
  Value value;
};

struct LearnerChoice {
  LearnerKind kind;
  Effort effort;
};

constexpr Named<LearnerChoice> learners[] = {{"table", {LearnerKind::table, Effort::full}},
                                             {"tree", {LearnerKind::tree, Effort::full}},
                                             {"tour-full", {LearnerKind::tour, Effort::full}},
                                             {"tour-economy", {LearnerKind::tour, Effort::economy}},
                                             {"tour-lazy", {LearnerKind::tour, Effort::lazy}}};
constexpr Named<RankerKind> rankers[] = {{"quicksort", RankerKind::quicksort},
                                         {"all-pairs", RankerKind::all_pairs},
                                         {"search", RankerKind::search},
                                         {"membership", RankerKind::membership}};
constexpr Named<Check> checks[] = {{"exact", Check::exact},
                                   {"order", Check::order},
                                   {"nameless", Check::nameless},
                                   {"sampling", Check::sampling},
                                   {"comparisons", Check::comparisons}};
constexpr Named<Events> letter_kinds[] = {{"plain", Events::plain}, {"sets", Events::any}, {"single", Events::one}};

struct Run {
  LearnerChoice learner{};
  RankerKind ranker = RankerKind::search;
  Check check = Check::exact;
  MachineKind machine = MachineKind::moore;
  Answers answers = Answers::comparisons;
  std::size_t longest_test = no_limit;
  std::size_t known = 0;  // comparisons of random words that are known before the run
  CounterexampleOrder order = CounterexampleOrder::shortest;
  FeedbackStrength feedback = FeedbackStrength::value;
  Guess guess = Guess::middle;
  Output absorbing = no_output;
  std::uint64_t seed = 1;
};

std::unique_ptr<Session> make_session(const Run& run, const MooreMachine& hidden) {
  SessionOptions options = SessionOptions::paper();
  options.learner = run.learner.kind;
  options.effort = run.learner.effort;
  options.ranker = run.ranker;
  options.machine = run.machine;
  options.answers = run.answers;
  options.longest_test = run.longest_test;
  options.guess = run.guess;
  options.absorbing = run.absorbing;
  options.seed = run.seed;
  if (run.check == Check::comparisons) options.equivalence = Equivalence::order_sampling;
  if (run.check == Check::order || run.check == Check::nameless) options.equivalence = Equivalence::order;
  options.samples = {0, 0.1, 0.1};
  return std::make_unique<Session>(
      hidden.alphabet(), run.check == Check::nameless ? std::nullopt : std::optional(hidden.outputs()), options);
}

std::unique_ptr<Teacher> make_teacher(const Run& run, const Machine& hidden) {
  if (run.check == Check::sampling) {
    return std::make_unique<SamplingTeacher>(*hidden, SamplingOptions{{0, 0.1, 0.1}, 0.2, run.feedback, run.seed + 77});
  }
  return std::make_unique<MachineTeacher>(*hidden, MachineTeacherOptions{run.order, run.feedback});
}

void make_known(Session& session, const Run& run, const MooreMachine& hidden) {
  Random random = split_random(run.seed, 99);
  Word left, right;
  for (std::size_t i = 0; i < run.known; ++i) {
    sample_word(random, 0.2, hidden.alphabet(), left);
    sample_word(random, 0.2, hidden.alphabet(), right);
    session.know(left, right, compared(hidden.output_after(left), hidden.output_after(right)));
  }
}

void learn(Total& total, const Run& run, const Machine& hidden) {
  const std::unique_ptr<Teacher> teacher = make_teacher(run, hidden);
  HashingTeacher hashing(*teacher, hidden->alphabet());
  const std::unique_ptr<Session> session = make_session(run, *hidden);
  make_known(*session, run, *hidden);
  drive(*session, hashing);
  total.add(hashing);
}

/// Four machines, different ones for each `number`: three random ones, and one with structure.
std::vector<Machine> machines_for(Events kind, std::size_t number, bool small) {
  std::vector<Machine> machines;
  for (std::size_t i = 0; i < 3; ++i) {
    machines.push_back(read_as(kind, grid_machine(3 * number + i, small ? 6 : 40)));
  }
  const bool odd = number % 2 != 0;
  if (kind == Events::plain) machines.push_back(family(odd ? "counter:12" : "grid:3,4"));
  if (kind == Events::any) machines.push_back(odd && !small ? family("relevant:12,3") : task("craft/t1"));
  if (kind == Events::one) machines.push_back(one_event_task(odd ? "office/t3" : "craft/t9"));
  return machines;
}

void add_grid(std::vector<Case>& cases) {
  std::size_t number = 0;
  for (const auto& learner : learners) {
    for (const auto& ranker : rankers) {
      for (const auto& check : checks) {
        for (const auto& letters : letter_kinds) {
          // Values cannot be asked for without an output alphabet.
          if (ranker.value == RankerKind::membership && check.value == Check::nameless) continue;
          Run run{learner.value, ranker.value, check.value};
          const auto learn_them = [run, kind = letters.value, n = ++number]() mutable {
            Total total;
            const std::vector<Machine> machines = machines_for(kind, n, run.ranker == RankerKind::all_pairs);
            for (std::size_t i = 0; i < machines.size(); ++i) {
              const std::size_t turn = n + i;
              run.seed = turn;
              run.order = turn % 2 == 0 ? CounterexampleOrder::shortest : CounterexampleOrder::depth_first;
              run.feedback = static_cast<FeedbackStrength>(turn % 3);
              run.guess = turn % 5 == 0 ? Guess::lowest : Guess::middle;
              const bool absorbs = turn % 4 == 0 && run.check != Check::nameless;
              run.absorbing = absorbs ? machines[i]->outputs().find(halt_name) : no_output;
              learn(total, run, machines[i]);
            }
            return total;
          };
          cases.push_back(
              {fmt::format("{}/{}/{}/{}", learner.name, ranker.name, check.name, letters.name), learn_them});
        }
      }
    }
  }
}

/// More propositions than can be listed.
void add_many(std::vector<Case>& cases) {
  for (const auto& learner : learners) {
    if (learner.value.kind != LearnerKind::tour) continue;
    for (const auto& check : checks) {
      Run run{learner.value, RankerKind::search, check.value};
      cases.push_back({fmt::format("{}/search/{}/many", learner.name, check.name), [run]() mutable {
                         Total total;
                         for (const char* name : {"collect:3,64", "guards:12,64", "parity:3,3,40", "priority:6,20"}) {
                           learn(total, run, family(name));
                           ++run.seed;
                         }
                         return total;
                       }});
    }
  }
}

/// Larger machines, learned as the tool does when nothing else is asked for.
void add_large(std::vector<Case>& cases) {
  const Run tree{{LearnerKind::tree, Effort::full}};
  for (const char* name : {"chain:30", "chain:100", "lock:6,3", "lock:20,4", "counter:10", "counter:50", "counter:120",
                           "permutation:40", "permutation:300", "grid:10,10", "grid:16,16", "collect:3"}) {
    cases.push_back({fmt::format("tree/{}", name), [tree, name] {
                       Total total;
                       learn(total, tree, family(name));
                       return total;
                     }});
  }
  for (const RandomMachineShape shape : {RandomMachineShape{100, 3, 2}, {300, 20, 8}, {1000, 5, 4}, {3000, 2, 2}}) {
    cases.push_back({fmt::format("tree/random:{},{},{}", shape.states, shape.letters, shape.outputs), [tree, shape] {
                       Total total;
                       Run run = tree;
                       for (run.seed = 1; run.seed <= 3; ++run.seed) {
                         learn(total, run, std::make_shared<const MooreMachine>(random_machine(shape, run.seed)));
                       }
                       return total;
                     }});
  }
  for (const auto& learner : learners) {
    if (learner.value.kind != LearnerKind::tour) continue;
    for (const char* name : {"collect:4", "relevant:40,4", "unstructured:30,3", "unstructured:120,4"}) {
      cases.push_back({fmt::format("{}/{}", learner.name, name), [run = Run{learner.value}, name] {
                         Total total;
                         learn(total, run, family(name));
                         return total;
                       }});
    }
    cases.push_back({fmt::format("{}/tasks", learner.name), [run = Run{learner.value}]() mutable {
                       Total total;
                       for (const Task& each : tasks()) {
                         for (run.seed = 1; run.seed <= 2; ++run.seed) learn(total, run, task(each.name));
                       }
                       return total;
                     }});
  }
}

/// Four machines, and in each another order of counterexamples and another kind of feedback.
Total learn_some(Run run, Events kind, std::size_t number) {
  Total total;
  for (const Machine& machine : machines_for(kind, number, false)) {
    run.seed = number++;
    run.order = number % 2 == 0 ? CounterexampleOrder::shortest : CounterexampleOrder::depth_first;
    run.feedback = static_cast<FeedbackStrength>(number % 3);
    learn(total, run, machine);
  }
  return total;
}

/// Mealy machines; values, one by one or with those of prefixes; the baseline; short tests and known comparisons.
void add_other_options(std::vector<Case>& cases) {
  std::size_t number = 1000;
  const auto add = [&](const std::string& name, const Run& run, Events kind) {
    cases.push_back({name, [run, kind, n = number += 4] { return learn_some(run, kind, n); }});
  };
  for (const auto& learner : learners) {
    if (learner.value.kind == LearnerKind::tour && learner.value.effort == Effort::economy) continue;
    for (const auto& letters : letter_kinds) {
      for (const auto& check : checks) {
        if (check.value == Check::nameless) continue;
        Run run{learner.value, RankerKind::search, check.value};
        run.machine = MachineKind::mealy;
        add(fmt::format("mealy/{}/{}/{}", learner.name, check.name, letters.name), run, letters.value);
      }
      for (const MachineKind machine : {MachineKind::moore, MachineKind::mealy}) {
        for (const Answers answers : {Answers::values, Answers::single_values}) {
          Run run{learner.value};
          run.machine = machine;
          run.answers = answers;
          add(fmt::format("{}/{}/{}/{}", answers == Answers::values ? "output-words" : "values",
                          machine == MachineKind::moore ? "moore" : "mealy", learner.name, letters.name),
              run, letters.value);
        }
      }
    }
  }
  for (const auto& letters : letter_kinds) {
    for (const auto& check : {checks[0], checks[3]}) {
      const Run run{{LearnerKind::lstar, Effort::full}, RankerKind::quicksort, check.value};
      add(fmt::format("lstar/{}/{}", check.name, letters.name), run, letters.value);
    }
    for (const auto& check : {checks[0], checks[4]}) {
      Run run{{LearnerKind::tree, Effort::full}, RankerKind::search, check.value};
      run.longest_test = 6;
      add(fmt::format("short-tests/{}/{}", check.name, letters.name), run, letters.value);
      run = {{LearnerKind::tour, Effort::full}, RankerKind::search, check.value};
      run.known = 100;
      add(fmt::format("known/{}/{}", check.name, letters.name), run, letters.value);
    }
  }
}

}  // namespace

void add_sessions(std::vector<Case>& cases) {
  add_grid(cases);
  add_many(cases);
  add_large(cases);
  add_other_options(cases);
}

}  // namespace remap::test::questions
