// The chain problem as the paper states it, for Z3: one integer variable per class, a disjunction of values per domain,
// a strict inequality per neighbour. Values are positions in the ordered outputs, so integers are exact whatever the
// names are. The simple solver, not Z3's portfolio: on problems this small choosing tactics takes longer than solving.
#include <z3++.h>

#include <fmt/format.h>

#include "z3/z3_makers.hpp"

namespace remap {
namespace {

class Z3Valuation final : public Valuation {
 public:
  [[nodiscard]] std::optional<std::vector<Output>> solve(const ChainProblem& problem) const override;
};

std::optional<std::vector<Output>> Z3Valuation::solve(const ChainProblem& problem) const {
  z3::context context;
  z3::solver solver(context, z3::solver::simple());
  std::vector<z3::expr> variables;
  variables.reserve(problem.size());
  for (std::size_t i = 0; i < problem.size(); ++i) {
    variables.push_back(context.int_const(fmt::format("class{}", i).c_str()));
    z3::expr_vector allowed(context);
    for (unsigned value = 0; value < problem[i].universe(); ++value) {
      if (problem[i].contains(make_id<Output>(value))) allowed.push_back(variables[i] == context.int_val(value));
    }
    solver.add(z3::mk_or(allowed));
    if (i > 0) solver.add(variables[i - 1] < variables[i]);
  }
  if (solver.check() != z3::sat) return std::nullopt;
  const z3::model model = solver.get_model();
  std::vector<Output> values;
  values.reserve(problem.size());
  for (const z3::expr& variable : variables) {
    values.push_back(make_id<Output>(model.eval(variable, true).get_numeral_uint()));
  }
  return values;
}

}  // namespace

std::unique_ptr<Valuation> new_z3_valuation() { return std::make_unique<Z3Valuation>(); }

}  // namespace remap
