// remap help COMMAND, remap completions SHELL, remap man
#include "cli/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "cli/console.hpp"
#include "cli/nearest.hpp"
#include "remap/automata/error.hpp"

namespace remap::cli {

namespace {

constexpr std::size_t option_column = 28;
constexpr std::size_t name_width = 14;

/// Breaks lines at blanks. Continuation lines are indented like the line's text: after the name in a list.
std::string wrapped(std::string_view text, std::size_t columns) {
  std::string result;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (bool first = true; std::getline(lines, line); first = false) {
    if (!first) result += '\n';
    std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    if (indent == 2) {
      const std::size_t gap = line.find("  ", indent);
      if (gap != std::string::npos) indent = line.find_first_not_of(' ', gap);
      if (gap == std::string::npos && line.size() > 2 + name_width && line[2 + name_width] == ' ') {
        indent = 3 + name_width;
      }
    }
    while (width(line) > columns) {
      std::size_t at = line.rfind(' ', columns);
      if (at == std::string::npos || at <= indent) break;
      result += line.substr(0, line.find_last_not_of(' ', at) + 1) + '\n';
      line = std::string(indent, ' ') + line.substr(at + 1);
    }
    result += line;
  }
  return result;
}

std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

/// Options that help shows, `--help` included.
std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  return command.get_options(
      [](const CLI::Option* option) { return option->nonpositional() && !option->get_group().empty(); });
}

std::string long_name(const CLI::Option& option) {
  return option.get_lnames().empty() ? "" : "--" + option.get_lnames().front();
}

/// The values an option can have, when they are listed; none where a file or a number is expected.
std::vector<std::string> values_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  std::vector<std::string> values;
  std::istringstream parts(type.substr(0, type.find(',')));
  for (std::string part; std::getline(parts, part, '|');) {
    if (std::any_of(part.begin(), part.end(), [](char c) { return c >= 'A' && c <= 'Z'; })) continue;
    values.push_back(part);
  }
  return type.find('|') == std::string::npos && type != "csv" ? std::vector<std::string>{} : values;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string spaced(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

// Completions.

std::string bash_completions(const CLI::App& program) {
  std::vector<std::string> names;
  std::string cases, values;
  for (const CLI::App* command : commands_of(program)) {
    names.push_back(command->get_name());
    std::vector<std::string> options;
    for (const CLI::Option* option : options_of(*command)) {
      options.push_back(long_name(*option));
      const std::vector<std::string> listed = values_of(*option);
      if (!listed.empty()) {
        values += fmt::format("    '{} {}') words='{}' ;;\n", command->get_name(), options.back(), spaced(listed));
      }
    }
    cases += fmt::format("      {}) words='{}' ;;\n", command->get_name(), spaced(options));
  }
  return fmt::format(
      "# Completions of remap for bash: source this file, or put it into bash-completion's folder.\n"
      "_remap() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} command=${{COMP_WORDS[1]}} words=\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    mapfile -t COMPREPLY < <(compgen -W '{} --help --version' -- \"$current\")\n"
      "    return\n"
      "  fi\n"
      "  case \"$command ${{COMP_WORDS[COMP_CWORD - 1]}}\" in\n{}  esac\n"
      "  if [[ -z $words && $current == -* ]]; then\n"
      "    case $command in\n{}    esac\n"
      "  fi\n"
      "  [[ -z $words ]] || mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
      "}}\n"
      "complete -o bashdefault -o default -F _remap remap\n",
      spaced(names), values, cases);
}

/// Inside single quotes, for zsh's _arguments: brackets and colons are special there.
std::string zsh_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':') result += '\\';
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return result;
}

std::string zsh_completions(const CLI::App& program) {
  std::string commands, cases;
  for (const CLI::App* command : commands_of(program)) {
    commands += fmt::format("    '{}:{}'\n", command->get_name(), zsh_text(command->get_description()));
    cases += fmt::format("    {}) _arguments \\\n", command->get_name());
    for (const CLI::Option* option : options_of(*command)) {
      const std::vector<std::string> listed = values_of(*option);
      cases += fmt::format("      '*{}[{}]", long_name(*option), zsh_text(first_line(option->get_description())));
      if (!listed.empty()) {
        cases += fmt::format(":value:({})", spaced(listed));
      } else if (takes_value(*option)) {
        cases += ":value:_files";
      }
      cases += "' \\\n";
    }
    cases += "      '*:argument:_files' ;;\n";
  }
  return fmt::format(
      "#compdef remap\n"
      "_remap() {{\n"
      "  local -a commands\n"
      "  commands=(\n{}  )\n"
      "  if ((CURRENT == 2)); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case $command in\n{}  esac\n"
      "}}\n"
      "compdef _remap remap\n",
      commands, cases);
}

std::string fish_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\' || c == '\'') result += '\\';
    result += c;
  }
  return result;
}

std::string fish_completions(const CLI::App& program) {
  std::string text = "# Completions of remap for fish.\n";
  for (const CLI::App* command : commands_of(program)) {
    text += fmt::format("complete -c remap -n __fish_use_subcommand -f -a {} -d '{}'\n", command->get_name(),
                        fish_text(command->get_description()));
  }
  for (const CLI::App* command : commands_of(program)) {
    for (const CLI::Option* option : options_of(*command)) {
      text += fmt::format("complete -c remap -n '__fish_seen_subcommand_from {}' -l {}", command->get_name(),
                          long_name(*option).substr(2));
      const std::vector<std::string> listed = values_of(*option);
      if (!listed.empty()) {
        text += fmt::format(" -x -a '{}'", spaced(listed));
      } else if (takes_value(*option)) {
        text += " -r";
      }
      text += fmt::format(" -d '{}'\n", fish_text(first_line(option->get_description())));
    }
  }
  return text;
}

