// Everything that is generated from the descriptions of the commands: help texts, suggestions, the man page,
// completions.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "cli/commands.hpp"

namespace remap::cli {

/// The maximum width of help texts.
inline constexpr std::size_t help_width = 80;

/// A line of a list in a help text: a name and what it means.
std::string help_line(std::string_view name, std::string_view meaning);

/// Wraps descriptions, so that help fits into 80 columns.
class HelpFormatter final : public CLI::Formatter {
 public:
  HelpFormatter();
  [[nodiscard]] std::string make_option_desc(const CLI::Option* option) const override;
  [[nodiscard]] std::string make_footer(const CLI::App* app) const override;
};

/// The command of that name. Throws an InputError that suggests the nearest one.
const CLI::App& find_command(const CLI::App& program, const std::string& name);

/// The error message for an unknown option, with the nearest one.
std::string unknown_option(const CLI::App& command, const std::string& option);

/// `remap help`, `remap completions` and `remap man`; added last, since they describe the others.
void add_help_commands(CLI::App& program, Action& chosen);

}  // namespace remap::cli
