// From the order of classes to concrete values: the paper's FindSolution.
//
// After unification every constraint is one of two kinds: the classes form a chain of strict inequalities, and each
// class has a set of values that feedback still allows (its domain). A valuation finds one value per class that
// satisfies all of them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "learning/questions/output_set.hpp"
#include "remap/learning/options.hpp"

namespace remap {

/// One domain per class, lowest class first; the values must increase strictly along the list.
using ChainProblem = std::vector<OutputSet>;

class Valuation {
 public:
  virtual ~Valuation() = default;
  /// Empty if the constraints contradict each other.
  [[nodiscard]] virtual std::optional<std::vector<Output>> solve(const ChainProblem& problem) const = 0;
};

/// Exact and direct: two sweeps over the chain.
class DirectValuation final : public Valuation {
 public:
  explicit DirectValuation(Guess guess) : guess_(guess) {}
  [[nodiscard]] std::optional<std::vector<Output>> solve(const ChainProblem& problem) const override;

 private:
  Guess guess_;
};

/// The same problem solved by Z3, as an independent check. Which solution it picks is Z3's choice. Throws InputError if
/// this program has no Z3; see remap/learning/z3.hpp.
std::unique_ptr<Valuation> make_z3_valuation();
using MakeValuation = std::unique_ptr<Valuation> (*)();
/// Registration of the optional part remap::z3.
void set_z3_valuation(MakeValuation make) noexcept;

/// The lowest value each class can have, given all constraints; empty if there is no solution.
std::optional<std::vector<Output>> lowest_values(const ChainProblem& problem);
/// The highest value each class can have.
std::optional<std::vector<Output>> highest_values(const ChainProblem& problem);

}  // namespace remap
