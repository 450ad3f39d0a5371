// The chain solver. One sweep upwards gives every class the least value of its domain above its predecessor's: the
// least solution, and if it runs out of values there is none. One sweep downwards gives the greatest solution. Between
// the two any value of the domain can be taken from the bottom up, because whatever is at most the greatest solution
// leaves room for the rest. Cost: linear in the number of classes (times a word scan of the domain).
#include "learning/order/valuation.hpp"

#include <atomic>

#include "remap/automata/error.hpp"

namespace remap {

namespace {

std::atomic<MakeValuation> make_z3 = nullptr;

}  // namespace

void set_z3_valuation(MakeValuation make) noexcept { make_z3 = make; }

std::unique_ptr<Valuation> make_z3_valuation() {
  const auto make = make_z3.load();
  if (make == nullptr) {
    throw InputError("the valuation z3 needs Z3, which this build does not have; use the valuation direct");
  }
  return make();
}

std::optional<std::vector<Output>> lowest_values(const ChainProblem& problem) {
  std::vector<Output> values;
  values.reserve(problem.size());
  std::size_t from = 0;
  for (const OutputSet& domain : problem) {
    const Output value = domain.at_or_after(from);
    if (value == no_output) return std::nullopt;
    values.push_back(value);
    from = index(value) + 1;
  }
  return values;
}

std::optional<std::vector<Output>> highest_values(const ChainProblem& problem) {
  std::vector<Output> values(problem.size());
  std::size_t end = problem.empty() ? 0 : problem.front().universe();
  for (std::size_t i = problem.size(); i-- > 0;) {
    const Output value = problem[i].before(end);
    if (value == no_output) return std::nullopt;
    values[i] = value;
    end = index(value);
  }
  return values;
}

std::optional<std::vector<Output>> DirectValuation::solve(const ChainProblem& problem) const {
  std::optional<std::vector<Output>> lowest = lowest_values(problem);
  if (!lowest || guess_ == Guess::lowest) return lowest;
  const std::vector<Output> highest = *highest_values(problem);
  std::vector<Output> values;
  values.reserve(problem.size());
  std::size_t from = 0;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    std::vector<Output> possible;
    for (Output v = problem[i].at_or_after(from); v != no_output && v <= highest[i];
         v = problem[i].at_or_after(index(v) + 1)) {
      possible.push_back(v);
    }
    values.push_back(possible[(possible.size() - 1) / 2]);
    from = index(values.back()) + 1;
  }
  return values;
}

}  // namespace remap
