// Names between the blanks of a word: those that would be read otherwise are quoted.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace remap {

/// The word without letters.
inline constexpr std::string_view empty_word_text = "ε";

/// Whether a name means something else without quotes: it has blanks, begins like a quote, or stands for no letters.
bool needs_quotes(std::string_view name);
/// The name, in quotes if it needs them.
std::string in_quotes_if_needed(const std::string& name);
/// Reads the quoted name that begins at `at`, which is moved behind it; empty if the quote is never closed.
std::optional<std::string> read_quoted(std::string_view text, std::size_t& at);

}  // namespace remap
