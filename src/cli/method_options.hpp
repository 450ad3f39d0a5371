// The options that choose a method, for every command that learns: one per setting of the library's table.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/choices.hpp"
#include "cli/source.hpp"
#include "remap/runs/settings.hpp"

namespace remap::cli {

/// The options given on the command line; all others come from the preset.
struct MethodOptions {
  AskedSettings asked;

  void add(CLI::App& command);
  /// Those that can be changed when a run is resumed.
  void add_limits(CLI::App& command);
  [[nodiscard]] bool given(const char* name) const { return asked.contains(name); }
  /// The method for a machine. Throws InputError if options exclude each other or would have no effect.
  [[nodiscard]] Method method(const HiddenMachine& hidden) const;
};

/// "a|b|c", as shown in help texts.
std::string choice_names(const std::vector<SettingChoice>& choices);
/// The title and one line per choice.
std::string choice_help(std::string_view title, const std::vector<SettingChoice>& choices);

/// An option with the choices of `Value`.
template <class Value>
CLI::Option* add_choice(CLI::App& command, const std::string& name, std::optional<Value>& into,
                        const std::string& help) {
  const auto parse = [name, &into](const std::string& text) { into = parse_choice<Value>(name, text); };
  return command.add_option_function<std::string>(name, parse, choice_help(help, choice_list<Value>()))
      ->type_name(choice_names(choice_list<Value>()));
}

/// `--seed`.
CLI::Option* add_seed(CLI::App& command, std::optional<std::uint64_t>& into, const std::string& help);

}  // namespace remap::cli
