// The report after a run: for people, and as JSON (docs/json-output.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "remap/teachers/erring.hpp"
#include "runs/known/known_run.hpp"

namespace remap::cli {

/// The contents of `learn --json`, whoever answered; what is not known about a run is null.
struct LearnReport {
  std::optional<std::string> source = std::nullopt;
  const Alphabet& alphabet;
  const Hypothesis& machine;
  const Method& method;
  const SessionCounts& counts;
  std::optional<std::size_t> outputs = std::nullopt;  // as given; not known if only the order is learned
  std::size_t classes = 0;
  std::size_t known_values = 0;
  std::optional<bool> correct = std::nullopt;
  Limit limit = Limit::none;  // that ended the run
  std::uint64_t asked = 0;
  std::uint64_t confirmations = 0;
  AnswerBook::Agreement agreement = {};
  std::optional<TableSize> table = std::nullopt;
  double seconds = 0;
  std::optional<double> teacher_seconds = std::nullopt;
  std::optional<double> log_seconds = std::nullopt;
  const ErringResult* belief = nullptr;  // of runs whose teacher may err
};

/// One object and a line break.
std::string json_report(const LearnReport& report);
LearnReport learn_report(const std::string& source, const MooreMachine& hidden, const KnownRun& run);

/// A run to compare with the main one, under a title.
struct Beside {
  std::string title;
  KnownRun run;
};

struct ReportOptions {
  std::vector<Beside> beside;
  std::string note;   // why something is not compared, or empty
  bool times = true;  // off if the text must be reproducible
};

/// The machine as a table, the question counts, and whether it is right.
std::string text_report(const std::string& source, const MooreMachine& hidden, const KnownRun& run,
                        const ReportOptions& options);

/// "8 letters", or "all sets of 64 propositions".
std::string letters_shown(const Alphabet& alphabet);

/// How sure a machine is that was tested on random words alone: if every answer was right, it is wrong about at most
/// this share of random words.
struct TestedOnWords {
  double wrong_at_most = 1;
  double with_probability = 0;
};
/// None when somebody judged the machine, when a limit ended the run, or when the confidence is stated otherwise.
std::optional<TestedOnWords> tested_on_words(const Method& method, const SessionCounts& counts, Limit limit);
std::string tested_text(const TestedOnWords& tested);

/// Which limit ended a run, and what that says about its machine; empty if none did.
std::string limit_text(const Method& method, Limit limit);
/// The exit code of a run.
int exit_code(Limit limit);

/// "The teacher agreed with itself in 19 of 20 rechecks (95 %)."
std::string agreement_text(const AnswerBook::Agreement& agreement);
nlohmann::ordered_json agreement_json(const AnswerBook::Agreement& agreement);

}  // namespace remap::cli
