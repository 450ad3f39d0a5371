// Turns the names in a file into alphabets and outputs, and checks which names files can express.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "remap/automata/alphabet.hpp"
#include "remap/automata/reward_machine.hpp"

namespace remap {

/// With propositions, each letter must be a set of them such as `{a,b}`. Throws InputError.
Alphabet alphabet_from_names(std::vector<std::string> letters, std::optional<std::vector<std::string>> propositions);

/// For files that list no letters: numbers ascending, then words in the order of their bytes, so that two files about
/// the same letters agree. The names must be distinct.
void sort_letter_names(std::vector<std::string>& names);

/// For files that list no outputs: HALT, then numbers ascending, then words in the order given (that of the file).
/// Names that denote the same number are merged under the first.
std::vector<std::string> ordered_outputs(const std::vector<std::string>& names);

/// Throws Misuse if states do not match, InputError if files with formulas cannot express a name.
void check_writable(const RewardMachine& machine);

/// Throws InputError unless the formula syntax allows the names, each occurs once, and there are at most 64.
void check_propositions(const std::vector<std::string>& names);

}  // namespace remap
