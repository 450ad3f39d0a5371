// Machine files: the format is told by the extension.
//
//   .txt            reward machine text      read and written
//   .dot .gv        graphviz                 read and written
//   .json           JSON                     read and written
//   .svg .pdf .png  pictures                 written only
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "remap/formats/any_machine.hpp"

namespace remap {

enum class MachineFormat : std::uint8_t { text, dot, json };

struct ReadOptions {
  /// Refuse reward machines in which one letter satisfies two transitions that disagree. Off: for `determinise`.
  bool check_deterministic = true;
};

/// Reads a machine from a text. Throws ParseError or InputError without a file name.
AnyMachine parse_machine(std::string_view text, MachineFormat format, ReadOptions options = {});

/// Writes a machine as a text. As `MachineFormat::text` a Moore or Mealy machine is converted to a reward machine
/// first.
std::string format_machine(const AnyMachine& machine, MachineFormat format);

/// Throws ParseError or InputError with the name of the file: missing, a directory, unreadable, empty, malformed.
AnyMachine read_machine_file(const std::filesystem::path& path, ReadOptions options = {});

/// Throws InputError when the path cannot be written or the format cannot say the machine; a file that was there is
/// then untouched.
void write_machine_file(const std::filesystem::path& path, const AnyMachine& machine);

/// Throws InputError unless `write_machine_file` knows the extension; for checking a path before a long run.
void check_machine_extension(const std::filesystem::path& path);

}  // namespace remap
