// A sampling teacher that tries paths of the true reward machine before random words.
#pragma once

#include <vector>

#include "remap/automata/reward_machine.hpp"
#include "remap/teachers/machine.hpp"

namespace remap {

/// Paths through a reward machine, as sequences of formulas; a word belongs to a path if each letter satisfies its
/// formula.
class FormulaPaths {
 public:
  /// All paths from the initial state that visit no state twice, shortest first (iterative deepening up to the number
  /// of states), at most `most` of them. Formulas that no letter satisfies are not followed. Throws InputError if the
  /// alphabet lacks a proposition of the machine.
  FormulaPaths(const RewardMachine& machine, const Alphabet& alphabet, std::size_t most = 10'000);

  [[nodiscard]] std::size_t size() const noexcept { return paths_.size(); }
  [[nodiscard]] std::size_t length(std::size_t path) const { return paths_[path].size(); }
  /// The sum of all lengths.
  [[nodiscard]] std::uint64_t total_length() const noexcept;
  /// A word of that path, each letter uniform among those that satisfy the formula.
  void draw(std::size_t path, Random& random, Word& into) const;

 private:
  std::vector<std::vector<Letter>> letters_;       // per transition: those that satisfy its formula
  std::vector<std::vector<std::uint32_t>> paths_;  // transitions
};

/// Before the geometric words, tests length × letters × samples words of every path: "samples" is a multiplier. Words
/// are drawn as they are tested, and the first on which the machine is wrong is returned. No counterexample means only
/// that no sampled word was one.
class GuidedTeacher final : public MachineTeacher {
 public:
  /// `paths` are those of the reward machine equivalent to `machine`. `options.size` is the number of geometric words
  /// and the multiplier.
  GuidedTeacher(MooreMachine machine, std::shared_ptr<const FormulaPaths> paths, SamplingOptions options);
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;

 private:
  std::shared_ptr<const FormulaPaths> paths_;
  SamplingOptions options_;
  Random random_;
};

}  // namespace remap
