// Where machines on the command line come from: a built-in task, a file, or a family such as `random:50,5,4`.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/choices.hpp"
#include "remap/formats/any_machine.hpp"

namespace remap::cli {

/// One SOURCE or MACHINE argument and what belongs to it.
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
  /// Adds `--undefined`, what missing transitions give.
  void add_undefined(CLI::App& command);
};

/// The machine as it stands there; `events` and `undefined` play no part. Warnings about a file go to standard error.
/// Throws InputError: an unknown task is answered with the nearest names, a file with what is wrong with it.
AnyMachine resolve(const SourceArgument& source);

/// The same as a Moore machine over the letters that occur: what a teacher knows.
MooreMachine resolve_moore(const SourceArgument& source);

/// As it stands there, or converted; `events` and `undefined` need a form, since they change what the machine is.
AnyMachine resolve_as(const SourceArgument& source, std::optional<Form> form);

/// A paragraph on what a source can be, for help texts.
std::string source_help();

}  // namespace remap::cli
