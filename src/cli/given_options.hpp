// An option that a way to use a command ignores is refused: nobody is left to wonder why it has no effect.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>

namespace remap::cli {

using OptionNames = std::span<const std::string_view>;

/// Throws an InputError if any other option or argument was given: "--seed has no effect " and the reason.
void refuse_others(const CLI::App& command, OptionNames used, std::string_view why);
/// The same if one of these was given.
void refuse_these(const CLI::App& command, OptionNames ignored, std::string_view why);

}  // namespace remap::cli
