// Regular expressions as classifiers, as in the paper's appendix: the class of a word is the lowest index (from 1) of
// the expressions that match it, 0 if none does.
#pragma once

#include <span>
#include <string>

#include "remap/automata/moore.hpp"

namespace remap {

/// Syntax: letters are single characters of the alphabet; concatenation, `|`, `*`, `+`, `?`, parentheses; an empty
/// branch is the empty word. Subset construction over the joint position automaton, then minimal and canonical; outputs
/// 0, 1, …, one per expression and 0. Throws ParseError (line = which expression, from 1; column within it).
MooreMachine machine_from_regexes(std::span<const std::string> expressions, Alphabet alphabet);

}  // namespace remap
