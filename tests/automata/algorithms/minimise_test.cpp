#include "remap/automata/equivalence.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "support/machines.hpp"

namespace remap {
namespace {

/// The number of classes of reachable states, by Moore's rounds of refinement: slow and plain.
std::size_t count_classes(const MooreMachine& any) {
  const MooreMachine machine = canonical(any);
  std::vector<std::size_t> class_of(machine.size(), 0);
  for (std::size_t round = 0; round <= machine.size(); ++round) {
    std::map<std::vector<std::size_t>, std::size_t> rows;
    std::vector<std::size_t> refined;
    for (std::size_t q = 0; q < machine.size(); ++q) {
      std::vector<std::size_t> row{index(machine.output(make_id<State>(q)))};
      for (const State to : machine.row(make_id<State>(q))) row.push_back(class_of[index(to)]);
      refined.push_back(rows.emplace(row, rows.size()).first->second);
    }
    class_of = refined;
    if (round == machine.size()) return rows.size();
  }
  return 0;
}

RC_GTEST_PROP(Minimise, AgreesWithPlainRefinement, (std::uint64_t seed)) {
  Random random(seed);
  const MooreMachine machine = testing::any_machine(random, 14, 1 + random.below(3), 1 + random.below(3));
  const MooreMachine smallest = minimise(machine);
  RC_ASSERT(smallest.size() == count_classes(machine));
  RC_ASSERT(canonical(smallest) == smallest);
  RC_ASSERT(is_minimal(smallest));
  RC_ASSERT(is_minimal(machine) == (smallest.size() == machine.size()));
  for (const Word& word : testing::words_up_to(5, machine.letters())) {
    RC_ASSERT(smallest.output_after(word) == machine.output_after(word));
  }
}

TEST(Minimise, ALongChainThatDiffersOnlyAtItsEnd) {
  constexpr std::size_t states = 100000;
  std::vector<State> next;
  std::vector<Output> output_of(states, Output{0});
  output_of.back() = Output{1};
  for (std::size_t q = 0; q < states; ++q) {
    next.push_back(make_id<State>(std::min(q + 1, states - 1)));
    next.push_back(State{0});
  }
  const MooreMachine machine(testing::letters({"a", "b"}), testing::outputs({"0", "1"}), State{0}, output_of, next);
  EXPECT_TRUE(is_minimal(machine));
}

/// What a Mealy machine says along a word: outputs, `.` where a step is missing, `!` where it has ended.
std::string said(const MealyMachine& machine, const Word& word) {
  State at = machine.initial();
  std::string text;
  for (const Letter letter : word) {
    if (machine.terminal(at)) return text + '!';
    const MealyMachine::Step step = machine.step(at, letter);
    if (step.to == no_state) return text + '.';
    text += std::to_string(index(step.output));
    at = step.to;
  }
  return text + (machine.terminal(at) ? "!" : "");
}

/// The number of reachable states that some word tells apart.
std::size_t count_rows(const MealyMachine& machine, const std::vector<Word>& words) {
  std::map<std::vector<std::string>, int> rows;
  std::vector<State> reached{machine.initial()};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const MealyMachine from(
        machine.alphabet(), machine.outputs(), reached[i],
        [&] {
          std::vector<bool> terminal;
          for (std::size_t q = 0; q < machine.size(); ++q) terminal.push_back(machine.terminal(make_id<State>(q)));
          return terminal;
        }(),
        [&] {
          std::vector<MealyMachine::Step> steps;
          for (std::size_t q = 0; q < machine.size(); ++q) {
            for (std::size_t a = 0; a < machine.alphabet().size(); ++a) {
              steps.push_back(machine.step(make_id<State>(q), make_id<Letter>(a)));
            }
          }
          return steps;
        }());
    std::vector<std::string> row;
    for (const Word& word : words) row.push_back(said(from, word));
    rows[row] = 1;
    for (std::size_t a = 0; a < machine.alphabet().size() && !machine.terminal(reached[i]); ++a) {
      const State to = machine.step(reached[i], make_id<Letter>(a)).to;
      if (to != no_state && std::find(reached.begin(), reached.end(), to) == reached.end()) reached.push_back(to);
    }
  }
  return rows.size();
}

RC_GTEST_PROP(MinimiseMealy, KeepsWhatIsSaidInAsFewStatesAsWordsTellApart, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t states = 1 + random.below(6);
  std::vector<bool> terminal;
  std::vector<MealyMachine::Step> steps;
  for (std::size_t q = 0; q < states; ++q) terminal.push_back(random.chance(0.2));
  for (std::size_t i = 0; i < states * 2; ++i) {
    const auto to = make_id<State>(random.below(states));
    steps.push_back(random.chance(0.2) ? MealyMachine::Step{}
                                       : MealyMachine::Step{to, make_id<Output>(random.below(2))});
  }
  const MealyMachine machine(testing::letters({"a", "b"}), testing::outputs({"0", "1"}),
                             make_id<State>(random.below(states)), terminal, steps);
  const MealyMachine smallest = minimise(machine);
  const std::vector<Word> words = testing::words_up_to(6, 2);
  for (const Word& word : words) RC_ASSERT(said(smallest, word) == said(machine, word));
  RC_ASSERT(smallest.size() == count_rows(machine, words));
  RC_ASSERT(minimise(smallest) == smallest);
}

TEST(MinimiseMealy, KeepsATerminalStateApartFromOneWithoutSteps) {
  const MealyMachine::Step none{};
  const MealyMachine machine(testing::letters({"a", "b"}), testing::outputs({"0", "1"}), State{0}, {false, true, false},
                             {{State{1}, Output{0}}, {State{2}, Output{0}}, none, none, none, none});
  EXPECT_EQ(minimise(machine).size(), 3U);
}

}  // namespace
}  // namespace remap
