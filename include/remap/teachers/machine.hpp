// A teacher that knows the hidden machine and answers exactly.
#pragma once

#include <memory>
#include <vector>

#include "remap/automata/equivalence.hpp"
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

}  // namespace remap
