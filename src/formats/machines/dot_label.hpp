// Labels of DOT nodes and edges, and the lists of names in our graph attributes.
//
// In a label, a backslash makes the next character literal. A decoded label remembers which characters those were, so
// that a blank, slash, bar or brace in a name is never taken for label syntax.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/machines/dot_syntax.hpp"

namespace remap {

/// A decoded label: one unit per byte, bytes that were escaped are shifted by 256.
using DotLabel = std::u16string;
using DotLabelView = std::u16string_view;

/// Throws ParseError for HTML labels.
DotLabel decode_label(const DotValue& value);
/// Without the unescaped blanks at the ends.
std::string label_text(DotLabelView label);

/// The output in a node's label: `{ A | 0 }`, `A | 0` or `A / 0`. Empty if there is none. Throws ParseError for more
/// fields.
std::optional<std::string> output_of_label(const DotValue& value);
/// `in / out` of an edge's label. Empty if there is no slash. Throws ParseError if it is unclear which slash separates.
std::optional<std::pair<std::string, std::string>> input_and_output(const DotValue& value);
/// The names of a list separated by blanks.
std::vector<std::string> names_of_list(const DotValue& value);

/// The name with the given characters escaped, and blanks: those at its ends, or all of them.
enum class Blanks : std::uint8_t { at_ends, everywhere };
std::string escape_name(std::string_view name, std::string_view characters, Blanks blanks);
std::string list_of_names(const std::vector<std::string>& names);
/// In double quotes, as DOT requires.
std::string dot_quoted(std::string_view text);

}  // namespace remap
