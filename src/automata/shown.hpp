// Names and words as they may be shown to people: nothing in them can command a terminal, break a line, hide or turn
// around what stands beside it, and nothing is longer than a person can read.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "remap/automata/alphabet.hpp"

namespace remap {

/// Control characters and bytes that are no UTF-8 as \xNN; characters that are invisible or change the direction of
/// writing as \u{NNNN}. Everything else stays as it is.
std::string safe(std::string_view text);
/// Likewise, but line breaks stay.
std::string safe_lines(std::string_view text);

/// A safe text as it stands in SVG, HTML and the labels of graphviz, also within quotes. Line breaks stay.
std::string markup(std::string_view text);

/// How many columns a safe text takes on a terminal: wide characters take two, combining ones none.
std::size_t columns_of(std::string_view text) noexcept;

/// A safe text in at most about `most` columns: the middle of a longer one is left out, with the number of characters.
std::string shortened(std::string_view text, std::size_t most);

/// A word for messages: safe, and the middle of a long one is left out, with the number of letters.
std::string shown_word(const Alphabet& alphabet, const Word& word);

/// "a", "a and b", "a, b and c".
std::string joined(std::span<const std::string> names, std::string_view last = "and");

}  // namespace remap
