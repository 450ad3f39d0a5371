// Names and words made safe to show to people: they cannot control a terminal, break a line, hide or reorder adjacent
// text, and are never too long to read.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "remap/automata/alphabet.hpp"

namespace remap {

/// Control characters and bytes that are not UTF-8 as \xNN; characters that are invisible or change the direction of
/// writing as \u{NNNN}. Everything else is unchanged.
std::string safe(std::string_view text);
/// The same, but line breaks are kept.
std::string safe_lines(std::string_view text);

/// A safe text escaped for SVG, HTML and Graphviz labels, also within quotes. Line breaks are kept.
std::string markup(std::string_view text);

/// How many columns a safe text takes on a terminal: wide characters take two, combining ones none.
std::size_t columns_of(std::string_view text) noexcept;

/// A safe text in at most about `most` columns: the middle of a longer one is replaced by the number of omitted
/// characters.
std::string shortened(std::string_view text, std::size_t most);

/// A word for messages: safe, and the middle of a long one is replaced by the number of omitted letters.
std::string shown_word(const Alphabet& alphabet, const Word& word);

/// "a", "a and b", "a, b and c".
std::string joined(std::span<const std::string> names, std::string_view last = "and");

}  // namespace remap
