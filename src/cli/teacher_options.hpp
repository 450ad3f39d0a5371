// `learn --teacher`: who answers, and about which letters and outputs.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "cli/method_options.hpp"
#include "remap/formats/session_head.hpp"
#include "runs/method/person_settings.hpp"
#include "runs/method/run_teacher.hpp"

namespace remap::cli {

struct TeacherOptions {
  std::optional<std::string> teacher;
  std::optional<std::string> propositions;
  std::optional<std::string> outputs;
  std::optional<double> timeout;
  std::optional<std::string> session;
  std::optional<std::string> names;
  std::optional<std::string> settle;
  std::optional<std::string> value_names;
  std::optional<std::string> longest;
  std::optional<std::string> story;
  std::optional<std::string> by;
  // Defaults of a built-in task.
  std::string usual_names;  // as in a file of names
  std::string world;

  void add(CLI::App& command);
  /// Those that also apply to a person on a page.
  void add_for_people(CLI::App& command, const std::string& condition);
  /// Throws InputError for options that require `--teacher`.
  void refuse_without_teacher() const;
};

/// The letters given; empty if there is neither --letters nor --propositions.
std::optional<Alphabet> named_alphabet(const TeacherOptions& options, const std::optional<std::string>& letters,
                                       const std::optional<std::string>& events);

/// Whether there is no one to ask: --teacher none.
[[nodiscard]] bool nobody(const TeacherOptions& options);

/// A run answered by a program or a person: its first line, and the program, which may already be running.
struct OutsideTeacher {
  SessionHead head;
  std::unique_ptr<RunTeacher> teacher;  // null for a person
};

/// `letters` and `events`: as given on the command line. Asks a program whether it answers equivalence questions.
OutsideTeacher outside_teacher(const TeacherOptions& options, const std::optional<std::string>& letters,
                               const std::optional<std::string>& events, const MethodOptions& method);

}  // namespace remap::cli