// The man page.

std::string roff_text(std::string_view text) {
  std::string result;
  bool start = true;
  for (const char c : text) {
    if (start && (c == '.' || c == '\'')) result += "\\&";
    start = c == '\n';
    if (c == '\\') {
      result += "\\e";
    } else {
      if (c == '-') result += '\\';
      result += c;
    }
  }
  return result;
}

std::string man_page(const CLI::App& program) {
  const auto block = [](const std::string& part) {
    return fmt::format(".nf\n{}\n.fi\n", roff_text(wrapped(part, help_width - 16)));
  };
  std::string text = fmt::format(
      ".TH REMAP 1 \"\" \"remap {}\" \"User Commands\"\n.SH NAME\nremap \\- learn automata from preferences\n"
      ".SH SYNOPSIS\n.B remap\n.I COMMAND\n[\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]\n.SH DESCRIPTION\n{}\n.PP\n{}"
      ".SH COMMANDS\n",
      REMAP_VERSION, roff_text(program.get_description()), block(program.get_footer()));
  for (const CLI::App* command : commands_of(program)) {
    text += fmt::format(".SS {}\n{}\n", roff_text(command->get_name()), roff_text(command->get_description()));
    for (const CLI::Option* option : command->get_options()) {
      if (option->get_group().empty()) continue;
      const std::string name = option->get_name(option->get_positional(), true);
      text += fmt::format(".TP\n\\fB{}\\fR{}\n", roff_text(name),
                          option->get_type_name().empty() ? "" : " " + roff_text(option->get_type_name()));
      text += block(option->get_description());
    }
    if (!command->get_footer().empty()) text += ".PP\n" + block(command->get_footer());
  }
  return text;
}

/// "; see" or ", did you mean X? See".
std::string advice(const std::vector<std::string>& near) {
  return near.empty() ? "; see" : fmt::format(", did you mean {}? See", near.front());
}

struct HelpOptions {
  const CLI::App* program;
  std::string name;
};

}  // namespace

std::string help_line(std::string_view name, std::string_view meaning) {
  return fmt::format("\n  {:<{}} {}", name, name_width, meaning);
}

HelpFormatter::HelpFormatter() {
  column_width(option_column);
  label("REQUIRED", "");
  label("SUBCOMMAND", "COMMAND");
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  return wrapped(Formatter::make_option_desc(option), help_width - option_column);
}
std::string HelpFormatter::make_footer(const CLI::App* app) const {
  const std::string footer = app->get_footer();
  return footer.empty() ? "" : wrapped(footer, help_width) + '\n';
}

const CLI::App& find_command(const CLI::App& program, const std::string& name) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands_of(program)) {
    if (command->get_name() == name) return *command;
    names.push_back(command->get_name());
  }
  throw InputError(fmt::format("there is no command '{}'{} 'remap --help'", name, advice(nearest(name, names, 1))));
}

std::string unknown_option(const CLI::App& command, const std::string& option) {
  std::vector<std::string> names;
  for (const CLI::Option* each : options_of(command)) names.push_back(long_name(*each).substr(2));
  std::vector<std::string> near = nearest(std::string_view(option).substr(2), names, 1);
  for (std::string& name : near) name = "--" + name;
  return fmt::format("there is no option '{}'{} 'remap {}--help'", option, advice(near),
                     command.get_parent() == nullptr ? "" : command.get_name() + " ");
}

void add_help_commands(CLI::App& program, Action& chosen) {
  auto help = std::make_shared<HelpOptions>(HelpOptions{&program, ""});
  CLI::App& help_command = *program.add_subcommand("help", "Show the help of a command");
  help_command.add_option("COMMAND", help->name, "The command; without it, all commands are listed")->type_name("");
  help_command.footer("Examples:\n  remap help learn");
  when_called(help_command, chosen, help, [](const HelpOptions& options) {
    print(options.name.empty() ? options.program->help() : find_command(*options.program, options.name).help("remap"));
    return 0;
  });

  auto shell = std::make_shared<HelpOptions>(HelpOptions{&program, ""});
  CLI::App& completions = *program.add_subcommand("completions", "Print completions for a shell");
  completions.add_option("SHELL", shell->name, "bash, zsh or fish")->required()->type_name("");
  completions.footer(
      "Installing remap also installs them.\n"
      "\nExamples:\n"
      "  remap completions bash\n"
      "  remap completions fish");
  when_called(completions, chosen, shell, [](const HelpOptions& options) {
    if (options.name == "bash") {
      print(bash_completions(*options.program));
    } else if (options.name == "zsh") {
      print(zsh_completions(*options.program));
    } else if (options.name == "fish") {
      print(fish_completions(*options.program));
    } else {
      throw InputError(fmt::format("there are no completions for '{}', expected bash, zsh or fish", options.name));
    }
    return 0;
  });

  auto page = std::make_shared<HelpOptions>(HelpOptions{&program, ""});
  CLI::App& man = *program.add_subcommand("man", "Print the manual page (troff)");
  man.footer("Shown by 'man remap' once it is installed.\n\nExamples:\n  remap man");
  when_called(man, chosen, page, [](const HelpOptions& options) {
    print(man_page(*options.program));
    return 0;
  });
}

}  // namespace remap::cli
