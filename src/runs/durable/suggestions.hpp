// What a run would ask next, for answers given elsewhere.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "remap/runs/durable_run.hpp"

namespace remap {

/// The next questions of a run: independent comparisons, a machine to be judged, or nothing.
struct Suggestions {
  std::vector<std::pair<Word, Word>> comparisons;
  std::optional<Hypothesis> machine;
  [[nodiscard]] bool finished() const noexcept { return comparisons.empty() && !machine; }
};

/// Asks nothing and changes nothing. Throws Contradiction or Unsettled if the answers allow no machine.
Suggestions next_questions(DurableRun& run);

/// Gives the verdict on the machine from `next_questions`, as if a teacher had. Throws Misuse if the run is not asking
/// about a machine.
void take_verdict(DurableRun& run, const EquivalenceAnswer& verdict);

}  // namespace remap
