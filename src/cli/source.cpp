#include "cli/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <set>
#include <sstream>
#include <vector>

#include "cli/machine_table.hpp"
#include "cli/name_list.hpp"
#include "cli/nearest.hpp"
#include "formats/text/events.hpp"
#include "logic/letters/numbers.hpp"
#include "logic/letters/shown.hpp"
#include "remap/automata/equivalence.hpp"
#include "remap/automata/families.hpp"
#include "remap/automata/random.hpp"
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
Alphabet regex_letters(const SourceArgument& source, std::string_view patterns) {
  std::vector<std::string> names;
  if (source.letters) {
    names = parse_letters(*source.letters);
    for (const std::string& name : names) {
      if (name.size() != 1) {
        throw InputError(
            fmt::format("--letters {}: '{}' is not a single character, as the letters of a regular "
                        "expression are",
                        *source.letters, name));
      }
      if (std::count(names.begin(), names.end(), name) > 1) {
        throw InputError(fmt::format("--letters {}: the letter '{}' occurs twice", *source.letters, name));
      }
    }
  } else {
    std::set<char> found;
    for (const char c : patterns) {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0) found.insert(c);
    }
    for (const char c : found) names.emplace_back(1, c);
    if (names.empty()) throw InputError(fmt::format("'{}' has no letters; give them with --letters", source.text));
  }
  return Alphabet::plain(std::move(names));
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

/// Generated machines, named by a word before a colon, in addition to the families of the library.
struct Maker {
  Family family;
  AnyMachine (*make)(const SourceArgument& source, std::string_view arguments);
};

constexpr Maker makers[] = {
    {{"regex", "PATTERN[,PATTERN...]", "the output of a word is the number of the first pattern it matches, or 0"},
     make_regex},
    {{"random", "STATES,LETTERS,OUTPUTS[,SEED]", "a random minimal machine, fixed by its seed (1)"}, make_random},
};

[[noreturn]] void refuse_events(const SourceArgument& source) {
  throw InputError(fmt::format("--events chooses among sets of propositions, but '{}' has plain letters", source.text));
}

bool all_events(const SourceArgument& source) { return !source.events || *source.events == "any"; }

/// With `--undefined OUTPUT`, the empty word of a Mealy machine gives that output, too; reward machines say 0.
Undefined undefined_of(const SourceArgument& source, bool of_mealy) {
  if (!source.undefined) return {};
  if (*source.undefined == "error") return {Undefined::Rule::refuse};
  if (source.undefined->empty()) throw InputError("--undefined needs the name of an output, or error");
  return {Undefined::Rule::output, *source.undefined, of_mealy ? *source.undefined : "0"};
}

/// Over the letters that occur: on all others a machine may be nondeterministic, and it may have many
/// propositions.
MooreMachine moore_of_rewards(const SourceArgument& source, const RewardMachine& machine) {
  const Alphabet letters = letters_of_events(machine.propositions, source.events.value_or("any"), "--events");
  try {
    return to_moore(to_mealy(machine, letters), undefined_of(source, false));
  } catch (const InputError& error) {
    const std::string advice =
        std::string_view(error.what()).find("nondeterministic") == std::string_view::npos ? ""
        : all_events(source) ? "; if that letter cannot occur, say so with --events (such as --events one), otherwise "
                               "try 'remap convert --determinise'"
                             : "; try 'remap convert --determinise'";
    throw InputError(fmt::format("{}: {}{}", source.text, error.what(), advice));
  }
}

/// As a teacher knows it.
MooreMachine as_hidden(const SourceArgument& source, const AnyMachine& found) {
  if (const auto* rewards = std::get_if<RewardMachine>(&found)) return moore_of_rewards(source, *rewards);
  const auto* mealy = std::get_if<MealyMachine>(&found);
  MooreMachine machine = as_moore(found);
  if (mealy != nullptr) {
    try {
      machine = to_moore(*mealy, undefined_of(source, true));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", source.text, error.what()));
    }
  }
  if (mealy == nullptr && source.undefined) {
    throw InputError(fmt::format("--undefined has no effect on '{}': no transition is missing", source.text));
  }
  if (source.events && !machine.alphabet().propositional()) refuse_events(source);
  if (all_events(source)) return machine;
  const Alphabet letters = letters_of_events(machine.alphabet().propositions(), *source.events, "--events");
  return minimise(restrict_letters(machine, letters));
}

std::string family_syntax(const Family& family) { return fmt::format("{}:{}", family.name, family.parameters); }

bool looks_like_file(const std::string& text) {
  std::error_code ignored;
  return std::filesystem::exists(text, ignored) || !std::filesystem::path(text).extension().empty();
}

