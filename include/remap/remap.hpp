// remap learns Moore machines from preferences: "which of these two words do you prefer?" and "is this machine right?".
//
// The tour, on one page. A machine that somebody knows, and the same machine learned by asking about it:
//
//     using namespace remap;
//     const auto letters = Alphabet::plain({"a", "b"});
//     const auto outputs = Outputs(std::vector<std::string>{"safe", "risky", "fatal"});
//     const std::vector<Output> output_of = {Output{0}, Output{1}, Output{2}};
//     const std::vector<State> next = {State{0}, State{1}, State{0}, State{2}, State{2}, State{2}};
//     // The hidden machine: every b makes things worse, an a in between makes them good again, "fatal" is for ever.
//     const auto hidden = std::make_shared<MooreMachine>(letters, outputs, State{0}, output_of, next);
//
//     MachineTeacher teacher(hidden);
//     const MooreMachine learned = learn(teacher, letters, outputs);
//
//     const Word word = parse_word(*letters, "abab");
//     std::cout << learned.size() << " states, " << format_word(*letters, word) << " is "
//               << outputs->name(learned.output_after(word)) << '\n';
//   return find_counterexample(*hidden, learned) ? 1 : 0;
//
// What happens inside `learn`, and the header where each part is described:
//
//     words to classify       comparisons            answers
//     learner  ------------>  ranker  ------------>  teacher
//        ^                      |                      |
//        |        classes       |                      | counterexample + feedback
//        +----------------------+                      v
//     learner -- shape --> valuation -- machine --> equivalence question
//
//   teachers/teacher.hpp    Teacher: answers comparisons in batches, and equivalence questions. Write your own, or take
//                           MachineTeacher (exact), SamplingTeacher (probably approximately correct).
//   teachers/learn.hpp      learn, drive: for teachers that answer at once.
//   learning/session.hpp    Session: the same run turned inside out. `next()` says what is needed, `answer()` feeds it;
//                           it calls nobody, so an answer may take a day.
//   learning/learner.hpp, learning/ranker.hpp, learning/valuation.hpp
//                           the three parts of a run that can be chosen, with SessionOptions.
//   automata/               alphabets, outputs, Moore machines, Mealy machines, reward machines and what can be done
//   with
//                           them: minimise, find_counterexample, random_machine, ...
//   formats/, worlds/       machines in files; the tasks of the paper and the worlds they are played in.
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
// Errors are exceptions: InputError for what somebody handed in, ParseError (an InputError) with line and column,
// Contradiction for a teacher whose answers cannot all be true, Misuse for a broken contract.
#pragma once

#include "remap/automata/equivalence.hpp"
#include "remap/automata/mealy.hpp"
#include "remap/automata/minimise.hpp"
#include "remap/automata/moore.hpp"
#include "remap/automata/random.hpp"
#include "remap/automata/regex.hpp"
#include "remap/automata/reward_machine.hpp"
#include "remap/formats/machine_file.hpp"
#include "remap/learning/session.hpp"
#include "remap/teachers/counting.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"
#include "remap/teachers/sampling.hpp"
#include "remap/worlds/tasks.hpp"
