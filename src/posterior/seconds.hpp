// How long a person takes to answer; every number here is an assumption, none was measured with people.
#pragma once

#include "remap/automata/alphabet.hpp"

namespace remap::posterior {

inline constexpr double seconds_an_event = 0.7;    // to read it
inline constexpr double seconds_a_comparison = 3;  // to decide
inline constexpr double seconds_a_placement = 2;
inline constexpr double seconds_a_pile = 0.5;  // for each pile beyond two
inline constexpr double seconds_beside = 2;    // to compare with a word that stays on the screen
inline constexpr double seconds_an_example = 5, seconds_an_event_entered = 1.5;

/// To say which of some classes a word belongs to.
double seconds_to_place(const Word& word, int classes) noexcept;
/// To compare two words; their common beginning is read once.
double seconds_to_compare(const Word& word, const Word& other, bool other_stays) noexcept;
/// To enter a word.
double seconds_to_enter(const Word& word) noexcept;

}  // namespace remap::posterior