/// Detects the format from the beginning of the text.
AnyMachine read_standard_input(const ReadOptions& options) {
  std::ostringstream stream;
  stream << std::cin.rdbuf();
  const std::string text = stream.str();
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw InputError("standard input is empty, expected a machine");
  }
  try {
    return parse_machine(text, recognised_format(text), options);
  } catch (const ParseError& error) {
    throw ParseError(error.sentence(), error.position(), "standard input");
  } catch (const InputError& error) {
    throw InputError(fmt::format("standard input: {}", error.what()));
  }
}

/// craft/t10+57: a task with 57 more propositions, none of which matters.
std::optional<RewardMachine> task_with_idle(const std::string& text) {
  const std::size_t plus = text.rfind('+');
  const Task* task = plus == std::string::npos ? nullptr : find_task(text.substr(0, plus));
  if (task == nullptr) return std::nullopt;
  RewardMachine machine = task->machine;
  const std::size_t most = 64 - machine.propositions.size();
  const std::uint64_t idle = parse_whole(fmt::format("'{}': the number after +", text), text.substr(plus + 1), 1, most);
  for (std::uint64_t i = 0; i < idle; ++i) machine.propositions.push_back(fmt::format("idle{}", i));
  return machine;
}

[[noreturn]] void unknown(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos && text.find('/') > colon) {
    std::vector<std::string> kinds;
    for (const Maker& maker : makers) kinds.push_back(fmt::format("{}:", maker.family.name));
    for (const Family& family : families()) kinds.push_back(fmt::format("{}:", family.name));
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
      .add_option(
          "--letters", letters,
          "The letters of a regex: source or of a teacher, as in a,b or ab; for a regex, by default those in its "
          "patterns")
      ->type_name("LETTERS");
}

void SourceArgument::add_events(CLI::App& command) {
  command
      .add_option("--events", events,
                  "Which sets of propositions occur as letters: any (all of them), one (at most one proposition at a "
                  "time), at-most:M (at most M at a time), or a file with a set per line")
      ->type_name("any|one|at-most:M|FILE");
}

void SourceArgument::add_undefined(CLI::App& command) {
  command
      .add_option(
          "--undefined", undefined,
          "The output of a missing transition of a Mealy or reward machine and of every longer word (for a Mealy "
          "machine also of the empty word), or error to reject such a machine; by default, 0 and the end")
      ->type_name("OUTPUT|error")
      ->group("Machines");
}

AnyMachine resolve(const SourceArgument& source) {
  const std::string& text = source.text;
  if (source.letters && !text.starts_with("regex:")) {
    throw InputError(fmt::format("--letters belongs to a regex: source, but the source is '{}'", text));
  }
  for (const Maker& maker : makers) {
    if (text.starts_with(fmt::format("{}:", maker.family.name))) {
      return maker.make(source, std::string_view(text).substr(maker.family.name.size() + 1));
    }
  }
  if (std::optional<MooreMachine> machine = family_machine(text)) return std::move(*machine);
  if (std::optional<RewardMachine> wider = task_with_idle(text)) return std::move(*wider);
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
  if (text != "-" && !looks_like_file(text)) unknown(text);
  const ReadOptions options{source.check_deterministic, [](const ParseError& warning) {
                              fmt::print(stderr, "remap: warning: {}\n", safe_lines(warning.what()));
                            }};
  return text == "-" ? read_standard_input(options) : read_machine_file(text, options);
}

MooreMachine resolve_moore(const SourceArgument& source) { return resolve_hidden(source).machine; }

// Reward machines are learned as Moore machines: `tour`, which takes the fewest questions, learns only these.
HiddenMachine resolve_hidden(const SourceArgument& given) {
  SourceArgument source = given;
  source.check_deterministic = false;
  const AnyMachine found = resolve(source);
  const bool mealy = std::holds_alternative<MealyMachine>(found);
  return {as_hidden(source, found), mealy ? MachineKind::mealy : MachineKind::moore};
}

AnyMachine resolve_as(const SourceArgument& source, std::optional<Form> form) {
  if (!source.events && !source.undefined) return form ? in_form(resolve(source), *form) : resolve(source);
  if (!form) {
    throw InputError(fmt::format("{} has no effect without --as, which converts the machine",
                                 source.events ? "--events" : "--undefined"));
  }
  return in_form(resolve_moore(source), *form);
}

std::string source_help() {
  std::string text =
      "A source is\n"
      "  a task              a name from 'remap tasks', such as craft/t10; craft/t10+57\n"
      "                      has 57 more propositions that do not matter\n"
      "  a file              .txt (reward machine), .dot, .gv or .json\n";
  const auto add = [&](const Family& family) {
    text += fmt::format("  {}\n{:22}{}\n", family_syntax(family), "", family.help);
  };
  for (const Maker& maker : makers) add(maker.family);
  for (const Family& family : families()) add(family);
  return text;
}

}  // namespace remap::cli
