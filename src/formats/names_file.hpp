// Names for letters that people understand: `LETTER = name`, one per line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "remap/automata/alphabet.hpp"

namespace remap {

/// Reads lines `LETTER = name`. LETTER is a letter as the alphabet names it or, where letters are sets, a proposition;
/// a name that holds `=`, `"` or a `#` at its beginning is written as a JSON string. Empty lines and lines that begin
/// with
/// `#` are passed over.
///
/// Returns one name per letter, in the order of the alphabet; letters not mentioned keep their own. A set that is not
/// named itself is called by its propositions, "coffee and mail". Throws ParseError for anything else, an unknown
/// letter and a name given twice included.
std::vector<std::string> parse_names(std::string_view text, const Alphabet& alphabet);

}  // namespace remap
