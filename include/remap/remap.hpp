// remap learns Moore machines from preferences: "which of these two words do you prefer?" and "is this machine right?".
//
// The whole of it in a few lines: a function that compares two words is a teacher.
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
//   teachers/teacher.hpp    Teacher: answers comparisons in batches; JudgingTeacher also checks machines. Write your
//   own,
//                           or take MachineTeacher (exact), SamplingTeacher (probably approximately correct),
//                           ProcessTeacher (another program).
//   teachers/erring.hpp     learn_from_erring: for teachers whose answers may be wrong; says how sure it is.
//   learning/options.hpp    SessionOptions: the method; the default asks the fewest questions.
//   learning/session.hpp    Session: the same run turned inside out. `next()` says what is needed, `answer()` feeds it;
//                           it calls nobody, so an answer may take a day.
//   runs/durable_run.hpp    DurableRun: a run whose answers are kept in a log, to be resumed, corrected and replayed.
//   runs/settings.hpp       the settings of a method by name, as the command line and logs have them.
//   automata/               alphabets, outputs, Moore, Mealy and reward machines, and what can be done with them:
//                           minimise, find_counterexample, random_machine, ...
//   formats/, worlds/       machines in files; the tasks of the paper.
//
// Life of a run:
//
//     Session --next--> comparisons --answer--> ... --next--> equivalence --answer (counterexample)--> comparisons ...
//                                                                  |
//                                                               answer (accepted)
//                                                                  v
//                                                                done --> machine()
//
// Three promises. One seed decides everything: same options, same answers, same questions, same machine. Asking for the
// hypothesis poses no question and changes nothing. Writing a machine, reading it and writing it again gives the same
// bytes. What is not promised: that a machine is right when its teacher only looked at samples.
//
// Every exception is an `Error`: InputError for what somebody handed in, ParseError (an InputError) with line and
// column, Contradiction for a teacher whose answers cannot all be true, Unsettled for answers that are all unsure,
// Misuse for a broken contract.
#pragma once

#include "remap/automata/equivalence.hpp"
#include "remap/automata/families.hpp"
#include "remap/automata/mealy.hpp"
#include "remap/automata/minimise.hpp"
#include "remap/automata/moore.hpp"
#include "remap/automata/random.hpp"
#include "remap/automata/regex.hpp"
#include "remap/automata/reward_machine.hpp"
#include "remap/formats/machine_file.hpp"
#include "remap/learning/session.hpp"
#include "remap/runs/durable_run.hpp"
#include "remap/runs/settings.hpp"
#include "remap/teachers/erring.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"
#include "remap/teachers/process.hpp"
#include "remap/teachers/sampling.hpp"
#include "remap/worlds/tasks.hpp"
