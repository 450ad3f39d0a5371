#include "cli/output_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "cli/console.hpp"
#include "remap/automata/error.hpp"
#include "remap/formats/machine_file.hpp"

namespace remap::cli {

namespace fs = std::filesystem;

void check_writable(const std::string& path) {
  std::error_code ignored;
  const auto refuse = [&](const std::string& reason) {
    throw InputError(fmt::format("{}: this file cannot be written ({})", path, reason));
  };
  if (fs::is_directory(path, ignored)) refuse("it is a directory");
  const bool there = fs::exists(path, ignored);
  const fs::path parent = fs::path(path).parent_path();
  if (!parent.empty() && !fs::is_directory(parent, ignored))
    refuse(fmt::format("there is no folder {}", parent.string()));
  // An attempt says more than permissions do (read-only file systems, special folders).
  const int flags = there ? O_WRONLY | O_APPEND | O_NONBLOCK : O_WRONLY | O_CREAT | O_EXCL;
  const int file = open(path.c_str(), flags | O_CLOEXEC, 0600);
  if (file < 0) refuse(std::strerror(errno));
  close(file);
  if (!there) unlink(path.c_str());
}

void check_folder(const std::string& path) {
  constexpr std::string_view of_files[] = {".csv", ".dot", ".gv", ".html", ".json", ".pdf", ".png", ".svg", ".txt"};
  const std::string extension = fs::path(path).extension().string();
  if (std::find(std::begin(of_files), std::end(of_files), extension) == std::end(of_files)) return;
  throw InputError(fmt::format("--output {}: here it names a folder, expected a name without '{}'", path, extension));
}

void OutputFiles::add(CLI::App& command, const std::string& what) {
  command
      .add_option(
          "-o,--output", paths_,
          what + " by extension: .txt (reward machine), .dot, .json, .svg, .pdf, .png; may be given several times")
      ->type_name("FILE")
      ->expected(1)
      ->take_all();
  add_format(command, format_);
}

void add_format(CLI::App& command, std::optional<MachineFormat>& into) {
  add_choice(command, "--format", into, "Format of a machine written to '-', standard output")->group("Machines");
}

bool OutputFiles::to_standard_output() const noexcept {
  return std::find(paths_.begin(), paths_.end(), "-") != paths_.end();
}

bool OutputFiles::takes_standard_output(std::initializer_list<std::pair<const char*, bool>> rivals) const {
  if (!to_standard_output()) return false;
  for (const auto& [option, given] : rivals) {
    if (given) throw InputError(fmt::format("--output - cannot be combined with {}", option));
  }
  return true;
}

void MachineTarget::check() const {
  if (path != "-") {
    check_machine_extension(path);
    check_writable(path);
  } else if (!format) {
    throw InputError("a machine on standard output needs --format txt, dot or json");
  }
}

void MachineTarget::write(const AnyMachine& machine) const {
  if (path != "-") return write_machine_file(path, machine);
  print(format_machine(machine, *format));
  flush();
}

void OutputFiles::check() const {
  for (const std::string& path : paths_) MachineTarget{path, format_}.check();
  if (format_ && !to_standard_output()) throw InputError("--format has no effect without --output -");
}

void OutputFiles::check(const Alphabet& alphabet) const {
  check();
  for (const std::string& path : paths_) {
    const bool text = path == "-" ? format_ == MachineFormat::text : fs::path(path).extension() == ".txt";
    if (text && !alphabet.propositional()) {
      throw InputError(
          fmt::format("{}: a .txt file holds a reward machine, but the letters are not sets of propositions", path));
    }
  }
}

void OutputFiles::write(const AnyMachine& machine, bool quiet) const {
  for (const std::string& path : paths_) {
    MachineTarget{path, format_}.write(machine);
    if (!quiet && !to_standard_output()) print(fmt::format("Wrote {}\n", path));
  }
}

}  // namespace remap::cli
