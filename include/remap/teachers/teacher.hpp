// Teachers know the hidden order and answer questions about it.
//
// The smallest teacher is a function of two words (`FunctionTeacher`, or `learn` with a function). Derive your own
// teacher from `Teacher` if it can only compare, or from `JudgingTeacher` if it can also check a machine. Questions
// come in batches of independent comparisons, so that a slow teacher can answer them in parallel. Counting, recording
// and the like are decorators around a teacher, one per file.
#pragma once

#include <functional>
#include <span>

#include "remap/learning/question.hpp"

namespace remap {

/// Gives the values themselves, for sessions that ask for them instead of comparisons.
class ValueTeacher {
 public:
  virtual ~ValueTeacher() = default;
  /// One value per word or, if `asked.with_prefixes()`, one per prefix of each word. All must be set.
  virtual void values(const AskedWords& asked, std::span<Output> answers) = 0;
  /// Whether it gives the values of all prefixes of a word in one answer. Otherwise it is never asked to.
  [[nodiscard]] virtual bool gives_prefixes() const noexcept { return false; }
};

/// Several people who answer. Each has error rates of their own, which are learned from all answers together.
class Annotators {
 public:
  virtual ~Annotators() = default;
  /// Who gave each answer of the last call to `compare`, as numbers from 0; a person always has the same number.
  [[nodiscard]] virtual std::span<const std::uint16_t> givers() const noexcept = 0;
};

class Teacher {
 public:
  virtual ~Teacher() = default;

  /// One answer per comparison: the left word's value against the right word's. All must be set.
  virtual void compare(const Comparisons& comparisons, std::span<Preference> answers) = 0;

  /// Whether this teacher answers equivalence questions; without them hypotheses are tested by comparisons.
  [[nodiscard]] virtual bool judges() const noexcept { return false; }
  /// **"No counterexample" means "none found".** Only exact teachers promise that none exists. Throws Misuse unless
  /// overridden.
  virtual EquivalenceAnswer equivalence(const EquivalenceQuestion& question);

  /// This teacher as one that gives values; null if it does not.
  [[nodiscard]] virtual ValueTeacher* value_teacher() noexcept { return nullptr; }
  /// The people behind this teacher; null if it is one.
  [[nodiscard]] virtual const Annotators* annotators() const noexcept { return nullptr; }
  /// If answers may be wrong: how many comparisons should be asked together, because they are answered at the same
  /// time. Some more are then asked in all. Must not change during a run.
  [[nodiscard]] virtual std::size_t at_once() const noexcept { return 1; }
};

/// A teacher that also checks machines.
class JudgingTeacher : public Teacher {
 public:
  [[nodiscard]] bool judges() const noexcept override { return true; }
  EquivalenceAnswer equivalence(const EquivalenceQuestion& question) override = 0;
};

/// A function of two words, asked one comparison at a time.
class FunctionTeacher final : public Teacher {
 public:
  using Function = std::function<Preference(const Word&, const Word&)>;
  explicit FunctionTeacher(Function function) : function_(std::move(function)) {}
  void compare(const Comparisons& comparisons, std::span<Preference> answers) override;

 private:
  Function function_;
};

}  // namespace remap
