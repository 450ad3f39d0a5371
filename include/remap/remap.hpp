// remap learns Moore machines from preferences: "which of these two words do you prefer?" and "is this machine right?".
//
// A complete example, in which a function that compares two words is the teacher:
//
//     using namespace remap;
//     const Letter a{0};  // letters are numbered in the order of their names
//     const auto risky = [&](const Word& word) { return std::search_n(word.begin(), word.end(), 2, a) != word.end(); };
//     const Learned learned = learn({"a", "b"}, {"safe", "risky"}, [&](const Word& left, const Word& right) {
//       return compared(risky(left), risky(right));
//     });
//     std::cout << learned.machine.size() << " states, " << learned.counts.comparisons << " comparisons\n";
//
// What happens inside `learn`:
//
//     words to classify       comparisons            answers
//     learner  ------------>  ranker  ------------>  teacher
//        ^                      |                      |
//        |        classes       |                      | counterexample + feedback
//        +----------------------+                      v
//     learner -- shape --> valuation -- machine --> equivalence question
//
// and the header where each part is described:
//
//   teachers/learn.hpp      learn, learn_from_values: for teachers that answer at once.
//   teachers/teacher.hpp    Teacher: answers comparisons in batches; JudgingTeacher also checks machines. Write
//                           one, or use MachineTeacher (exact), SamplingTeacher (probably approximately correct)
//                           or ProcessTeacher (another program).
//   teachers/erring.hpp     learn_from_erring: for teachers whose answers may be wrong; says how sure it is.
//   learning/options.hpp    SessionOptions: the method; the default asks the fewest questions.
//   learning/session.hpp    Session: the same run, driven by its caller. `next()` says what is needed, `answer()`
//                           supplies it; it makes no calls, so an answer may take a day.
//   runs/durable_run.hpp    DurableRun: a run whose answers are stored in a log, so that it can be resumed,
//                           corrected and replayed.
//   runs/settings.hpp       the settings of a method by name, as on the command line and in logs.
//   automata/               alphabets, outputs, Moore, Mealy and reward machines, and algorithms on them:
//                           minimise, find_counterexample, random_machine, ...
//   formats/, worlds/       machines in files; the tasks of the paper.
//
// The life cycle of a run:
//
//     Session --next--> comparisons --answer--> ... --next--> equivalence --answer (counterexample)--> comparisons ...
//                                                                  |
//                                                               answer (accepted)
//                                                                  v
//                                                                done --> machine()
//
// Three guarantees. One seed decides everything: the same options and the same answers give the same questions and the
// same machine. Asking for the hypothesis asks no question and changes nothing. Writing a machine, reading it and
// writing it again gives the same bytes. There is no guarantee that a machine is correct if its teacher only tested
// samples.
//
// Every exception is an `Error`: InputError for unusable input, ParseError (an InputError) with line and column,
// Contradiction for answers that cannot all be true, Unsettled if only unsure answers are left, Misuse for a broken
// contract.
#pragma once

#include "remap/automata/equivalence.hpp"
#include "remap/automata/families.hpp"
#include "remap/automata/mealy.hpp"
#include "remap/automata/moore.hpp"
#include "remap/automata/random.hpp"
#include "remap/automata/reward_machine.hpp"
#include "remap/formats/machine_file.hpp"
#include "remap/learning/session.hpp"
#include "remap/runs/durable_run.hpp"
#include "remap/runs/settings.hpp"
#include "remap/teachers/erring.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"
#include "remap/teachers/process.hpp"
#include "remap/worlds/tasks.hpp"
