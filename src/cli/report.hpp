// What is told after a run: for people, and as JSON (docs/json-output.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "runs/known_run.hpp"

namespace remap::cli {

/// One object, ended by a line break.
std::string json_report(const std::string& source, const MooreMachine& hidden, const KnownRun& run);

/// A run to set beside the main one, under a title.
struct Beside {
  std::string title;
  KnownRun run;
};

struct ReportOptions {
  std::vector<Beside> beside;
  std::string note;   // why something is not set beside, or empty
  bool times = true;  // off where the text must be the same each time
};

/// The machine as a table, the question counts, and whether it is right.
std::string text_report(const std::string& source, const MooreMachine& hidden, const KnownRun& run,
                        const ReportOptions& options);

/// "The teacher agreed with itself in 19 of 20 rechecks (95 %)."
std::string agreement_text(const AnswerBook::Agreement& agreement);
nlohmann::ordered_json agreement_json(const AnswerBook::Agreement& agreement);

}  // namespace remap::cli
