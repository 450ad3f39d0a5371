// Files of machines, by extension.
#include "remap/formats/machine_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "formats/dot.hpp"
#include "formats/json.hpp"
#include "formats/picture.hpp"
#include "formats/reward_machine_text.hpp"
#include "formats/text_file.hpp"
#include "remap/automata/error.hpp"

namespace remap {
namespace {

namespace fs = std::filesystem;

std::string extension(const fs::path& path) {
  std::string text = path.extension().string();
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

std::optional<MachineFormat> format_of(const fs::path& path) {
  const std::string end = extension(path);
  if (end == ".txt") return MachineFormat::text;
  if (end == ".dot" || end == ".gv") return MachineFormat::dot;
  if (end == ".json") return MachineFormat::json;
  return std::nullopt;
}

bool is_picture(const fs::path& path) {
  const std::string end = extension(path);
  return end == ".svg" || end == ".pdf" || end == ".png";
}

}  // namespace

AnyMachine parse_machine(std::string_view text, MachineFormat format, ReadOptions options) {
  AnyMachine machine = format == MachineFormat::text  ? AnyMachine(read_reward_machine_text(text))
                       : format == MachineFormat::dot ? read_dot(text)
                                                      : read_json(text);
  if (options.check_deterministic) {
    if (const auto* reward_machine = std::get_if<RewardMachine>(&machine)) check_deterministic(*reward_machine);
  }
  return machine;
}

std::string format_machine(const AnyMachine& machine, MachineFormat format) {
  switch (format) {
    case MachineFormat::text:
      return write_reward_machine_text(as_reward_machine(machine));
    case MachineFormat::dot:
      return write_dot(machine);
    case MachineFormat::json:
      return write_json(machine);
  }
  throw Misuse("format_machine", "unknown format");
}

AnyMachine read_machine_file(const fs::path& path, ReadOptions options) {
  const std::string text = read_text_file(path);
  const auto format = format_of(path);
  if (!format) {
    throw InputError(
        fmt::format("{}: the extension '{}' tells no format that can be read, expected .txt, .dot, .gv or .json",
                    path.string(), path.extension().string()));
  }
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw InputError(fmt::format("{}: this file is empty, expected a machine", path.string()));
  }
  try {
    return parse_machine(text, *format, options);
  } catch (const ParseError& error) {
    throw ParseError(error.sentence(), error.position(), path.string());
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", path.string(), error.what()));
  }
}

void check_machine_extension(const fs::path& path) {
  if (format_of(path) || is_picture(path)) return;
  throw InputError(
      fmt::format("{}: the extension '{}' tells no format that can be written, expected .txt, .dot, .gv, .json, "
                  ".svg, .pdf or .png",
                  path.string(), path.extension().string()));
}

void write_machine_file(const fs::path& path, const AnyMachine& machine) {
  check_machine_extension(path);
  std::string text;
  try {
    const auto format = format_of(path);
    text = format ? format_machine(machine, *format) : render_picture(machine, extension(path).substr(1));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", path.string(), error.what()));
  }
  write_text_file(path, text);
}

}  // namespace remap
