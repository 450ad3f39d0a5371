// What can be said about words, by whom.
#pragma once

#include <variant>

#include "remap/automata/alphabet.hpp"

namespace remap::posterior {

/// Who said it, numbered from 0. Each giver has rates of errors of its own.
enum class GiverId : std::uint32_t {};
/// The number of a statement, from 1 in the order in which they were made.
enum class StatementId : std::uint32_t {};

enum class Order : std::uint8_t { lower, equal, higher };

/// The first word's value compared with the second's.
struct Comparison {
  Word first, second;
  Order said;
};
/// The class of a word, perhaps wrong: the pile that it was put on.
struct Placement {
  Word word;
  Output said;
};
/// The class of a word, for sure.
struct Value {
  Word word;
  Output value;
};
/// A word of that class, for sure; the episode is not over before its last event, and most of its events are needed.
struct Example {
  Word word;
  Output value;
};
/// A predicted class that somebody looked at, and what they made of it; what is wrong may be overlooked.
struct CheckedLine {
  Word word;
  Output predicted, said;
};
/// No word that begins so can happen; it is not asked about.
struct CannotHappen {
  Word beginning;
};
/// Nobody knows. Says nothing about the machine; the word is not asked about again.
struct Unsure {
  Word word;
};

using Statement = std::variant<Comparison, Placement, Value, Example, CheckedLine, CannotHappen, Unsure>;

}  // namespace remap::posterior
