// The machines that a file can hold, conversions between them, and machine files: the extension determines the format.
//
//   .txt            reward machine text      read and written
//   .dot .gv        graphviz                 read and written
//   .json           JSON                     read and written
//   .svg .pdf .png  pictures                 written only
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include "remap/automata/error.hpp"
#include "remap/automata/mealy.hpp"
#include "remap/automata/moore.hpp"
#include "remap/automata/reward_machine.hpp"
#include "remap/learning/question.hpp"

namespace remap {

using AnyMachine = std::variant<MooreMachine, MealyMachine, RewardMachine>;

/// A hypothesis as the machine that it is.
AnyMachine as_learned(const Hypothesis& hypothesis);

/// The Moore machine equivalent to a machine; a Moore machine is returned unchanged.
MooreMachine as_moore(const AnyMachine& machine);

/// The equivalent reward machine: it gives every word the same output. Throws InputError if there is none, because
/// letters are not sets of propositions, an output is not a number, or the output of the empty word is not 0.
RewardMachine as_reward_machine(const AnyMachine& machine);

enum class MachineFormat : std::uint8_t { text, dot, json };

/// Receives warnings about a readable file: a sentence, its position and, if known, the file.
using Warn = std::function<void(const ParseError&)>;

struct ReadOptions {
  /// Reject reward machines in which one letter satisfies two transitions that disagree. Off for `determinise`.
  bool check_deterministic = true;
  /// If empty, there are no warnings.
  Warn warn = {};
};

/// The format of a text, determined by its beginning: JSON with a brace, DOT with `graph` or `digraph` after comments.
MachineFormat recognised_format(std::string_view text);

/// Reads a machine from a text. Throws ParseError or InputError without a file name.
AnyMachine parse_machine(std::string_view text, MachineFormat format, const ReadOptions& options = {});

/// Writes a machine as a text. For `MachineFormat::text`, a Moore or Mealy machine is first converted to a reward
/// machine. The text is read back and compared before it is returned. Throws InputError if the format cannot express
/// the machine.
std::string format_machine(const AnyMachine& machine, MachineFormat format);

/// Throws ParseError or InputError with the name of the file: missing, a directory, unreadable, empty, malformed.
AnyMachine read_machine_file(const std::filesystem::path& path, const ReadOptions& options = {});

/// Throws InputError if the path cannot be written or the format cannot express the machine; an existing file is then
/// left as it was.
void write_machine_file(const std::filesystem::path& path, const AnyMachine& machine);

/// Throws InputError unless `write_machine_file` knows the extension; for checking a path before a long run.
void check_machine_extension(const std::filesystem::path& path);

}  // namespace remap
