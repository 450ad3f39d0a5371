#include "learning/refining/new_states.hpp"

#include <gtest/gtest.h>

#include <set>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/families.hpp"
#include "remap/teachers/learn.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {
namespace {

struct Run {
  std::size_t comparisons = 0;
  std::set<Word> words;  // that were compared
};

Run learn(const MooreMachine& hidden, MachineKind kind, std::size_t longest = no_limit) {
  SessionOptions options;
  options.learner = LearnerKind::tree;
  options.machine = kind;
  options.equivalence_cost = 1;
  options.longest_test = longest;
  MachineTeacher teacher(hidden);
  Session session(hidden.alphabet(), hidden.outputs(), options);
  Run run;
  drive(session, teacher, [&] {
    const Comparisons& comparisons = session.next().comparisons;
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
      for (const auto& word : {comparisons.left(i), comparisons.right(i)}) run.words.emplace(word.begin(), word.end());
    }
    return true;
  });
  EXPECT_FALSE(find_counterexample(session.hypothesis().moore(), hidden));
  run.comparisons = session.counts().comparisons;
  return run;
}

/// The letters that were tried from the state that a word leads to.
std::size_t letters_tried(const Run& run, const Word& access) {
  std::size_t tried = 0;
  for (const Word& word : run.words) {
    if (word.size() == access.size() + 1 && std::equal(access.begin(), access.end(), word.begin())) ++tried;
  }
  return tried;
}

Alphabet letters(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t a = 0; a < count; ++a) names.push_back("a" + std::to_string(a));
  return Alphabet::plain(std::move(names));
}

/// The first letter leads from the first state to the second, in which `leaving`, a word, leads back; all other letters
/// stay.
MooreMachine almost_sink(std::size_t count, const Word& leaving) {
  const std::size_t states = 1 + std::max<std::size_t>(1, leaving.size());
  std::vector<Output> outputs(states, Output{0});
  outputs.front() = Output{1};
  std::vector<State> next;
  for (std::size_t q = 0; q < states; ++q) next.insert(next.end(), count, make_id<State>(q == 0 ? 0 : 1));
  next.front() = State{1};
  for (std::size_t i = 0; i < leaving.size(); ++i) {
    next[(1 + i) * count + index(leaving[i])] = make_id<State>(i + 1 < leaving.size() ? i + 2 : 0);
  }
  return {letters(count), Outputs{"low", "high"}, State{0}, std::move(outputs), std::move(next)};
}

TEST(NewStates, AMooreMachineIsExploredOnceForAllOutputsOfSteps) {
  const MooreMachine hidden = *family_machine("protocol:60,12,8");   // 161 states, 60 as a Mealy machine
  EXPECT_LE(learn(hidden, MachineKind::moore).comparisons, 7'500U);  // 9,626 if each state is explored
}

TEST(NewStates, ASinkIsNotExploredLetterByLetter) {
  constexpr std::size_t count = 40;
  const MooreMachine hidden = almost_sink(count, {});
  EXPECT_LE(letters_tried(learn(hidden, MachineKind::mealy), {Letter{0}}), 2U);
  EXPECT_LE(letters_tried(learn(hidden, MachineKind::moore), {Letter{0}}), 10U);
}

TEST(NewStates, WhatLooksLikeASinkMayBeNone) {
  for (const Word& leaving : {Word{Letter{2}}, Word{Letter{5}, Letter{1}}, Word{Letter{3}, Letter{3}, Letter{3}}}) {
    for (const MachineKind kind : {MachineKind::moore, MachineKind::mealy}) {
      static_cast<void>(learn(almost_sink(6, leaving), kind));  // which checks the machine
    }
  }
}

TEST(NewStates, LongWordsAreNotAskedOfPeople) {
  for (const Word& word : learn(almost_sink(20, {}), MachineKind::mealy, 12).words) EXPECT_LE(word.size(), 12U);
}

}  // namespace
}  // namespace remap
