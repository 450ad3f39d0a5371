// Machine files: the format is told by the extension.
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

#include "remap/automata/error.hpp"
#include "remap/formats/any_machine.hpp"

namespace remap {

enum class MachineFormat : std::uint8_t { text, dot, json };

/// Takes what is odd about a file that can be read all the same: a sentence, its place and, if known, the file.
using Warn = std::function<void(const ParseError&)>;

struct ReadOptions {
  /// Refuse reward machines in which one letter satisfies two transitions that disagree. Off: for `determinise`.
  bool check_deterministic = true;
  /// Nobody is warned when it is empty.
  Warn warn = {};
};

/// The format that a text is in, by how it begins: JSON with a brace, DOT with `graph` or `digraph` after comments.
MachineFormat recognised_format(std::string_view text);

/// Reads a machine from a text. Throws ParseError or InputError without a file name.
AnyMachine parse_machine(std::string_view text, MachineFormat format, const ReadOptions& options = {});

/// Writes a machine as a text. As `MachineFormat::text` a Moore or Mealy machine is converted to a reward machine
/// first. What is returned has been read back and compared. Throws InputError when the format cannot say the machine.
std::string format_machine(const AnyMachine& machine, MachineFormat format);

/// Throws ParseError or InputError with the name of the file: missing, a directory, unreadable, empty, malformed.
AnyMachine read_machine_file(const std::filesystem::path& path, const ReadOptions& options = {});

/// Throws InputError when the path cannot be written or the format cannot say the machine; a file that was there is
/// then untouched.
void write_machine_file(const std::filesystem::path& path, const AnyMachine& machine);

/// Throws InputError unless `write_machine_file` knows the extension; for checking a path before a long run.
void check_machine_extension(const std::filesystem::path& path);

}  // namespace remap
