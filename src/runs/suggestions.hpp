// What a run would ask next, for whoever answers elsewhere.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "remap/runs/durable_run.hpp"

namespace remap {

/// The next questions of a run: comparisons that do not depend on each other, or a machine to be judged, or nothing.
struct Suggestions {
  std::vector<std::pair<Word, Word>> comparisons;
  std::optional<MooreMachine> machine;
  [[nodiscard]] bool finished() const noexcept { return comparisons.empty() && !machine; }
};

/// Asks nobody and changes nothing. Throws Contradiction or Unsettled when the answers allow no machine.
Suggestions next_questions(DurableRun& run);

/// Gives the verdict on the machine that `next_questions` told, as if a teacher had. Throws Misuse when the run does
/// not ask about a machine now.
void take_verdict(DurableRun& run, const EquivalenceAnswer& verdict);

}  // namespace remap
