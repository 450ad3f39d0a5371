// One line of JSON input: an answer from a program, a line of a log. nlohmann's parser does not recurse, but copying,
// writing or destroying its result does, so a line that is nested too deeply is not parsed at all.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace remap {

/// The maximum nesting depth; what this program reads and writes has less than ten.
inline constexpr std::size_t deepest_json = 64;
/// The maximum length of a program's answer, in bytes.
inline constexpr std::size_t longest_answer_line = std::size_t{1} << 26;

/// The nesting depth; for text that is not JSON, at least what a parser would find.
std::size_t json_depth(std::string_view line) noexcept;

/// The value of a line; a discarded value if it is not JSON, empty if it is too deep.
std::optional<nlohmann::ordered_json> parse_json_line(std::string_view line);

}  // namespace remap
