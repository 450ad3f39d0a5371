#include "remap/automata/minimise.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "automata/machines.hpp"

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

}  // namespace
}  // namespace remap
