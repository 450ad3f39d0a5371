#include "cli/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <vector>

#include "cli/nearest.hpp"
#include "cli/numbers.hpp"
#include "remap/automata/random.hpp"
#include "remap/automata/regex.hpp"
#include "remap/formats/machine_file.hpp"
#include "remap/worlds/tasks.hpp"

namespace remap::cli {

namespace {

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t comma = text.find(',');
    parts.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

/// The given letters, or those that occur in the patterns, sorted.
AlphabetPtr regex_letters(const SourceArgument& source, std::string_view patterns) {
  std::vector<std::string> names;
  if (source.letters) {
    for (const char c : *source.letters) {
      if (source.letters->find(c) != source.letters->rfind(c)) {
        throw InputError(fmt::format("--letters {}: the letter '{}' occurs twice", *source.letters, c));
      }
      names.emplace_back(1, c);
    }
  } else {
    std::set<char> found;
    for (const char c : patterns) {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0) found.insert(c);
    }
    for (const char c : found) names.emplace_back(1, c);
    if (names.empty()) throw InputError(fmt::format("'{}' has no letters; give them with --letters", source.text));
  }
  return std::make_shared<const Alphabet>(Alphabet::plain(std::move(names)));
}

AnyMachine make_regex(const SourceArgument& source, std::string_view patterns) {
  const std::vector<std::string> expressions = split(patterns);
  try {
    return machine_from_regexes(expressions, regex_letters(source, patterns));
  } catch (const ParseError& error) {
    const std::size_t number = error.position().line;
    if (number == 0 || number > expressions.size()) throw;
    throw InputError(
        fmt::format("pattern '{}', column {}: {}", expressions[number - 1], error.position().column, error.sentence()));
  }
}

AnyMachine make_random(const SourceArgument& source, std::string_view numbers) {
  const std::vector<std::string> parts = split(numbers);
  if (parts.size() != 3 && parts.size() != 4) {
    throw InputError(
        fmt::format("'{}' has {} numbers, expected random:STATES,LETTERS,OUTPUTS or a machine seed as a fourth number",
                    source.text, parts.size()));
  }
  const auto number = [&](std::size_t i, const char* name, std::uint64_t low, std::uint64_t high) {
    return parse_whole(fmt::format("'{}': {}", source.text, name), parts[i], low, high);
  };
  RandomMachineShape shape;
  shape.states = number(0, "STATES", 1, 10'000'000);
  shape.letters = number(1, "LETTERS", 1, 65'536);
  shape.outputs = number(2, "OUTPUTS", 1, 65'536);
  const std::uint64_t seed = parts.size() == 4 ? number(3, "SEED", 0, UINT64_MAX) : 1;
  try {
    return random_machine(shape, seed);
  } catch (const InputError& error) {
    throw InputError(fmt::format("'{}': {}", source.text, error.what()));
  }
}

/// Machines made on the spot, named by a word before a colon. A new family joins with a line.
struct Family {
  std::string_view name;
  std::string_view arguments;
  std::string_view help;
  AnyMachine (*make)(const SourceArgument& source, std::string_view arguments);
};

constexpr Family families[] = {
    {"regex", "PATTERN[,PATTERN...]", "the output of a word is the number of the first pattern it matches, or 0",
     make_regex},
    {"random", "STATES,LETTERS,OUTPUTS[,SEED]", "a random minimal machine, fixed by its seed (1)", make_random},
};

std::string family_syntax(const Family& family) { return fmt::format("{}:{}", family.name, family.arguments); }

bool looks_like_file(const std::string& text) {
  std::error_code ignored;
  return std::filesystem::exists(text, ignored) || !std::filesystem::path(text).extension().empty();
}

[[noreturn]] void unknown(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos && text.find('/') > colon) {
    std::vector<std::string> kinds;
    for (const Family& family : families) kinds.push_back(family_syntax(family));
    throw InputError(fmt::format("unknown kind of source '{}', expected {}", text, joined(kinds, "or")));
  }
  std::vector<std::string> names;
  for (const Task& task : tasks()) names.push_back(task.name);
  for (const Task& task : original_tasks()) names.push_back(task.name);
  const std::vector<std::string> near = nearest(text, names);
  throw InputError(fmt::format("there is no task or file '{}'{}; 'remap tasks' lists all tasks", text,
                               near.empty() ? "" : fmt::format(", the nearest tasks are {}", joined(near))));
}

}  // namespace

CLI::Option* SourceArgument::add(CLI::App& command, const std::string& name, const std::string& help) {
  return command.add_option(name, text, help)->type_name("")->required();
}

void SourceArgument::add_letters(CLI::App& command) {
  command
      .add_option("--letters", letters,
                  "Letters of a regex: source, as in ab;\nwithout it, those that its patterns mention, sorted")
      ->type_name("LETTERS");
}

AnyMachine resolve(const SourceArgument& source) {
  const std::string& text = source.text;
  if (source.letters && !text.starts_with("regex:")) {
    throw InputError(fmt::format("--letters belongs to a regex: source, but the source is '{}'", text));
  }
  for (const Family& family : families) {
    if (text.starts_with(fmt::format("{}:", family.name))) {
      return family.make(source, std::string_view(text).substr(family.name.size() + 1));
    }
  }
  if (const Task* task = find_task(text); task != nullptr) {
    if (source.check_deterministic) {
      try {
        check_deterministic(task->machine);
      } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", text, error.what()));
      }
    }
    return task->machine;
  }
  if (!looks_like_file(text)) unknown(text);
  return read_machine_file(text, {source.check_deterministic});
}

std::shared_ptr<const MooreMachine> resolve_moore(const SourceArgument& source) {
  return std::make_shared<const MooreMachine>(as_moore(resolve(source)));
}

std::string source_help() {
  std::string text =
      "A source is\n"
      "  a task              a name from 'remap tasks', such as craft/t10\n"
      "  a file              .txt (reward machine), .dot, .gv or .json\n";
  for (const Family& family : families) text += fmt::format("  {}\n{:22}{}\n", family_syntax(family), "", family.help);
  return text;
}

}  // namespace remap::cli
