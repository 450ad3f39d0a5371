// A decorator that answers equivalence questions like a person checking a list of words: wrong lines may be overlooked,
// and the values given for counterexamples may be wrong.
#pragma once

#include "remap/automata/random.hpp"
#include "remap/teachers/teacher.hpp"

namespace remap {

struct OverlookingOptions {
  /// The chance that a wrong line of the list is accepted; below 0: there is no list, and the teacher's own answer is
  /// used.
  double overlooks = -1;
  double wrong_values = 0;  // the chance that the value given for a counterexample is wrong
  std::uint64_t seed = 1;

  [[nodiscard]] bool any() const noexcept { return overlooks >= 0 || wrong_values > 0; }
};

/// The list has a word for every transition and some longer ones; see `TransitionWords`. A value that never occurs is
/// not overlooked: a shortest word with that value is the first counterexample. A wrong value is never the machine's:
/// no one corrects a line to what it already says.
class OverlookingTeacher final : public JudgingTeacher {
 public:
  /// `machine` is the teacher's machine.
  OverlookingTeacher(Teacher& teacher, MooreMachine machine, OverlookingOptions options)
      : teacher_(teacher), machine_(std::move(machine)), options_(options) {}

  void compare(const Comparisons& comparisons, std::span<Preference> answers) override {
    teacher_.compare(comparisons, answers);
  }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override;
  [[nodiscard]] ValueTeacher* value_teacher() noexcept override { return teacher_.value_teacher(); }

 private:
  [[nodiscard]] EquivalenceAnswer look(const EquivalenceQuestion& question, Random& random) const;
  void misname(const EquivalenceQuestion& question, EquivalenceAnswer& answer, Random& random) const;

  Teacher& teacher_;
  MooreMachine machine_;
  OverlookingOptions options_;
  std::uint64_t questions_ = 0;
};

}  // namespace remap
