#include "remap/teachers/teacher.hpp"

#include "remap/automata/error.hpp"

namespace remap {

EquivalenceAnswer Teacher::equivalence(const EquivalenceQuestion& /*question*/) {
  throw Misuse("Teacher::equivalence", "this teacher does not check machines");
}

void FunctionTeacher::compare(const Comparisons& comparisons, std::span<Preference> answers) {
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    answers[i] = function_(comparisons.left(i), comparisons.right(i));
  }
}

}  // namespace remap
