// Machines from a short text: families of machines for benchmarking learners, by name (`collect:4`, `lock:12,3`; each
// is minimal and canonical), and regular expressions as classifiers, as in the paper's appendix: the class of a word is
// the lowest index (from 1) of the expressions that match it, 0 if none does.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "remap/automata/moore.hpp"

namespace remap {

struct Family {
  std::string_view name;
  std::string_view parameters;  // as shown in help texts: "K", "STATES,PROPOSITIONS[,SEED]"
  std::string_view help;
};

/// All families, in the order in which they are listed.
std::span<const Family> families();

/// The machine of a specification `NAME:NUMBER,…`; empty if no family has that name. Throws InputError if numbers are
/// missing, superfluous or out of range.
std::optional<MooreMachine> family_machine(std::string_view specification);

/// Syntax: letters are single characters of the alphabet; concatenation, `|`, `*`, `+`, `?`, parentheses; an empty
/// branch is the empty word. Subset construction over the joint position automaton, then minimal and canonical; outputs
/// 0, 1, …, one per expression and 0. Throws ParseError (line = which expression, from 1; column within it).
MooreMachine machine_from_regexes(std::span<const std::string> expressions, Alphabet alphabet);

}  // namespace remap
