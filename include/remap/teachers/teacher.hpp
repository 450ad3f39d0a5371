// Teachers: whoever knows the hidden order and answers questions about it.
//
// The primitive is a batch: comparisons that do not depend on each other come together, so that a slow teacher can
// answer them side by side. Counting, recording and the like are decorators around a teacher, one per file.
#pragma once

#include <span>

#include "remap/learning/question.hpp"

namespace remap {

class Teacher {
 public:
  virtual ~Teacher() = default;

  /// One answer per comparison: the left word's value against the right word's.
  virtual void compare(const WordTree& words, std::span<const Comparison> comparisons,
                       std::span<Preference> answers) = 0;
  /// **"No counterexample" means "none found".** Only exact teachers promise that none exists.
  virtual EquivalenceAnswer equivalence(const EquivalenceQuestion& question) = 0;
  /// The values themselves, for the L* baseline. Throws Misuse unless overridden.
  virtual void values(const WordTree& words, std::span<const WordId> asked, std::span<Output> answers);
};

}  // namespace remap
