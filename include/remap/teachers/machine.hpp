// Teachers that know the hidden machine. MachineTeacher answers exactly; SamplingTeacher compares exactly, but tests a
// hypothesis only on sampled words: the paper's probably approximately correct setting.
#pragma once

#include <memory>
#include <vector>

#include "remap/automata/equivalence.hpp"
#include "remap/automata/random.hpp"
#include "remap/learning/options.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap {

struct MachineTeacherOptions {
  CounterexampleOrder order = CounterexampleOrder::shortest;
  FeedbackStrength feedback = FeedbackStrength::value;
};

/// Compares words by running the machine; the state that a word reaches is cached, so a word costs only the letters
/// after its longest prefix in the tree. Answers equivalence questions by exact comparison of machines: no
/// counterexample means that none exists.
class MachineTeacher : public JudgingTeacher, public ValueTeacher {
 public:
  explicit MachineTeacher(MooreMachine machine, MachineTeacherOptions options = {});
  ~MachineTeacher() override;

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override;
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;
  void values(const AskedWords& asked, std::span<Output> answers) override;

  [[nodiscard]] ValueTeacher* value_teacher() noexcept override { return this; }
  [[nodiscard]] bool gives_prefixes() const noexcept override { return true; }

  [[nodiscard]] const MooreMachine& machine() const noexcept { return machine_; }

 protected:
  /// Per output of the question's machine: the output that words with it must have for the question to be accepted;
  /// `no_output` if no word has it.
  [[nodiscard]] std::vector<Output> labels(const EquivalenceQuestion& question);
  /// The answer for a counterexample, with feedback of this teacher's strength.
  [[nodiscard]] EquivalenceAnswer reject(const EquivalenceQuestion& question, Word counterexample) const;

 private:
  class Reached;  // the states that words reach, cached

  MooreMachine machine_;
  MachineTeacherOptions options_;
  std::unique_ptr<Reached> reached_;
};

struct SamplingOptions {
  SampleSize size;
  double stop = 0.2;  // lengths are geometric: P(L = l) = (1 - stop)^(l-1) stop, l >= 1
  FeedbackStrength feedback = FeedbackStrength::value;
  std::uint64_t seed = 1;
};

/// Tests the empty word and then the sampled words, each once; returns the first on which the machine is wrong. No
/// counterexample means only that no sampled word was one.
class SamplingTeacher final : public MachineTeacher {
 public:
  SamplingTeacher(MooreMachine machine, SamplingOptions options);
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;

 private:
  SamplingOptions options_;
};

}  // namespace remap
