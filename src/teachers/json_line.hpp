// One line of JSON from outside: an answer of a program, a line of a log. nlohmann's parser does not recurse, but
// whoever copies, writes or destroys what it made does, so a line that is nested too deeply is not parsed at all.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace remap {

/// How deeply lists and objects may lie within each other; what this program reads and writes has less than ten.
inline constexpr std::size_t deepest_json = 64;
/// How long a line of a program that answers may be, in bytes.
inline constexpr std::size_t longest_answer_line = std::size_t{1} << 26;

/// How deeply lists and objects lie within each other; for text that is no JSON, not less than a parser would find.
std::size_t json_depth(std::string_view line) noexcept;

/// The value of a line; a discarded value when it is no JSON, none when it is too deep.
std::optional<nlohmann::ordered_json> parse_json_line(std::string_view line);

}  // namespace remap
