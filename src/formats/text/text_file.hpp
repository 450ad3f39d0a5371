// Whole files, read and written at once.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace remap {

/// Throws InputError if there is no such file, if it is a directory, or if it cannot be read.
std::string read_text_file(const std::filesystem::path& path);

/// Writes a file atomically: an old file stays until the new one is complete. Throws InputError.
void write_text_file(const std::filesystem::path& path, std::string_view text);

}  // namespace remap
