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

/// Comparisons by running the machine; the state reached by a word is remembered, so a word costs only the letters
/// after its longest prefix in the tree. Equivalence by exact comparison of machines: no counterexample means that none
/// exists.
class MachineTeacher : public Teacher {
 public:
  explicit MachineTeacher(MooreMachine machine, MachineTeacherOptions options = {});

  void compare(const WordTree& words, std::span<const Comparison> comparisons, std::span<Preference> answers) override;
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;
  void values(const WordTree& words, std::span<const WordId> asked, std::span<Output> answers) override;

  [[nodiscard]] const MooreMachine& machine() const noexcept { return machine_; }

 protected:
  /// Per state of the question's machine: the output that this state must have for the question to be accepted.
  [[nodiscard]] std::vector<Output> labels(const EquivalenceQuestion& question);
  /// The answer for a counterexample, with feedback of this teacher's strength.
  [[nodiscard]] EquivalenceAnswer reject(const EquivalenceQuestion& question, Word counterexample) const;

 private:
  void make_room(const WordTree& words);
  State state_after(const WordTree& words, WordId word);
  void run_all(const WordTree& words, std::span<const Comparison> comparisons);

  MooreMachine machine_;
  MachineTeacherOptions options_;
  std::uint64_t tree_ = 0;  // the identity of the tree that state_of_word_ is about
  LargeVector<State> state_of_word_;
  std::vector<WordId> path_;
};

}  // namespace remap
