// Where machines on the command line come from: a built-in task, a file, or a family such as `random:50,5,4`.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/choices.hpp"
#include "remap/formats/machine_file.hpp"
#include "remap/learning/options.hpp"

namespace remap::cli {

/// One SOURCE or MACHINE argument and its options.
struct SourceArgument {
  std::string text;
  std::optional<std::string> letters = std::nullopt;
  std::optional<std::string> events = std::nullopt;
  std::optional<std::string> undefined = std::nullopt;
  bool check_deterministic = true;

  /// Adds the positional argument `name` to a command.
  CLI::Option* add(CLI::App& command, const std::string& name, const std::string& help);
  /// Adds `--letters`, which `regex:` sources take.
  void add_letters(CLI::App& command);
  /// Adds `--events`, the letters that occur.
  void add_events(CLI::App& command);
  /// Adds `--undefined`, the output of missing transitions.
  void add_undefined(CLI::App& command);
};

/// The machine as given; `events` and `undefined` are ignored. Warnings about a file go to standard error. Throws an
/// InputError that suggests the nearest names for an unknown task, or says what is wrong with a file.
AnyMachine resolve(const SourceArgument& source);

/// The same as a Moore machine over the letters that occur, for a teacher.
MooreMachine resolve_moore(const SourceArgument& source);

/// The same, and the kind of machine that is learned unless another is asked for.
struct HiddenMachine {
  MooreMachine machine;
  MachineKind kind;
};
HiddenMachine resolve_hidden(const SourceArgument& source);

/// As given, or converted; `events` and `undefined` require a form, since they change the machine.
AnyMachine resolve_as(const SourceArgument& source, std::optional<Form> form);

/// A paragraph about sources, for help texts.
std::string source_help();

}  // namespace remap::cli
