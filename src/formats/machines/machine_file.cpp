// Files of machines, by extension.
#include "remap/formats/machine_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "formats/machines/dot.hpp"
#include "formats/machines/json.hpp"
#include "formats/machines/picture.hpp"
#include "formats/machines/reward_machine_text.hpp"
#include "formats/text/text_file.hpp"
#include "remap/automata/equivalence.hpp"
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

std::string write_unchecked(const AnyMachine& machine, MachineFormat format) {
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

AnyMachine read_unchecked(std::string_view text, MachineFormat format, const Warn& warn) {
  return format == MachineFormat::text  ? AnyMachine(read_reward_machine_text(text, warn))
         : format == MachineFormat::dot ? read_dot(text)
                                        : read_json(text);
}

void warn_of_terminal_transitions(const RewardMachine& machine, const Warn& warn) {
  for (const RewardTransition& t : machine.transitions) {
    if (!machine.is_terminal(t.from)) continue;
    warn(ParseError(fmt::format("state {} is terminal, so its transitions are ignored", index(t.from)), {}));
    return;
  }
}

/// The letters over which a machine can be compared; none for reward machines with too many sets of propositions.
std::optional<Alphabet> letters_of(const AnyMachine& machine) {
  constexpr std::size_t most_propositions = 10;
  if (const auto* moore = std::get_if<MooreMachine>(&machine)) return moore->alphabet();
  if (const auto* mealy = std::get_if<MealyMachine>(&machine)) return mealy->alphabet();
  const auto& propositions = std::get<RewardMachine>(machine).propositions;
  if (propositions.empty() || propositions.size() > most_propositions) return std::nullopt;
  return Alphabet::power_set(propositions);
}

bool is_deterministic(const RewardMachine& machine) {
  try {
    check_deterministic(machine);
  } catch (const InputError&) {
    return false;
  }
  return true;
}

/// Throws InputError when `text` does not say `machine`. A text says the same when it reads as the same machine; reward
/// machine text, which leaves things out, when the machine that it reads as gives every word the same output.
void check_says(const std::string& text, MachineFormat format, const AnyMachine& machine) {
  const AnyMachine back = read_unchecked(text, format, {});
  if (back == machine) return;
  const auto* rewards = std::get_if<RewardMachine>(&machine);
  if (format != MachineFormat::text) throw InputError("what would be written does not read back as the same machine");
  if (rewards != nullptr && !is_deterministic(*rewards)) return;  // has no outputs that could be compared
  const auto alphabet = letters_of(machine);
  if (!alphabet) return;
  const MooreMachine written = to_moore(std::get<RewardMachine>(back), *alphabet);
  const MooreMachine meant = rewards != nullptr ? to_moore(*rewards, *alphabet) : as_moore(machine);
  const auto word = find_counterexample(meant, written);
  if (!word) return;
  throw InputError(fmt::format("as reward machine text this machine would give {} for the word {} instead of {}",
                               written.outputs().name(written.output_after(*word)), format_word(*alphabet, *word),
                               meant.outputs().name(meant.output_after(*word))));
}

}  // namespace

MachineFormat recognised_format(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const bool block = text.starts_with("/*");
    if (!block && !text.starts_with("//")) break;
    const std::size_t end = block ? text.find("*/") : text.find('\n');
    if (end == std::string_view::npos) break;
    text.remove_prefix(block ? end + 2 : end);
  }
  if (text.starts_with('{')) return MachineFormat::json;
  for (const std::string_view word : {"digraph", "graph", "strict"}) {
    if (text.starts_with(word)) return MachineFormat::dot;
  }
  return MachineFormat::text;
}

AnyMachine parse_machine(std::string_view text, MachineFormat format, const ReadOptions& options) {
  AnyMachine machine = read_unchecked(text, format, options.warn);
  if (const auto* reward_machine = std::get_if<RewardMachine>(&machine)) {
    if (options.warn) warn_of_terminal_transitions(*reward_machine, options.warn);
    if (options.check_deterministic) check_deterministic(*reward_machine);
  }
  return machine;
}

std::string format_machine(const AnyMachine& machine, MachineFormat format) {
  std::string text = write_unchecked(machine, format);
  check_says(text, format, machine);
  return text;
}

AnyMachine read_machine_file(const fs::path& path, const ReadOptions& given) {
  ReadOptions options = given;
  if (given.warn) {
    options.warn = [&](const ParseError& warning) {
      given.warn(ParseError(warning.sentence(), warning.position(), path.string()));
    };
  }
  const std::string text = read_text_file(path);
  const auto format = format_of(path);
  if (!format) {
    throw InputError(
        fmt::format("{}: machines are read from files that end in .txt, .dot, .gv or .json", path.string()));
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
  throw InputError(fmt::format(
      "{}: machines are written to files that end in .txt, .dot, .gv, .json, .svg, .pdf or .png", path.string()));
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
