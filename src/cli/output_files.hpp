// The files of `--output`: checked before the work, written after it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "remap/formats/any_machine.hpp"

namespace remap::cli {

class OutputFiles {
 public:
  /// Adds `--output`, which may be given several times.
  void add(CLI::App& command, const std::string& what);
  /// Throws InputError for an extension that tells no format, or a path that cannot be written. Changes no file.
  void check() const;
  /// Also: a text file needs letters that are sets of propositions.
  void check(const Alphabet& alphabet) const;
  /// Writes them all; a line on standard output for each, unless `quiet`.
  void write(const AnyMachine& machine, bool quiet) const;
  [[nodiscard]] bool empty() const noexcept { return paths_.empty(); }
  [[nodiscard]] const std::vector<std::string>& paths() const noexcept { return paths_; }

 private:
  std::vector<std::string> paths_;
};

/// Throws InputError when a file of that name cannot be written there. Changes no file.
void check_writable(const std::string& path);

}  // namespace remap::cli
