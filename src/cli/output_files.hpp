// The files of `--output`: checked before the run, written after it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/method_options.hpp"
#include "remap/formats/machine_file.hpp"

namespace remap::cli {

class OutputFiles {
 public:
  /// Adds `--output`, which may be given several times, and `--format`, for the name '-', standard output.
  void add(CLI::App& command, const std::string& what);
  /// Throws InputError for an unknown extension or a path that cannot be written. Changes no file.
  void check() const;
  /// Also: a text file needs letters that are sets of propositions.
  void check(const Alphabet& alphabet) const;
  /// Writes them all and prints a line for each, unless `quiet`.
  void write(const AnyMachine& machine, bool quiet) const;
  [[nodiscard]] bool empty() const noexcept { return paths_.empty(); }
  [[nodiscard]] const std::vector<std::string>& paths() const noexcept { return paths_; }
  /// Whether a machine goes to standard output, which then has no report. Throws InputError if another requested
  /// output, such as `--json`, would go there, too.
  [[nodiscard]] bool takes_standard_output(std::initializer_list<std::pair<const char*, bool>> rivals) const;

 private:
  [[nodiscard]] bool to_standard_output() const noexcept;

  std::vector<std::string> paths_;
  std::optional<MachineFormat> format_;
};

/// Where a machine goes: a file, or standard output, named '-', in the format given.
struct MachineTarget {
  std::string path;
  std::optional<MachineFormat> format;

  /// Throws InputError for an unknown extension, a missing format, or a path that cannot be written.
  void check() const;
  void write(const AnyMachine& machine) const;
};

/// `--format`, for the name '-'.
void add_format(CLI::App& command, std::optional<MachineFormat>& into);

/// Throws InputError if a file of that name cannot be written. Changes no file.
void check_writable(const std::string& path);

/// For an `--output` that is a folder: throws InputError if the name is that of a file.
void check_folder(const std::string& path);

}  // namespace remap::cli
