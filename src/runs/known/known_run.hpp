// One run of a method against a known machine.
#pragma once

#include <memory>
#include <optional>

#include "remap/runs/settings.hpp"
#include "remap/teachers/machine.hpp"
#include "runs/method/run_teacher.hpp"
#include "teachers/careful/careful.hpp"
#include "teachers/simulated/noise.hpp"

namespace remap {

/// How careful a run is with its answers.
Care care_of(const Method& method);

/// A teacher that knows the machine and answers as the method specifies.
std::unique_ptr<Teacher> make_teacher(const MooreMachine& hidden, const Method& method);

/// Whether a machine was learned exactly, or up to the names of its values.
bool is_correct(const MooreMachine& hidden, const MooreMachine& learned, bool by_order);

struct TableSize {
  std::size_t prefixes = 0;  // |S|
  std::size_t suffixes = 0;  // |E|
  std::size_t lower = 0;     // |S·Σ|
};

struct KnownRun {
  Method method;
  Hypothesis machine;
  SessionCounts counts;
  std::size_t classes = 0;
  std::size_t known_values = 0;
  std::optional<TableSize> table = std::nullopt;
  Limit limit = Limit::none;  // that ended it
  bool correct = false;       // by exact comparison; for order-respecting equivalence, up to order
  double seconds = 0;         // wall time, answering included
  double teacher_seconds = 0;
  std::uint64_t contradictions = 0;      // settled by asking again
  std::uint64_t confirmations = 0;       // among the comparisons
  AnswerBook::Agreement agreement = {};  // of rechecks, which are also among the comparisons
};

/// What a run with noise had cost when it could not go on.
struct StuckRun : Error {
  using Error::Error;
  std::uint64_t comparisons = 0, equivalence_questions = 0;
  std::uint64_t contradictions = 0, confirmations = 0;  // as in `KnownRun`
  double seconds = 0;
};

/// With noise, confirmations or rechecks, questions count as often as they were asked, and contradictions are settled
/// according to `Care::settle`; throws StuckRun if that fails.
KnownRun run_known(const MooreMachine& hidden, const Method& method, RunWatcher* watcher = nullptr,
                   const NoiseOptions& noise = {});

}  // namespace remap
