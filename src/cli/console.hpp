// Standard output and error, for all commands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace remap::cli {

/// The reader of our output has gone (`remap tasks | head -1`): not an error, but nothing is left to do.
struct ClosedPipe {};

/// Writes to standard output. Throws ClosedPipe, or InputError if the output cannot be written.
void print(std::string_view text);
/// Flushes standard output; throws the same.
void flush();

/// Clears the terminal line that the cursor is in.
inline constexpr const char* erase_line = "\r\x1b[2K";

[[nodiscard]] bool error_is_terminal() noexcept;

/// 12345 as 12,345.
std::string grouped(std::uint64_t number);

/// "1 state", "2 states".
std::string counted(std::uint64_t number, std::string_view one, std::string_view many);

/// As typed in a shell: quoted if necessary.
std::string shell_word(const std::string& text);

/// How many columns a UTF-8 text takes: its code points.
std::size_t width(std::string_view text) noexcept;

}  // namespace remap::cli
