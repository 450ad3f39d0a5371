// Integer identifiers. Each kind has its own type, so that a state cannot be passed where a letter is meant; `index`
// turns any of them into a subscript.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace remap {

/// Position of a letter in its `Alphabet`.
enum class Letter : std::uint32_t {};
/// Position of a state in its machine.
enum class State : std::uint32_t {};
/// Position of a value in its `Outputs`, lowest value first: comparing two `Output`s compares the values.
enum class Output : std::uint32_t {};
/// The number of a word within one run; the empty word is number 0.
enum class WordId : std::uint32_t {};

/// The number of an answer in its log, from 1.
enum class AnswerId : std::uint32_t {};
inline constexpr AnswerId no_answer{0};

template <class Id>
requires std::is_enum_v<Id>
constexpr std::size_t index(Id id) noexcept { return static_cast<std::size_t>(id); }

template <class Id>
requires std::is_enum_v<Id>
constexpr Id make_id(std::size_t position) noexcept { return static_cast<Id>(position); }

/// "None of them": the largest number of each kind is never a valid id.
template <class Id>
inline constexpr Id no_id = static_cast<Id>(std::numeric_limits<std::underlying_type_t<Id>>::max());

inline constexpr State no_state = no_id<State>;
inline constexpr Letter no_letter = no_id<Letter>;
inline constexpr Output no_output = no_id<Output>;
inline constexpr WordId no_word = no_id<WordId>;
inline constexpr WordId empty_word{0};

}  // namespace remap
