#include "learning/order/valuation.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <memory>

#include "remap/automata/error.hpp"
#include "remap/learning/z3.hpp"

namespace remap {
namespace {

ChainProblem some_problem() {
  const auto universe = *rc::gen::inRange<std::size_t>(1, 9);
  const auto classes = *rc::gen::inRange<std::size_t>(0, universe + 2);
  ChainProblem problem;
  for (std::size_t i = 0; i < classes; ++i) {
    OutputSet domain = OutputSet::none(universe);
    for (std::size_t v = 0; v < universe; ++v) {
      if (*rc::gen::inRange(0, 3) > 0) domain.insert(make_id<Output>(v));
    }
    problem.push_back(domain);
  }
  return problem;
}

bool solves(const std::vector<Output>& values, const ChainProblem& problem) {
  if (values.size() != problem.size()) return false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!problem[i].contains(values[i])) return false;
    if (i > 0 && !(values[i - 1] < values[i])) return false;
  }
  return true;
}

/// All solutions, by trying every value of every class.
void all_solutions(const ChainProblem& problem, std::vector<Output>& sofar, std::vector<std::vector<Output>>& found) {
  if (sofar.size() == problem.size()) {
    found.push_back(sofar);
    return;
  }
  for (Output value : problem[sofar.size()].members()) {
    if (!sofar.empty() && value <= sofar.back()) continue;
    sofar.push_back(value);
    all_solutions(problem, sofar, found);
    sofar.pop_back();
  }
}

RC_GTEST_PROP(Valuation, DirectAndZ3FindASolutionOnTheSameProblems, ()) {
  enable_z3();
  const ChainProblem problem = some_problem();
  std::vector<std::vector<Output>> solutions;
  std::vector<Output> sofar;
  all_solutions(problem, sofar, solutions);
  const std::unique_ptr<Valuation> valuations[] = {std::make_unique<DirectValuation>(Guess::lowest),
                                                   std::make_unique<DirectValuation>(Guess::middle),
                                                   make_z3_valuation()};
  for (const auto& valuation : valuations) {
    const auto values = valuation->solve(problem);
    RC_ASSERT(values.has_value() == !solutions.empty());
    if (values) RC_ASSERT(solves(*values, problem));
  }
}

RC_GTEST_PROP(Valuation, LowestAndHighestBoundEverySolution, ()) {
  const ChainProblem problem = some_problem();
  std::vector<std::vector<Output>> solutions;
  std::vector<Output> sofar;
  all_solutions(problem, sofar, solutions);
  const auto lowest = lowest_values(problem);
  const auto highest = highest_values(problem);
  RC_ASSERT(lowest.has_value() == !solutions.empty());
  RC_ASSERT(highest.has_value() == !solutions.empty());
  if (solutions.empty()) return;
  RC_ASSERT(solves(*lowest, problem));
  RC_ASSERT(solves(*highest, problem));
  RC_ASSERT(*DirectValuation(Guess::lowest).solve(problem) == *lowest);
  for (const auto& solution : solutions) {
    for (std::size_t i = 0; i < solution.size(); ++i) {
      RC_ASSERT((*lowest)[i] <= solution[i]);
      RC_ASSERT(solution[i] <= (*highest)[i]);
    }
  }
}

TEST(Valuation, WithoutZ3AskingForItIsRefused) {
  set_z3_valuation(nullptr);
  EXPECT_THROW((void)make_z3_valuation(), InputError);
  enable_z3();
  EXPECT_NE(make_z3_valuation(), nullptr);
}

TEST(Valuation, TheMiddleOfWhatIsPossible) {
  const ChainProblem one{OutputSet::all(5)};
  EXPECT_EQ(DirectValuation(Guess::middle).solve(one), std::vector<Output>{Output{2}});
  const ChainProblem two{OutputSet::all(3), OutputSet::all(3)};
  EXPECT_EQ(DirectValuation(Guess::middle).solve(two), (std::vector<Output>{Output{0}, Output{1}}));
}

}  // namespace
}  // namespace remap
