// What a run whose answers are stored learned, and what it took.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "remap/learning/session.hpp"
#include "remap/teachers/erring.hpp"

namespace remap {

struct RunResult {
  Hypothesis machine;
  SessionCounts counts;
  std::size_t classes = 0;       // of words told apart
  std::size_t known_values = 0;  // classes whose value is determined
  std::uint64_t asked = 0;       // questions to the teacher; the other answers were in the log
  double seconds = 0;
  double log_seconds = 0;
  std::uint64_t confirmations = 0;
  std::uint64_t rechecks = 0, agreeing_rechecks = 0;
  /// The limit that ended the run; nobody accepted the machine then. Resumed with a higher one, the run goes on.
  Limit limit = Limit::none;
  /// If the teacher may err: how likely the machine is right, how the teacher errs, and which answers are doubtful.
  std::optional<ErringResult> erring = std::nullopt;
};

}  // namespace remap
