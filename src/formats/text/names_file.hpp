// Readable names for letters: `LETTER = name`, one per line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "remap/automata/alphabet.hpp"

namespace remap {

/// Reads lines `LETTER = name`. LETTER is a letter of the alphabet or, if letters are sets, a proposition; a name that
/// contains `=` or `"` or begins with `#` is written as a JSON string. Empty lines and lines that begin with `#` are
/// ignored.
///
/// Returns one name per letter, in the order of the alphabet; letters not mentioned keep their own. A set without a
/// name of its own is named after its propositions: "coffee and mail". If letters are not listed, only propositions can
/// be named, and one name per proposition is returned. Throws ParseError for anything else, including an unknown letter
/// or a name given twice.
std::vector<std::string> parse_names(std::string_view text, const Alphabet& alphabet);

}  // namespace remap
